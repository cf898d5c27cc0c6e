import { beforeAll, expect, test } from 'vitest'
import { application } from '#tests/support/database/application-factories.ts'
import { feeCategory, feeType, insert, subject, subjectFee } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'

let tenant: Tenant
let product: App
beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
})

const text = async (browser: Browser, path: string) => (await browser.get(path)).text()

test('a family is told what to pay first, the counter takes it down, and who looks after classes sees no amount', async () => {
  const { id, public_code } = await tenant.write(async (trx) => {
    await insert(trx, 'setting', { key: 'application', value: JSON.stringify({ fee_first: true }) })
    const category = await feeCategory(trx, { kind: 'registration' })
    const { id: fee_type_id } = await feeType(trx, { fee_category_id: category.id })
    const { id: subject_id } = await subject(trx)
    const fee = { subject_id, fee_type_id, frequency: 'one_off', starts_on: '2020-01-01' }
    await subjectFee(trx, { ...fee, amount_sen: 76_54 })
    return application(trx, {}, { subject_id })
  })
  const [clerk, teacher, family] = [
    await product.signedInAs(tenant, 'clerk'),
    await product.signedInAs(tenant, 'class-admin'),
    product.visitor(tenant),
  ]
  const [view, pay, status] = [
    `/application/view/${id}`,
    `/application/fee/${id}`,
    `/application/status/${public_code}`,
  ]
  expect(await text(family, status)).toContain('registration fee of RM76.54 first')
  const before = await text(clerk, view)
  expect(before).toContain('RM76.54, not paid yet')
  expect(before).toContain(pay)
  expect(await text(teacher, view)).not.toContain('76.54')
  expect((await teacher.get(pay)).status).toBe(403)

  const fields = { ...fieldsOf(await text(clerk, pay)), method: 'cash' }
  expect(fields).toMatchObject({ amount: '76.54' })
  const less = await clerk.post(pay, { ...fields, amount: '76.53' })
  expect(less.status).toBe(422)
  expect(await less.text()).toContain('The registration fee is RM76.54. Please record it in one amount.')
  for (const _ of ['once', 'twice']) expect(await clerk.post(pay, fields)).toRedirectTo(view)
  const after = await text(clerk, view)
  expect(after).toContain('RCP-')
  expect(after).not.toContain(pay)
  expect(await text(clerk, pay)).toContain('is paid already')
  expect(await text(family, status)).toMatch(/The registration fee has been paid: RCP-/)
  expect(await tenant.read((db) => db.selectFrom('payment').select('amount_sen').execute())).toEqual([
    { amount_sen: 76_54 },
  ])
})
