import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { toDoCountCache } from '#app/server/request/to-do-count-cache.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { salesPackage } from '#tests/support/product/packages.ts'

let product: App
let tenant: Tenant
const today = currentDay()

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
})

async function put<T extends keyof DB>(table: T, values: Insertable<DB[T]>) {
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) => trx.insertInto(table).values(values).execute())
}
const collected = (collected_on: string, gross_sen: number, status = 'collected') =>
  put('platform.ledger', {
    id: newId(),
    entity_id: tenant.place.id,
    collection_id: newId(),
    collected_on,
    source: 'invoice',
    method: 'fpx',
    reference: 'RCP-1',
    gross_sen,
    net_sen: gross_sen,
    status,
  })
/** The figures of the page by their labels, as one line each. */
async function figures(role: 'owner' | 'finance' = 'owner') {
  const html = await (await (await product.operator(role)).get('/admin/dashboard')).text()
  const list = [...html.matchAll(/<dl class="(?:figures|facts two)">(.*?)<\/dl>/gs)]
    .map(([, one]) => one)
    .join('')
  const text = (part: string) =>
    part
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  return { html, lines: list.split('<dt>').slice(1).map(text) }
}

test('before anything has happened it shows so', async () => {
  const { lines, html } = await figures()
  expect(lines).toContain('Collected today RM0.00 0 payments')
  expect(lines).toContain('Active organisations 1')
  expect(lines).toContain('Failed jobs 0')
  expect(lines).toContain('Oldest waiting job None')
  expect(html).not.toContain('Latest failed jobs')
})

test('money of today and of this month, less what was taken back today and without last month', async () => {
  await collected(today, 12_000)
  await collected(today, 345)
  await collected(today, 99_900, 'reversed')
  await collected(today, -99_900, 'reversed')
  await collected(addDays(startOfMonth(today), -1), 77_700)
  const { lines, html } = await figures()
  expect(lines).toContain('Collected today RM123.45 3 payments')
  expect(lines.find((line) => line.startsWith('Collected in'))).toContain('RM123.45 3 payments')
  expect(html).toContain(`/admin/collection?from=${today}&amp;to=${today}`)
})

test('a month of the chart leads to its lines, with the same sum', async () => {
  const last = addDays(startOfMonth(today), -1)
  const { html } = await figures()
  const href = `/admin/collection?from=${startOfMonth(last)}&to=${last}`
  const row = new RegExp(
    `<tr[^>]*>(?:(?!</tr>).)*href="${href.replace(/[?]/g, '\\?').replace('&', '&amp;')}".*?</tr>`,
    's',
  )
  expect(row.exec(html)?.[0]).toContain('RM777.00')
  expect(await (await (await product.operator('owner')).get(href)).text()).toContain('RM777.00')
})

test('what waits, what failed and what belongs to nobody', async () => {
  const due = new Date(Date.now() - 3 * 3_600_000)
  const job = { name: 'receipt.send', payload: '{}', entity_id: tenant.place.id }
  await put('platform.outbox', { id: newId(), ...job, run_at: due })
  await put('platform.outbox', { id: newId(), ...job, run_at: new Date(Date.now() + 9_000_000) })
  const failed = newId()
  await put('platform.failed_job', { id: failed, ...job, error: 'MailError: away', attempts: 12 })
  await put('platform.failed_job', {
    ...{ id: newId(), name: 'einvoice.submit', payload: '{}', entity_id: tenant.place.id },
    ...{ error: 'PortalError: away', attempts: 12 },
  })
  await put('platform.failed_job', {
    id: newId(),
    ...job,
    error: 'old',
    attempts: 1,
    retried_at: new Date(),
  })
  const message = {
    gateway: 'fpx',
    kind: 'direct',
    body_sealed: 'x',
    body_sha256: Buffer.alloc(32),
  }
  await put('platform.gateway_message', { id: newId(), ...message, verified: true, outcome: 'orphan' })
  await put('platform.gateway_message', { id: newId(), ...message, verified: false, outcome: 'signature' })
  await put('platform.gateway_message', {
    id: newId(),
    ...message,
    verified: true,
    outcome: 'paid',
    entity_id: tenant.place.id,
  })
  const { lines, html } = await figures()
  expect(lines).toContain('Failed jobs 2')
  expect(lines).toContain('Failed e-invoice jobs 1')
  expect(lines).toContain('Oldest waiting job 3 hours')
  expect(lines).toContain('Bank messages without a payment, 30 days 2, of which 1 unsigned')
  expect(html).toContain('The background process is not running')
  expect(html).toContain(`/admin/job/view/${failed}`)
  const einvoices = await (await product.operator('owner')).get('/admin/job?state=open&area=einvoice')
  const listed = await einvoices.text()
  expect(html).toContain('href="/admin/job?state=open&amp;area=einvoice"')
  expect(listed).toContain('PortalError: away')
  expect(listed).not.toContain('MailError: away')
  expect(html).toContain('<a href="/admin/job?state=open">Show all</a>')

  const finance = await figures('finance')
  expect(finance.lines).toContain('Failed jobs 2')
  expect(finance.html).not.toContain('/admin/job')
})

