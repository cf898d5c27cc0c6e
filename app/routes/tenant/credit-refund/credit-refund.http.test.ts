import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { credit } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'
import { todayIn } from '#app/domain/core/dates.ts'

describe('credit refunds', () => {
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
      const payer = await trx
        .selectFrom('parent')
        .selectAll()
        .where('user_id', '=', user_id)
        .executeTakeFirst()
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
})

describe('a refund of an FPX payment', () => {
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
})
