import { beforeAll, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const reason = 'Pelajar berpindah sekolah'
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

/** RM120.00 that came by FPX and paid an invoice; of a family that signs in, where it is told. */
async function paidByFpx(payer_parent_id?: string) {
  const bill = await shop.bill()
  if (payer_parent_id)
    await shop.tenant.write((trx) =>
      trx.updateTable('invoice').set({ payer_parent_id }).where('id', '=', bill.id).execute(),
    )
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  await shop.say(attempt, '00', {}, new Date())
  const payment = (await shop.payments()).find(({ attempt_id }) => attempt_id === attempt.id)!
  return { bill, payment: `/payment/view/${payment.id}`, parent_id: payment.payer_parent_id! }
}

/** The address that a link of a page leads to. */
const linkTo = (html: string, start: string) => new RegExp(`href="(${start}[^"]*)"`).exec(html)?.[1]

test('a payment by FPX says how its money goes back, and each of its links leads one step on', async () => {
  const { bill, payment, parent_id } = await paidByFpx()
  const before = await page(clerk, payment)
  expect(before).toContain('FPX cannot take a payment back')
  expect(before).toContain('RM0.00 is free for it now')
  // Nothing is free yet, so the way begins with a note.
  expect(linkTo(before, '/credit-refund/new/')).toBeUndefined()
  expect(before).not.toContain('/payment/cancel/')

  const note = linkTo(before, '/credit-note/new/')!
  expect(note).toBe(`/credit-note/new/${bill.id}`)
  const fields = fieldsOf(await page(clerk, note))
  const noted = (await clerk.post(note, { ...fields, 'items[0].amount': '50', reason })).headers.get(
    'location',
  )!
  await admin.post(noted.replace('/view/', '/approve/'))
  const form = linkTo(await page(clerk, noted), '/credit-refund/new/')!
  expect(form).toBe(`/credit-refund/new/${parent_id}`)
  const after = await page(clerk, payment)
  expect(after).toContain('RM50.00 is free for it now')
  expect(linkTo(after, '/credit-refund/new/')).toBe(form)

  const asking = fieldsOf(await page(clerk, form))
  expect(asking).toMatchObject({ amount: '50.00', method: 'bank_transfer' })
  const to = { bank_name: 'Maybank', account_number: '114412345678', reason }
  const refund = (await clerk.post(form, { ...asking, ...to })).headers.get('location')!
  expect(linkTo(await page(clerk, noted), '/credit-refund/new/')).toBeUndefined()
  expect(await admin.post(refund.replace('/view/', '/approve/'))).toRedirectTo(refund)
  const pay = refund.replace('/view/', '/pay/')
  // Who makes the transfer gets at the account from there.
  expect(linkTo(await page(admin, pay), '/credit-refund/reveal/')).toBeDefined()
  const paid = { ...fieldsOf(await page(admin, pay)), paid_on: todayIn(new Date()) }
  expect(await (await admin.post(pay, paid)).text()).toContain('bank&#x27;s reference number')
  expect(await admin.post(pay, { ...paid, bank_reference: 'MBB-1' })).toRedirectTo(refund)
  expect(await page(admin, refund)).toContain('MBB-1')
  await shop.balanced()
})

test('a family reads nothing of how the office gives money back', async () => {
  const parent = await product.signedInAs(shop.tenant, 'parent')
  const { parent_id } = await shop.tenant.actor('parent')
  const { payment } = await paidByFpx(parent_id!)
  const seen = await page(parent, payment)
  expect(seen).toContain('RM121.00')
  expect(seen).not.toContain('Giving money back')
})