describe('the background process', () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  beforeEach(async () => {
    const { pool } = await testDatabase()
    await withPlatform(pool, async (trx) => {
      await trx.deleteFrom('platform.outbox').execute()
      await trx.deleteFrom('platform.worker').execute()
      await trx.deleteFrom('platform.schedule').execute()
    })
  })

  test('is missed when the last of them was seen long ago, though nothing waits yet', async () => {
    await put('platform.worker', { id: newId(), seen_at: ago(600), queue_lost_at: ago(700) })
    const { html } = await figures()
    expect(html).toContain('The background process is not running')
    expect(html).toContain('It was last seen 10 minutes ago.')
    expect(html).not.toContain('The job queue is out of reach')
  })

  test('that lives and has lost its queue is said to, before what waits because of it', async () => {
    const job = { name: 'receipt.send', payload: '{}', entity_id: tenant.place.id }
    await put('platform.outbox', { id: newId(), ...job, run_at: ago(500) })
    await put('platform.worker', { id: newId(), seen_at: ago(2) })
    await put('platform.worker', { id: newId(), seen_at: ago(2), queue_lost_at: ago(420) })
    const { html } = await figures()
    expect(html).toContain('The job queue is out of reach')
    expect(html).toContain('has not reached Redis for 7 minutes')
    expect(html).not.toContain('The background process is not running')
  })

  test('that dies again and again is said to, though it was seen just now', async () => {
    for (const seconds of [700, 400, 100])
      await put('platform.worker', { id: newId(), started_at: ago(800), seen_at: ago(seconds) })
    await put('platform.worker', { id: newId(), seen_at: ago(2) })
    const { html } = await figures()
    expect(html).toContain('The background process keeps stopping')
    expect(html).toContain('It has stopped 3 times in the last 15 minutes')
  })

  test('that lives while a schedule does not run is asked about, with the job in words and by its name in the log', async () => {
    await put('platform.worker', { id: newId(), started_at: ago(3_000), seen_at: ago(2) })
    await put('platform.schedule', { name: 'payment.sweep', every_seconds: 60, ran_at: ago(1_200) })
    await put('platform.schedule', { name: 'audit.sweep', every_seconds: 30, ran_at: ago(10) })
    const { html } = await figures()
    expect(html).toContain('A scheduled job is not running')
    expect(html).toContain('The longest overdue has not run for 20 minutes.')
    expect(html).toContain('(payment.sweep).')
  })

  test('that lives and reaches its queue is not talked about, and what the queue holds does not wait', async () => {
    const job = { name: 'receipt.send', payload: '{}', entity_id: tenant.place.id }
    await put('platform.outbox', { id: newId(), ...job, run_at: ago(500), held_at: ago(3) })
    await put('platform.worker', { id: newId(), seen_at: ago(2) })
    await put('platform.worker', { id: newId(), seen_at: ago(3_000), queue_lost_at: ago(3_100) })
    const { html, lines } = await figures()
    expect(lines).toContain('Oldest waiting job None')
    expect(html).not.toMatch(/The background process is not running|The job queue is out of reach/)
  })
})

test('organisations with what came in today lead to it, and registrations that wait are told', async () => {
  const { html } = await figures()
  expect(html).toContain(
    `href="/admin/collection?entity_id=${tenant.place.id}&amp;from=${today}&amp;to=${today}"`,
  )
  expect(html).not.toContain('Registrations to decide')
  await put('platform.entity_registration', {
    ...{ id: newId(), reference: 'R-26-0001', package_id: await salesPackage(await testDatabase()) },
    ...{ subdomain: 'kasih', organisation_name: 'Tadika Kasih', company_name: 'Kasih', locale: 'my' },
    ...{
      registration_number: '202601000001',
      organisation_type: 'kindergarten',
      contact_name: 'Puan Rohani',
    },
    ...{ contact_phone: '+60355101234', contact_email: 'tadika@kasih.test', agreed_terms_version: '1' },
    ...{ address_line1: 'Jalan 1', city: 'Klang', state: 'SGR', postcode: '41000', bank_code: 'MBBEMYKL' },
    ...{ bank_name: 'Maybank', account_name: 'Kasih', account_number_sealed: 'sealed' },
    reserved_until: new Date('2026-12-31T00:00:00Z'),
  })
  const later = await figures()
  expect(later.html).toContain('Registrations to decide')
  expect(later.html).toContain('mailto:tadika@kasih.test')
  const support = await (await (await product.operator('support')).get('/admin/dashboard')).text()
  expect(support).toContain('Tadika Kasih')
  expect(support).toMatch(/<div class="cards brief"><table[^>]*><caption[^>]*>Registrations to decide</)
})

