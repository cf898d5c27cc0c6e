import { beforeAll, describe, expect, test } from 'vitest'
import type { OperatorRole } from '#app/domain/core/access/operator-access.ts'
import { newId } from '#db/id.ts'
import { platformRef } from '#db/pool.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { freshTenant, readAt, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let product: App
let tenant: Tenant
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant({ name: 'Tadika <Sinar>' })
})

interface Given {
  name?: string
  error?: string
  failed_at?: string
  retried_at?: string
  entity_id?: string | null
}

async function failedJob({ name = 'receipt.send', ...given }: Given = {}) {
  const id = newId()
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) =>
    trx
      .insertInto('platform.failed_job')
      .values({
        id,
        name,
        entity_id: tenant.place.id,
        payload: JSON.stringify({ payment_id: id }),
        error: 'MailError: mail unreachable',
        attempts: 12,
        ...given,
      })
      .execute(),
  )
  return id
}
const rows = async <T>(work: Parameters<typeof readAt<T>>[2]): Promise<T> =>
  readAt(await testDatabase(), platformRef, work)
const page = async (path: string, role: OperatorRole = 'owner') =>
  (await (await product.operator(role)).get(path)).text()

describe('the list of failed jobs', () => {
  test('shows the job, whose it was, why it failed and whether it was tried again', async () => {
    await failedJob({ error: 'MailError: <b>refused</b>', failed_at: '2026-01-31T06:05:00Z' })
    const html = await page('/admin/job?q=refused')
    for (const part of [
      'receipt.send',
      'Tadika &lt;Sinar&gt;',
      'MailError: &lt;b&gt;refused&lt;/b&gt;',
      '12',
      '31 Jan 2026, 2:05 pm',
    ])
      expect(html).toContain(part)
    expect(html).toContain('href="/admin/job/print?q=refused"')
  })

  test('is narrowed by job, state, organisation, day and words', async () => {
    const other = await freshTenant()
    const ids = {
      render: await failedJob({
        name: 'document.render',
        error: 'narrowed',
        failed_at: '2026-02-01T00:00:00Z',
      }),
      retried: await failedJob({ error: 'narrowed', retried_at: '2026-02-02T00:00:00Z' }),
      other: await failedJob({ error: 'narrowed', entity_id: other.place.id }),
      // the evening of 31 January in London is the morning of 1 February here
      before: await failedJob({ error: 'narrowed', failed_at: '2026-01-31T15:59:00Z', entity_id: null }),
      after: await failedJob({ error: 'narrowed', failed_at: '2026-01-31T16:00:00Z', entity_id: null }),
    }
    const found = async (query: string) => {
      const html = await page(`/admin/job?q=narrowed&${query}`)
      return Object.entries(ids).flatMap(([name, id]) => (html.includes(id) ? [name] : []))
    }
    expect(await found('')).toHaveLength(5)
    expect(await found('name=document.render')).toEqual(['render'])
    expect(await found('state=retried')).toEqual(['retried'])
    expect(await found('state=open')).not.toContain('retried')
    expect(await found(`entity_id=${other.place.id}`)).toEqual(['other'])
    expect(await found('from=2026-02-01')).not.toContain('before')
    expect(await found('from=2026-02-01')).toContain('after')
    expect(await page(`/admin/job?q=${ids.other}`)).toContain(`/admin/job/view/${ids.other}`)
  })

  test('can be taken away', async () => {
    await failedJob({ error: '=HYPERLINK("//evil.test")' })
    const csv = await page('/admin/job/export/csv?q=HYPERLINK')
    expect(csv).toContain('Job,Organisation,Error,Attempts,Failed,Tried again')
    expect(csv).toContain(`"'=HYPERLINK(""//evil.test"")"`)
    expect(await page('/admin/job/print?q=HYPERLINK')).toContain('Failed jobs')
  })
})

describe('trying again', () => {
  test('asks for the job once, with who did it', async () => {
    const id = await failedJob()
    const first = await product.operator('support')
    expect(await (await first.get(`/admin/job/view/${id}`)).text()).toContain(
      `action="/admin/job/retry/${id}"`,
    )
    const answers = await Promise.all(
      [first, await product.operator()].map((browser) => browser.post(`/admin/job/retry/${id}`)),
    )
    for (const answer of answers) expect(answer).toRedirectTo(`/admin/job/view/${id}`)
    const asked = await rows((db) =>
      db.selectFrom('platform.outbox').select(['name', 'entity_id', 'payload']).execute(),
    )
    expect(asked.filter(({ payload }) => JSON.stringify(payload).includes(id))).toEqual([
      { name: 'receipt.send', entity_id: tenant.place.id, payload: { payment_id: id } },
    ])
    const audit = await rows((db) =>
      db.selectFrom('platform.audit_log').selectAll().where('object_id', '=', id).execute(),
    )
    expect(audit).toMatchObject([
      {
        action: 'job.retried',
        actor_type: 'operator',
        object_type: 'job',
        entity_id: tenant.place.id,
        after: { name: 'receipt.send', attempts: 12 },
        ip: '192.0.2.1',
      },
    ])
    const html = await (await first.get(`/admin/job/view/${id}`)).text()
    expect(html).not.toContain('/admin/job/retry/')
    expect(html).toContain('Tried again')
    const late = await first.post(`/admin/job/retry/${id}`)
    expect(late).toRedirectTo(`/admin/job/view/${id}`)
    expect(await (await first.get(`/admin/job/view/${id}`)).text()).toContain('asked for again already')
  })

  test('is not for everybody who may look', async () => {
    const id = await failedJob()
    const auditor = await product.operator('auditor')
    const view = await auditor.get(`/admin/job/view/${id}`)
    expect(view.status).toBe(200)
    expect(await view.text()).not.toContain('/admin/job/retry/')
    expect((await auditor.post(`/admin/job/retry/${id}`)).status).toBe(403)
    const finance = await product.operator('finance')
    for (const path of ['/admin/job', `/admin/job/view/${id}`, '/admin/job/print', '/admin/job/export/csv'])
      expect((await finance.get(path)).status).toBe(403)
  })

  test('a job that there is not is not found', async () => {
    const owner = await product.operator()
    for (const path of [`/admin/job/view/${newId()}`, '/admin/job/view/x'])
      expect((await owner.get(path)).status).toBe(404)
    expect((await owner.post(`/admin/job/retry/${newId()}`)).status).toBe(404)
  })

  test('is nothing on an organisation’s host', async () => {
    const admin = await product.signedInAs(tenant, 'superadmin')
    expect(await admin.get('/admin/job')).toRedirectTo('/')
  })
})
