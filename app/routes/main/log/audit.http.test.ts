import { beforeAll, describe, expect, test } from 'vitest'
import { logOf } from '#app/domain/audit/seals/test-support.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'

let tenant: Tenant
let product: App
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Pelangi' })
  product = await app()
  await logOf(tenant).write(1)
})

const textOf = async (answer: Promise<Response>) => {
  const response = await answer
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}
const opened = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['id', 'actor_id'])
      .where('action', '=', 'audit.opened')
      .where('entity_id', '=', tenant.place.id)
      .execute(),
  )

describe("an organisation's log on the main host", () => {
  const path = () => `/admin/log/audit?entity=${tenant.place.id}`

  test('is read by who may, and that is written down once in a while', async () => {
    const auditor = await product.operator('auditor')
    const text = await textOf(auditor.get(path()))
    expect(text).toContain('Audit log of Tadika Pelangi')
    expect(text).toContain('Category changed')
    await auditor.get(`${path()}&group=category`)
    expect(await opened()).toHaveLength(1)
    const [row] = await logOf(tenant).rows()
    expect(await textOf(auditor.get(`/admin/log/audit/view/${row!.id}?entity=${tenant.place.id}`))).toContain(
      'Tadika Pelangi',
    )
    expect((await auditor.get(`/admin/log/audit/view/${row!.id}`)).status).toBe(404)
  })

  test('is not for support, and not there when the organisation is not', async () => {
    const support = await product.operator('support')
    const before = (await opened()).length
    expect((await support.get(path())).status).toBe(403)
    expect(await opened()).toHaveLength(before)
    const owner = await product.operator('owner')
    expect((await owner.get('/admin/log/audit?entity=0198f000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('is printed and exported by who may print, and by nobody else; that is written down, too', async () => {
    const query = `entity=${tenant.place.id}&group=category`
    const owner = await product.operator('owner')
    const paper = await textOf(owner.get(`/admin/log/audit/print?${query}`))
    expect(paper).toContain('Audit log of Tadika Pelangi')
    expect(paper).toContain('Category changed')
    const file = await owner.get(`/admin/log/audit/export/csv?${query}`)
    expect(file.headers.get('content-disposition')).toContain(`log-audit-${tenant.entity.subdomain}-`)
    expect((await file.text()).split('\n').slice(1).join()).toMatch(/^"?Category changed/)
    const list = await (await owner.get(`/admin/log/audit?${query}`)).text()
    expect(list).toMatch(new RegExp(`href="/admin/log/audit/print\\?[^"]*entity=${tenant.place.id}`))
    const before = (await opened()).length
    for (const role of ['finance', 'support'] as const) {
      const operator = await product.operator(role)
      for (const path of ['print', 'export/csv', 'export/xlsx'])
        expect((await operator.get(`/admin/log/audit/${path}?${query}`)).status, `${role} ${path}`).toBe(403)
    }
    expect(await opened()).toHaveLength(before)
    await (await product.operator('auditor')).get(`/admin/log/audit/print?${query}`)
    expect(await opened()).toHaveLength(before + 1)
    const nowhere = '/admin/log/audit/print?entity=0198f000-0000-7000-8000-000000000000'
    expect((await owner.get(nowhere)).status).toBe(404)
  })
})

describe("the platform's log", () => {
  test('shows support only what support did', async () => {
    await (await product.operator('owner')).get(`/admin/log/audit?entity=${tenant.place.id}`)
    const [entry] = await opened()
    const support = await product.operator('support')
    expect(await textOf(support.get('/admin/log/audit'))).not.toContain('Audit log of an organisation opened')
    expect((await support.get(`/admin/log/audit/view/${entry!.id}`)).status).toBe(404)
    const finance = await product.operator('finance')
    expect(await textOf(finance.get('/admin/log/audit'))).toContain('Audit log of an organisation opened')
    expect(await textOf(finance.get(`/admin/log/audit/view/${entry!.id}`))).toContain('Tadika Pelangi')
  })

  test('is printed and exported by owners and auditors, and verified by all but support', async () => {
    for (const [role, prints, verifies] of [
      ['owner', 200, 200],
      ['auditor', 200, 200],
      ['finance', 403, 200],
      ['support', 403, 403],
    ] as const) {
      const operator = await product.operator(role)
      for (const path of [
        '/admin/log/audit/print',
        '/admin/log/audit/export/csv',
        '/admin/log/login/export/xlsx',
      ])
        expect((await operator.get(path)).status, `${role} ${path}`).toBe(prints)
      expect((await operator.get('/admin/log/audit/verify')).status, role).toBe(verifies)
      expect((await operator.get('/admin/log/login')).status, role).toBe(200)
    }
    const owner = await product.operator('owner')
    expect((await owner.post('/admin/log/audit/verify', { verify: 'yes' })).status).toBe(302)
    expect(await textOf(owner.get('/admin/log/audit/verify'))).toContain('The log is as it was sealed')
  })
})