describe('the menu counts', () => {
  /** The numbers beside its items, by their addresses. */
  const counted = async (role: 'owner' | 'finance' | 'support' | 'auditor', path = '/admin/dashboard') => {
    const html = await (await (await product.operator(role)).get(path)).text()
    const items = html.matchAll(/<li><a href="[^"]+"[^>]*>([^<]*)<span class="count"> (\d+)<\/span>/g)
    return Object.fromEntries([...items].map(([, place, count]) => [place, Number(count)]))
  }

  test('what each operator may settle, and nothing for who only looks', async () => {
    const { pool } = await testDatabase()
    const waiting = await withPlatform(pool, async (trx) => {
      await trx.deleteFrom('platform.payment_exception').execute()
      const number = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length
      return {
        jobs: await number(
          trx.selectFrom('platform.failed_job').select('id').where('retried_at', 'is', null),
        ),
        registrations: await number(
          trx.selectFrom('platform.entity_registration').select('id').where('status', '=', 'pending'),
        ),
      }
    })
    const nobodys = { kind: 'orphan', entity_id: null, payer: null, bank: null, amount_sen: 100 }
    await put('platform.payment_exception', { id: newId(), ...nobodys, order_no: 'NEVER-1' })
    await put('platform.payment_exception', {
      ...{ id: newId(), ...nobodys, order_no: 'NEVER-2', state: 'resolved', resolution: 'wrong_alarm' },
      ...{ words: 'PayNet membetulkannya.', resolved_at: new Date() },
    })
    await put('platform.payment_exception', {
      ...{ id: newId(), kind: 'mismatch', entity_id: tenant.place.id, attempt_id: newId() },
      order_no: 'LN-1',
    })
    const [jobs, exceptions] = [{ Platform: waiting.jobs }, { Payments: 1 }]
    const newcomers = { Registrations: waiting.registrations }
    expect(waiting.jobs * waiting.registrations).toBeGreaterThan(0)
    const fresh = await app({ services: { toDoCounts: toDoCountCache() } })
    product = fresh
    expect(await counted('owner')).toEqual({ ...newcomers, ...exceptions, ...jobs })
    expect(await counted('finance')).toEqual(exceptions)
    expect(await counted('support')).toEqual({ ...newcomers, ...jobs })
    expect(await counted('auditor')).toEqual({})
  })

  test('as many as the list that it leads to shows', async () => {
    const owner = await product.operator('owner')
    const all = await counted('owner')
    for (const [place, list, search] of [
      ['Registrations', '/admin/registration', 'status=pending'],
      ['Payments', '/admin/payment-exception', 'state=unsettled&kind=orphan'],
      ['Platform', '/admin/job', 'state=open'],
    ] as const) {
      const html = await (await owner.get(`${list}?${search}`)).text()
      expect(html.match(/<th scope="row"[^>]*><a /g)?.length, list).toBe(all[place])
    }
  })

  test('nothing on the pages of an organisation’s log, which are read at its place', async () => {
    const owner = await product.operator('owner')
    const page = await owner.get(`/admin/log/audit?entity=${tenant.place.id}`)
    expect(page.status).toBe(200)
    expect(await counted('owner', `/admin/log/audit?entity=${tenant.place.id}`)).toEqual({})
  })
})

test('an organisation without a seller ID is a task of those who may enter it, before the figures', async () => {
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) =>
    trx
      .updateTable('platform.entity')
      .set({ fpx_seller_id: null })
      .where('id', '=', tenant.place.id)
      .execute(),
  )
  const to = `/admin/entity/edit/${tenant.place.id}#fpx_seller_id`
  const { html } = await figures()
  expect(html.indexOf(to)).toBeGreaterThan(0)
  expect(html.indexOf(to)).toBeLessThan(html.indexOf('class="figures"'))
  for (const role of ['finance', 'support', 'auditor'] as const)
    expect(await (await (await product.operator(role)).get('/admin/dashboard')).text()).not.toContain(to)
  const seller = { fpx_seller_id: 'SE00099901' }
  await withPlatform(pool, (trx) =>
    trx.updateTable('platform.entity').set(seller).where('id', '=', tenant.place.id).execute(),
  )
  expect((await figures()).html).not.toContain(to)
})
