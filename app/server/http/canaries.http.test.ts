import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { record } from '#app/domain/core/audit.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

/** Secrets as people type them; none of them may be found anywhere afterwards. */
const canaries = {
  password: 'canary-password-7f3a',
  token: 'canary-token-91bc',
  code: '918273',
  identity_no: '140501-73-5678',
}

let tenant: Tenant
let product: App
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
})

const texts = (log: App['log']) => log.map((line) => JSON.stringify(line))
const auditOf = (of: Tenant) =>
  of.read(
    async (db) => (await sql<{ row: string }>`select audit_log::text as row from audit_log`.execute(db)).rows,
  )

describe('what is typed into forms and addresses', () => {
  test('never stands in the log of the product or in the audit log when it is secret', async () => {
    const visitor = product.visitor(tenant)
    const admin = await product.signedInAs(tenant, 'admin')
    const operator = await product.operator()
    const everything = { ...canaries, email: 'somebody@here.test', phone: '+60123456789', otp: canaries.code }
    const bearer = { authorization: `Bearer ${canaries.token}`, cookie: `lunas=${canaries.token}` }
    for (const path of [
      '/login',
      '/login/phone',
      '/forgot',
      '/reset',
      '/category/new',
      '/invoice/new',
      '/profile/edit',
    ])
      for (const browser of [visitor, admin]) await browser.post(path, everything)
    for (const path of ['/admin/login', '/admin/forgot', '/admin/reset'])
      await operator.post(path, everything)
    await product.visitor('localhost:3000').post('/admin/login', everything)
    await visitor.get(`/reset?token=${canaries.token}`, bearer)
    await visitor.get(`/invitation?token=${canaries.token}`)
    await visitor.get(`/dashboard?identity_no=${canaries.identity_no}`)
    await visitor.send('/login', { method: 'POST', body: JSON.stringify(everything), headers: bearer })
    expect(product.log.length).toBeGreaterThan(20)
    const rows = (await auditOf(tenant)).map(({ row }) => row)
    for (const [name, canary] of Object.entries(canaries)) {
      expect(
        texts(product.log).filter((line) => line.includes(canary)),
        name,
      ).toEqual([])
      expect(
        rows.filter((row) => row.includes(canary)),
        name,
      ).toEqual([])
    }
  })

  test('cannot begin a line of the log of its own', async () => {
    const before = product.log.length
    await product.visitor(tenant).get('/x%0d%0a%7b%22level%22%3a50%7d', { 'user-agent': 'a\tb' })
    await product.visitor(tenant).get('/y%E2%80%A8z')
    // Each line is parsed as it is written: one that a visitor began would not have been one of ours.
    const lines = product.log.slice(before)
    expect(lines.map(({ msg }) => msg)).toEqual(['request', 'request'])
    for (const line of texts(lines)) expect(line).not.toMatch(/[\r\n]/)
  })
})

test('an audit row keeps no secret even when its writer forgot', async () => {
  const actor = await tenant.actor('admin')
  const after = {
    password_hash: canaries.password,
    nested: { smtp_password_sealed: canaries.token, identity_no: canaries.identity_no },
    name: 'kept',
  }
  await tenant.write((trx) =>
    record(trx, actor, 'entity.edited', { type: 'entity', id: null }, { before: after, after }),
  )
  const rows = (await auditOf(tenant)).map(({ row }) => row).join('\n')
  expect(rows).toContain('kept')
  for (const canary of Object.values(canaries)) expect(rows).not.toContain(canary)
})

test('the tenant and the operator may add seals and read them, but never change or remove', async () => {
  const code = (role: 'tenant' | 'platform', text: string) =>
    (role === 'tenant'
      ? tenant.write((trx) => sql.raw(text).execute(trx))
      : withPlatform(tenant.database.pool, (trx) => sql.raw(text).execute(trx))
    ).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  for (const role of ['tenant', 'platform'] as const)
    for (const table of ['audit_log', 'audit_seal']) {
      for (const text of [
        `update ${table} set at = now()`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} add column x int`,
        `drop table ${table}`,
        `create rule r as on insert to ${table} do instead nothing`,
      ])
        expect(await code(role, text), `${role}: ${text}`).toBe('42501')
      expect(await code(role, `select * from ${table}`)).toBe('done')
    }
})
