import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { credit } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const account_number = '114412345678'
let shop: Shop
let product: App
let clerk: Browser
let admin: Browser
beforeAll(async () => {
  shop = await openShop()
  product = await app()
  clerk = await product.signedInAs(shop.tenant, 'clerk')
  admin = await product.signedInAs(shop.tenant, 'admin')
})

/** RM20.00 that a family whose parent can sign in has paid too much. */
async function family() {
  const browser = await product.signedInAs(shop.tenant, 'parent')
  const parent_id = await shop.tenant.write(async (trx) => {
    const { id: user_id } = await shop.tenant.actor('parent')
    const payer = await trx.selectFrom('parent').selectAll().where('user_id', '=', user_id).executeTakeFirst()
    const one = payer ?? (await parent(trx, { user_id }))
    await student(trx, { branch_id: shop.tenant.branch.id }, { payer: one })
    await credit(trx, { parent_id: one.id })
    return one.id
  })
  return { browser, parent_id }
}

test('a clerk asks, an admin approves and pays, the family reads of it, and all books say so', async () => {
  const { browser, parent_id } = await family()
  const form = `/credit-refund/new/${parent_id}`
  expect(await page(clerk, '/family-credit')).toContain(form)
  expect(await page(clerk, `/family/view/${parent_id}`)).toContain(form)
  const fields = fieldsOf(await page(clerk, form))
  expect(fields).toMatchObject({ amount: '20.00', method: 'bank_transfer' })
  const typed = { ...fields, bank_name: 'Maybank', account_number, reason: 'Pindah ke negeri lain' }
  const wrong = await clerk.post(form, { ...typed, amount: '25' })
  expect(wrong.status).toBe(422)
  const told = await wrong.text()
  expect(told).toContain('RM20.00 of free credit, no more')
  expect(told).not.toContain(account_number)
  expect(fieldsOf(told)).toMatchObject({ amount: '25', bank_name: 'Maybank', reason: typed.reason })

  const asked = await clerk.post(form, { ...typed, amount: '15' })
  expect(asked).toRedirectTo(/^\/credit-refund\/view\//)
  const view = asked.headers.get('location')!
  const id = view.split('/').at(-1)!
  const seen = await page(clerk, view)
  expect(seen).toContain('Withdraw the request')
  expect(seen).toContain('•••• 5678')
  expect(seen).not.toContain(`/credit-refund/reveal/${id}`)
  expect(await page(clerk, `/family/view/${parent_id}`)).toContain('RM15.00 of which reserved')
  expect(await page(clerk, `/family/statement/${parent_id}`)).toContain('RM15.00 of which reserved')
  for (const verb of ['approve', 'pay', 'reveal', 'cancel'])
    expect((await clerk.post(`/credit-refund/${verb}/${id}`)).status).toBe(403)
  expect((await admin.get(`/credit-refund/print/${id}`)).status).toBe(404)

  expect(await page(admin, '/dashboard')).toContain('refund of credit to decide')
  expect(await page(admin, `/credit-refund/reveal/${id}`)).not.toContain(account_number)
  expect(await (await admin.post(`/credit-refund/reveal/${id}`)).text()).toContain(account_number)
  expect(await admin.post(`/credit-refund/approve/${id}`)).toRedirectTo(view)
  expect(await page(admin, '/dashboard')).toContain('approved refund to pay')
  const voucher = await page(clerk, `/credit-refund/print/${id}`)
  expect(voucher).toContain('RM15.00')
  expect(voucher).not.toContain(account_number)

  const unsure = await admin.post(`/credit-refund/pay/${id}`, { paid_on: currentDay() })
  expect(unsure.status).toBe(422)
  expect(await unsure.text()).toContain('bank&#x27;s reference number')
  const paid = { paid_on: currentDay(), bank_reference: 'MBB 77120' }
  expect(await admin.post(`/credit-refund/pay/${id}`, paid)).toRedirectTo(view)
  expect((await admin.post(`/credit-refund/pay/${id}`, paid)).status).toBe(409)
  expect(await page(admin, '/family-credit')).toContain(view)

  const own = await page(browser, view)
  for (const piece of ['RM15.00', 'MBB 77120', '•••• 5678']) expect(own).toContain(piece)
  expect(own).not.toContain(typed.reason)
  expect(own).not.toContain('Requested by')
  expect(await page(browser, '/credit-refund')).toContain('RM15.00')
  expect(await page(browser, '/dashboard')).toContain(view)
  await shop.balanced()
})
