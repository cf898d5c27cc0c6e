import { beforeAll, expect, test } from 'vitest'
import { activeOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { essentialFeatures, type FeatureCode, featureCodes } from '#app/domain/core/features/feature.ts'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { registrationIsOpen } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { openTypes } from '#app/domain/giving/donation-types/open-types.ts'
import { onlineTerms } from '#app/domain/payments/attempts/online-terms.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { insert } from '#tests/support/database/factories.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { freshTenant, newSellerId, type Tenant } from '#tests/support/database/tenant.ts'
import { client, clientAs } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { salesPackage, subscribed } from '#tests/support/product/packages.ts'

let product: App
/** Its package holds what every package holds, and nothing else. */
let small: Tenant
let whole: Tenant
beforeAll(async () => {
  product = await app()
  ;[small, whole] = [await freshTenant(), await freshTenant()]
  await subscribed(small, { name: 'Kecil', features: essentialFeatures })
  await subscribed(whole, { name: 'Besar' })
  await salesPackage(whole.database, { name: 'Rahsia', is_public: false })
})

const words = async (answer: Response) => (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const off = (tenant: Tenant, code: FeatureCode, status: string) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx.updateTable('platform.feature').set({ status }).where('code', '=', code).execute(),
  )

/** What is not had without each. */
const pages = [
  ['recurring', '/invoice/generation'],
  ['recurring', '/invoice/generation/new'],
  ['discount_rules', '/discount/new'],
  ['chip', '/setting/chip/edit'],
  ['statement_matching', '/bank-statement/new'],
  ['online_registration', '/setting/registration/edit'],
  ['infaq', '/infaq-type/new'],
  ['zakat', '/zakat-type/new'],
  ['attendance', '/closure/new'],
  ['trainer_pay', '/pay-sheet/new'],
  ['branches', '/branch/new'],
  ['audit_export', '/log/audit/print'],
  ['einvoice', '/einvoice/settings/connection'],
  ['custom_smtp', '/setting/mail/edit'],
  ['custom_domain', '/setting/domain/edit'],
  ['reports_basic', '/report/student/studentList'],
  ['reports_basic', '/report/student/studentYearly'],
  ['reports_basic', '/report/student/programSummary'],
  ['reports_full', '/report/branch/subjects'],
  ['reports_full', '/report/branch/enrolments'],
] as const
/** Of these the tests of calls and of families tell. */
const others = [
  ...['label_override', 'fpx', 'fpx_b2b1', 'bank_transfer'],
  // of these the test of channels below
  ...['announcement_sms', 'announcement_whatsapp'],
] as const satisfies FeatureCode[]

test.each(pages)('without %s, %s says which package has it', async (code, path) => {
  const answer = await (await product.signedInAs(small, 'superadmin')).get(path)
  expect(answer.status).toBe(403)
  const said = await words(answer)
  expect(said).toContain('is not part of your package, Kecil. It is part of: ')
  expect(said).toContain('Besar')
  expect(said).not.toContain('Rahsia')
  const has = await (await product.signedInAs(whole, 'superadmin')).get(path)
  expect([code, has.status]).not.toEqual([code, 403])
})

test('nothing is changed without the feature either, in a page or a call', async () => {
  const head = await product.signedInAs(small, 'superadmin')
  const form = { locale: 'en', version: '0', intent: 'save', student_one: 'pupil' }
  expect((await head.post('/setting/label', form)).status).toBe(403)
  expect((await head.post('/discount/new', { code: 'X', name: 'Adik' })).status).toBe(403)
  expect(await small.read(labelsOf)).toMatchObject({ byLocale: {} })
  const call = await clientAs(product, small, 'superadmin')
  const { error } = await call.put('entity/label', {
    locale: 'en',
    labels: { student: { one: 'pupil', other: 'pupils' } },
  })
  expect(error).toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
})

test('whose role would not do anyway is told so, and nothing of packages', async () => {
  const trainer = await product.signedInAs(small, 'trainer')
  const said = await words(await trainer.get('/discount/new'))
  expect(said).toContain('Not for your role')
  expect(said).not.toContain('Besar')
})

/** The pages of each feature, by the address with which a page beside them leads to them: a tab, or a setting. */
const wholly = [
  ['infaq', '/infaq/list', '/fund'],
  ['zakat', '/zakat/list', '/fund'],
  ['bank_transfer', '/transfer-slip', '/payment'],
  ['online_registration', '/application', '/student'],
  ['online_registration', '/setting/registration', '/setting'],
  ['online_registration', '/setting/application', '/setting'],
  ['attendance', '/setting/attendance', '/setting'],
  ['recurring', '/setting/generation', '/setting'],
  ['chip', '/setting/chip', '/setting'],
  ['custom_domain', '/setting/domain', '/setting'],
  ['custom_smtp', '/setting/mail', '/setting'],
  ['label_override', '/setting/label', '/setting'],
] as const

test.each(wholly)('without %s, %s is no page, and %s does not lead to it', async (code, path, at) => {
  const head = await product.signedInAs(small, 'superadmin')
  const answer = await head.get(path)
  expect(answer.status).toBe(403)
  const html = await answer.text()
  expect(html).toContain('Not in your package')
  expect(html).toContain('href="/setting/subscription"')
  const beside = await head.get(at)
  expect(beside.status).toBe(200)
  expect(await beside.text()).not.toContain(`href="${path}"`)
  const other = await product.signedInAs(whole, 'superadmin')
  expect([code, (await other.get(path)).status]).toEqual([code, 200])
  expect(await (await other.get(at)).text()).toContain(`href="${path}"`)
})

test.each(['sms', 'whatsapp'])(
  'without %s, an announcement is not offered to be sent by it',
  async (channel) => {
    const formOf = async (tenant: Tenant) =>
      (await (await product.signedInAs(tenant, 'superadmin')).get('/announcement/new')).text()
    const offer = `name="channels" value="${channel}"`
    expect(await formOf(small)).toContain('name="channels" value="email"')
    expect(await formOf(small)).not.toContain(offer)
    expect(await formOf(whole)).toContain(offer)
  },
)

test("a parent's home leads to the gifts that the organisation takes, and to no others", async () => {
  const homeOf = async (tenant: Tenant) =>
    (await (await product.signedInAs(tenant, 'parent')).get('/dashboard')).text()
  const [without, withAll] = [await homeOf(small), await homeOf(whole)]
  for (const href of ['href="/infaq"', 'href="/zakat"']) {
    expect(without).not.toContain(href)
    expect(withAll).toContain(href)
  }
})

test('rows of a feature that a package lost can still be viewed, from the page of the subscription', async () => {
  const tenant = await freshTenant()
  await subscribed(tenant, { name: 'Kurang', features: essentialFeatures })
  const head = await product.signedInAs(tenant, 'superadmin')
  const subscription = async () => (await head.get('/setting/subscription')).text()
  expect(await subscription()).not.toContain('href="/infaq/list"')
  expect(await subscription()).toMatch(/Not in your package[\s\S]*In [^<]*Besar/)
  await tenant.write((trx) => infaqType(trx, { code: 'LAMA', suggested_sen: [] }))
  expect((await head.get('/infaq/list')).status).toBe(200)
  expect(await subscription()).toContain('href="/infaq/list"')
  expect((await head.get('/infaq-type/new')).status).toBe(403)
})

test('the menu and the pages of what was done before stay, without what would do more', async () => {
  const head = await product.signedInAs(small, 'superadmin')
  expect(await (await head.get('/invoice')).text()).not.toContain('href="/invoice/generation"')
  expect(await (await head.get('/program')).text()).toContain('href="/discount"')
  const list = await head.get('/discount')
  expect(list.status).toBe(200)
  expect(await list.text()).not.toContain('href="/discount/new"')
})

test('families are offered the ways to pay of the package, and give and register where it has that', async () => {
  for (const tenant of [small, whole]) {
    await tenant.write(async (trx) => {
      await trx.updateTable('payment_option').set({ status: 'active' }).execute()
      await infaqType(trx, { code: 'TABUNG', suggested_sen: [] })
      await insert(trx, 'setting', { key: 'registration_form', value: JSON.stringify({ open: true }) })
    })
    await withPlatform(tenant.database.pool, (trx) =>
      trx
        .updateTable('platform.entity')
        .set({ fpx_seller_id: newSellerId() })
        .where('id', '=', tenant.place.id)
        .execute(),
    )
  }
  const offered = (tenant: Tenant) =>
    tenant.read(async (db) => ({
      models: (await onlineTerms(db)).models,
      ways: (await activeOptions(db).execute()).map(({ method }) => method),
      gifts: (await openTypes(db, 'infaq', '2026-04-15', 'en')).map(({ code }) => code),
      registers: await registrationIsOpen(db),
    }))
  expect(await offered(small)).toEqual({ models: [], ways: ['cash'], gifts: [], registers: false })
  expect(await offered(whole)).toEqual({
    ...{ models: ['B2C', 'B2B1'], ways: ['fpx_b2c', 'fpx_b2b1', 'cash', 'bank_transfer'] },
    ...{ gifts: ['TABUNG'], registers: true },
  })
  await off(whole, 'fpx_b2b1', 'inactive')
  try {
    expect((await offered(whole)).models).toEqual(['B2C'])
  } finally {
    await off(whole, 'fpx_b2b1', 'active')
  }
})

test('who has subscribed to nothing has whatever is switched on', async () => {
  const free = await freshTenant()
  const { result } = await client(product, free).post('entity/init', {})
  const on = await withPlatform(free.database.pool, (trx) =>
    trx
      .selectFrom('platform.feature')
      .select('code')
      .where('status', '=', 'active')
      .orderBy('code')
      .execute(),
  )
  expect(result.features).toEqual(on.map(({ code }) => code))
  expect(on.length).toBeGreaterThan(10)
  expect(featureCodes.length).toBeGreaterThan(on.length)
  // what is sold stands before something, and each of it is tried here
  const tried = new Set<string>([...pages.map(([code]) => code), ...others, ...essentialFeatures])
  expect(on.map(({ code }) => code)).toEqual([...tried].toSorted())
})
