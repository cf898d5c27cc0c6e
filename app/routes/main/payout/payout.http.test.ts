import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { prepareNow } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { insert, next, type Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
let owner: Browser
let finance: Browser
let auditor: Browser
let support: Browser

const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
const page = (id: string) => `/admin/payout/view/${id}`
const words = async (path: string, by = finance) =>
  (await (await by.get(path)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const rowOf = (id: string) =>
  platform((trx) =>
    trx.selectFrom('platform.payout').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  ;[owner, finance, auditor, support] = [
    ...[await product.operator('owner'), await product.operator('finance')],
    ...[await product.operator('auditor'), await product.operator('support')],
  ] as [Browser, Browser, Browser, Browser]
  const { id } = tenant.place
  await platform((trx) =>
    trx
      .updateTable('platform.entity')
      .set({
        ...{ bank_code: 'MBB', bank_name: 'Maybank', account_name: 'Cahaya', bank_status: 'verified' },
        account_number_sealed: seal(
          product.services.ring,
          entityCell(id, 'account_number_sealed'),
          '1122334455',
        ),
      })
      .where('id', '=', id)
      .execute(),
  )
})

/** A payment of RM101 that has settled, of which RM1 is a fee. */
const settled = () =>
  platform((trx) =>
    insert(trx, 'platform.ledger', {
      ...{
        id: newId(),
        entity_id: tenant.place.id,
        collection_id: newId(),
        source: 'invoice',
        method: 'fpx',
      },
      ...{ reference: `RCP-${next()}`, gross_sen: 10_100, payer_fee_sen: 100, net_sen: 10_000 },
      ...{ status: 'settled', collected_on: '2026-01-31', settles_on: '2026-02-02' },
    }),
  )
const now = { payout_on: '2026-02-04', now: new Date('2026-02-04T04:00:00Z') }
const prepared = async () => {
  await settled()
  return platform((trx) => prepareNow(trx, product.services.ring, systemActor, tenant.place.id, now))
}

test('a payout is listed, and its page adds up and tells no more of the account than its end', async () => {
  const line = await settled()
  const id = await prepared()
  const { number } = await rowOf(id)
  expect(await words('/admin/payout')).toContain(number)
  const said = await words(page(id), auditor)
  for (const told of ['RM202.00', 'RM2.00', 'RM200.00', '•••• 4455', 'Maybank', line.reference])
    expect(said).toContain(told)
  expect(said).toContain('looked at twice')
  expect(said).not.toContain('1122334455')
  expect(await (await finance.get(page(id))).text()).toContain(`href="/admin/collection/view/${line.id}"`)
  const file = await (await finance.get('/admin/payout/export/csv')).text()
  expect(file).toContain(number)
})

test('who looks after organisations sees none, and what is not there is not found', async () => {
  const id = await prepared()
  expect((await support.get('/admin/payout')).status).toBe(403)
  expect((await support.get(page(id))).status).toBe(403)
  expect((await owner.get(page(newId()))).status).toBe(404)
})

test('it is released by one and approved by another, as it was seen, and stopped or cancelled with a reason', async () => {
  const id = await prepared()
  const post = (by: Browser, verb: string, more: Record<string, string> = {}) =>
    by.post(`/admin/payout/${verb}/${id}`, { version: '1', ...more })
  expect((await post(auditor, 'release')).status).toBe(403)
  await post(owner, 'release')
  expect(await rowOf(id)).toMatchObject({ status: 'draft', releaser: expect.any(String), version: 2 })
  expect((await post(finance, 'approve', { version: '2' })).status).toBe(403)
  await post(owner, 'approve', { version: '2' })
  expect((await rowOf(id)).status).toBe('draft')
  const second = await product.operator('owner')
  await post(second, 'approve')
  expect((await rowOf(id)).status).toBe('draft')
  await post(second, 'approve', { version: '2' })
  expect((await rowOf(id)).status).toBe('approved')
  const short = await post(finance, 'hold', { version: '3', why: 'tidak' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('tidak')
  const stale = await post(finance, 'hold', { version: '2', why: 'Semak dengan bank' })
  expect(stale.status).toBe(409)
  expect((await post(finance, 'hold', { version: '3', why: 'Semak dengan bank' })).status).toBe(302)
  expect(await words(page(id))).toContain('Semak dengan bank')
  await post(finance, 'release', { version: '4' })
  expect((await post(finance, 'cancel', { version: '5', why: 'Sudah dibayar terus' })).status).toBe(302)
  expect(await rowOf(id)).toMatchObject({ status: 'cancelled', cancel_reason: 'Sudah dibayar terus' })
})

/** One that a second person has approved, after another look where it was held. */
const approved = async () => {
  const id = await prepared()
  const seen = async () => ({ version: String((await rowOf(id)).version) })
  if ((await rowOf(id)).status === 'on_hold') await finance.post(`/admin/payout/release/${id}`, await seen())
  await owner.post(`/admin/payout/approve/${id}`, await seen())
  return id
}
const send = (by: Browser, layout = 'comma') =>
  by.post('/admin/payout/send', { payout_on: '2026-02-04', layout })

test('what went to the bank with its file is marked as paid or failed, once', async () => {
  const sent = async () => {
    const id = await approved()
    expect((await finance.get(`/admin/payout/file/${id}`)).status).toBe(404)
    const unknown = await send(finance, 'telepathy')
    expect(unknown.status).toBe(422)
    expect((await send(finance)).status).toBe(302)
    return id
  }
  const paid = await sent()
  const { number, net_sen, version } = await rowOf(paid)
  expect((await send(finance)).status).toBeGreaterThanOrEqual(400)
  expect((await send(auditor)).status).toBe(403)
  expect((await auditor.get(`/admin/payout/file/${paid}`)).status).toBe(403)
  const file = await finance.get(`/admin/payout/file/${paid}`)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="payout-[\w-]+\.csv"$/)
  const text = await file.text()
  expect(text.split('\r\n')[1]).toBe(`${number},2026-02-04,Cahaya,1122334455,Maybank,MBB,${net_sen / 100}.00`)
  expect(await (await finance.get(`/admin/payout/file/${paid}`)).text()).toBe(text)
  const told = { version: String(version), bank_reference: 'M2E-1', paid_on: todayIn(new Date()) }
  const late = await finance.post(`/admin/payout/paid/${paid}`, { ...told, paid_on: '2099-01-01' })
  expect(late.status).toBeGreaterThanOrEqual(400)
  expect(await late.text()).toContain('value="M2E-1"')
  expect((await finance.post(`/admin/payout/paid/${paid}`, told)).status).toBe(302)
  expect(await words(page(paid))).toContain('M2E-1')
  const why = 'Akaun ditutup bank'
  const twice = await finance.post(`/admin/payout/failed/${paid}`, { version: String(version + 1), why })
  expect(twice.status).toBe(409)
  expect(await (await finance.get(`/admin/payout/file/${paid}`)).text()).toBe(text)
})

test('what the bank sent back is free for the next payout', async () => {
  const id = await approved()
  await send(finance)
  const { version, net_sen } = await rowOf(id)
  const why = 'Akaun ditutup bank'
  expect((await finance.post(`/admin/payout/failed/${id}`, { version: String(version), why })).status).toBe(
    302,
  )
  expect(await rowOf(id)).toMatchObject({ status: 'failed', fail_reason: why })
  const again = await prepared()
  expect((await rowOf(again)).net_sen).toBe(net_sen + 10_000)
})
