import { beforeAll, expect, test } from 'vitest'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { featuresIn } from '#app/domain/platform/packages/find-packages.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let product: App
let tenant: Tenant
let owner: Browser
beforeAll(async () => {
  product = await app()
  tenant = await freshTenant()
  owner = await product.operator('owner')
})

const form = {
  ...{ code: 'perak', name: 'Pakej Perak', description: 'Untuk tadika', student_limit: '80' },
  ...{ registration_fee_sen: '150', yearly_fee_sen: '360.50', transaction_fee_sen: '1.20' },
  ...{ transaction_fee_b2b1_sen: '2', included_credit: '100', trial_days: '14', sort_order: '3' },
  ...{ is_public: 'on', features: ['fpx', 'infaq'] },
}
const platform = <R>(work: Parameters<typeof withPlatform<R>>[1]) => withPlatform(tenant.database.pool, work)
const words = async (path: string, by = owner) =>
  (await (await by.get(path)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('a package is made, changed, taken off the market and removed', async () => {
  const made = await owner.post('/admin/package/new', form)
  const page = made.headers.get('location')!
  expect(page).toMatch(/^\/admin\/package\/view\//)
  const id = page.split('/').at(-1)!
  const row = await platform((trx) =>
    trx.selectFrom('platform.package').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({
    ...{ code: 'PERAK', yearly_fee_sen: 360_50, transaction_fee_sen: 1_20, student_limit: 80 },
    ...{ staff_limit: null, trial_days: 14, is_public: true, status: 'active' },
  })
  const held = await platform((trx) => featuresIn(trx, id))
  expect(held).toEqual(expect.arrayContaining([...essentialFeatures, 'fpx', 'infaq']))
  expect(held).toHaveLength(essentialFeatures.length + 2)
  expect(await words(page)).toContain('RM360.50')

  const changed = await owner.post(`/admin/package/edit/${id}`, {
    ...{ ...form, features: ['zakat'], student_limit: '' },
    version: '1',
  })
  expect(changed.headers.get('location')).toBe(page)
  expect(await platform((trx) => featuresIn(trx, id))).toContain('zakat')
  expect(await platform((trx) => featuresIn(trx, id))).not.toContain('fpx')
  const stale = await owner.post(`/admin/package/edit/${id}`, { ...form, name: 'Lain', version: '1' })
  expect(stale.status).toBe(409)
  expect(await stale.text()).toContain('value="Lain"')

  expect((await owner.post(`/admin/package/status/${id}`, { status: 'inactive', version: '2' })).status).toBe(
    302,
  )
  expect(await words('/admin/package?status=inactive')).toContain('Pakej Perak')
  expect((await owner.post(`/admin/package/remove/${id}`, { version: '3' })).status).toBe(302)
  expect((await owner.get(page)).status).toBe(404)
  const actions = await platform((trx) =>
    trx.selectFrom('platform.audit_log').select('action').where('object_id', '=', id).orderBy('id').execute(),
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'package.created',
    'package.edited',
    'package.deactivated',
    'package.removed',
  ])
})

test('one that an organisation has is not removed, and says whom a change touches', async () => {
  const id = await subscribed(tenant, { name: 'Pakej Dipakai' })
  const name = await tenant.read((db) =>
    db.selectFrom('platform.entity').select('name').executeTakeFirstOrThrow(),
  )
  const page = `/admin/package/view/${id}`
  expect(await words(page)).toContain(name.name)
  expect(await words(`/admin/package/edit/${id}`)).toContain('1 organisation has this package')
  const answer = await owner.post(`/admin/package/remove/${id}`, { version: '1' })
  expect(answer.status).not.toBe(404)
  expect((await owner.get(page)).status).toBe(200)
  expect(await words(page)).toContain('Pakej Dipakai')
})

test.each([
  [{ name: '' }, 422],
  [{ yearly_fee_sen: '-1' }, 422],
  [{ yearly_fee_sen: '1.234' }, 422],
  [{ student_limit: '0' }, 422],
  [{ trial_days: '1000' }, 422],
  [{ features: ['flying'] }, 422],
])('%j is refused, and what was typed stays', async (fields, status) => {
  const answer = await owner.post('/admin/package/new', { ...form, code: 'EMAS', ...fields })
  expect(answer.status).toBe(status)
  expect(await answer.text()).toContain('value="EMAS"')
})

test('a code that is taken is named at its field', async () => {
  expect((await owner.post('/admin/package/new', { ...form, code: 'SATU' })).status).toBe(302)
  const again = await owner.post('/admin/package/new', { ...form, code: 'satu' })
  expect(again.status).toBe(409)
  expect(await again.text()).toContain('A package with this code exists already.')
})

test('a feature is switched off for everybody and on again, but for what nobody may be without', async () => {
  const page = '/admin/feature/view/statement_matching'
  expect(await words(page)).toContain('Switch off')
  const status = '/admin/feature/status/statement_matching'
  expect((await owner.post(status, { status: 'inactive', version: '1' })).status).toBe(302)
  expect(await words(page)).toContain('Switch on')
  const stale = await owner.post(status, { status: 'active', version: '1' })
  expect(stale.headers.get('location') ?? '').toContain(page)
  expect(await words(page)).toContain('Switch on')
  expect((await owner.post(status, { status: 'active', version: '2' })).status).toBe(302)
  expect(await words(page)).toContain('Switch off')
  await owner.post('/admin/feature/status/cash', { status: 'inactive', version: '1' })
  const cash = await platform((trx) =>
    trx.selectFrom('platform.feature').select('status').where('code', '=', 'cash').executeTakeFirstOrThrow(),
  )
  expect(cash.status).toBe('active')
  expect((await owner.get('/admin/feature/view/flying')).status).toBe(404)
})
