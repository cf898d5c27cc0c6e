import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays, formatDate } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const today = currentDay()
let shop: Shop
let product: App
let clerk: Browser

beforeAll(async () => {
  shop = await openShop()
  shop.config.url = 'http://127.0.0.1:9'
  const banks = async () => ({ banks: [], fetched_at: null, stale: true, why: null })
  product = await app({ services: { fpx: { config: async () => shop.config, banks } } })
  clerk = await product.signedInAs(shop.tenant, 'clerk')
})

/** Cash as the clerk takes it; gives the address of the payment. */
async function cash(given: Record<string, string> = {}, sen = 12_000) {
  const { id } = await shop.bill(sen)
  const fields = fieldsOf(await page(clerk, `/invoice/pay/${id}`))
  return {
    id,
    fields,
    response: await clerk.post(`/invoice/pay/${id}`, { ...fields, method: 'cash', ...given }),
  }
}

const paidOnline = async (payer_parent_id?: string | null) => {
  const bill = await shop.bill()
  if (payer_parent_id)
    await shop.tenant.write((trx) =>
      trx.updateTable('invoice').set({ payer_parent_id }).where('id', '=', bill.id).execute(),
    )
  const attempt = await shop.start([bill.public_code], { at: new Date() })
  await shop.say(attempt, '00', {}, new Date())
  const [payment] = (await shop.payments()).filter(({ attempt_id }) => attempt_id === attempt.id)
  return { bill, attempt, payment: payment! }
}

describe('a payment at the counter', () => {
  test('offers what is owed and today, and leads to the payment with its receipt', async () => {
    const { fields, response } = await cash()
    expect(fields).toMatchObject({ amount: '120.00', paid_on: today })
    expect(response).toRedirectTo(/^\/payment\/view\//)
    const view = await page(clerk, response.headers.get('location')!)
    expect(view).toContain('was recorded.')
    expect(view).toContain('RM120.00')
    expect(view).toContain('/payment/download/')
  })

  test('of a part leaves the rest, and sent twice is one payment', async () => {
    const { id, fields, response } = await cash({ amount: '50.00' })
    const again = await clerk.post(`/invoice/pay/${id}`, { ...fields, method: 'cash', amount: '50.00' })
    expect(again.headers.get('location')).toBe(response.headers.get('location'))
    expect(await shop.invoiceNow(id)).toMatchObject({ paid_sen: 5_000, status: 'unpaid' })
  })

  test.each([
    ['more than is owed', { amount: '120.01' }, 'larger than what is still to be paid'],
    ['nothing', { amount: '0' }, 'RM0.03'],
    ['no amount', { amount: 'abc' }, 'amount in ringgit'],
    ['a day that does not exist', { paid_on: '2026-02-30' }, 'date that exists as day/month/year'],
    ['a day in other words', { paid_on: '30 June 2026' }, 'date that exists as day/month/year'],
    ['no day', { paid_on: '' }, 'Please fill this in'],
    ['tomorrow', { paid_on: addDays(today, 1) }, 'cannot be in the future'],
    ['31 days ago', { paid_on: addDays(today, -31) }, 'at most 30 days ago'],
    ['a transfer without a reference', { method: 'bank_transfer' }, 'bank&#x27;s reference number'],
    ['an unknown method', { method: 'fpx' }, 'choose one of the list'],
  ])('of %s is refused and nothing is lost', async (_what, given, sentence) => {
    const { id, response } = await cash({ remark: 'Catatan saya', ...given })
    expect(response.status).toBe(422)
    const text = await response.text()
    expect(text).toContain(sentence)
    expect(text).toContain('Catatan saya')
    expect(await shop.invoiceNow(id)).toMatchObject({ paid_sen: 0 })
  })

  test('may be dated back a year by an administrator', async () => {
    const admin = await product.signedInAs(shop.tenant, 'admin')
    const { id } = await shop.tenant.write((trx) =>
      invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: addDays(today, -310), due_on: today }),
    )
    const fields = fieldsOf(await page(admin, `/invoice/pay/${id}`))
    const response = await admin.post(`/invoice/pay/${id}`, {
      ...fields,
      method: 'cash',
      paid_on: addDays(today, -300),
    })
    expect(response).toRedirectTo(/^\/payment\/view\//)
  })

  test('dated before its invoice asks why beside the date, and shows the answer with the payment', async () => {
    const { id } = await shop.tenant.write((trx) =>
      invoice(trx, { branch_id: shop.tenant.branch.id, issued_on: addDays(today, -2), due_on: today }),
    )
    const blank = await page(clerk, `/invoice/pay/${id}`)
    expect(blank).not.toContain('name="early_reason"')
    const early = { ...fieldsOf(blank), method: 'cash', paid_on: addDays(today, -3) }
    const asked = await clerk.post(`/invoice/pay/${id}`, early)
    expect(asked.status).toBe(422)
    const text = await asked.text()
    expect(text).toContain(`was issued on ${formatDate(addDays(today, -2), 'en')}`)
    expect(text).toContain('name="early_reason"')
    const given = { ...early, early_reason: 'Dibayar tunai sebelum invois dibuat' }
    const done = await clerk.post(`/invoice/pay/${id}`, given)
    expect(await page(clerk, done.headers.get('location')!)).toContain('Dibayar tunai sebelum invois dibuat')
  })

  test('while an online payment is open warns, links to it, and wants a tick', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { at: new Date() })
    expect(await page(clerk, `/invoice/view/${bill.id}`)).toContain(`/invoice/pay/${bill.id}`)
    const form = await page(clerk, `/invoice/pay/${bill.id}`)
    expect(form).toContain('is still open')
    expect(form).toContain(`href="/fpx-transactions/view/${attempt.id}"`)
    expect(form).toContain(attempt.order_no)
    const fields = { ...fieldsOf(form), method: 'cash' }
    const { despite_attempt: _, ...unticked } = fields as Record<string, string>
    const refused = await clerk.post(`/invoice/pay/${bill.id}`, unticked)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Look at it first, then tick this box')
    expect(await clerk.post(`/invoice/pay/${bill.id}`, { ...unticked, despite_attempt: 'on' })).toRedirectTo(
      /^\/payment\/view\//,
    )
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  })

  test('that looks like one typed before asks first', async () => {
    const transfer = { method: 'bank_transfer', reference_no: 'MBB77801', amount: '120.00' }
    await cash(transfer)
    const { id, fields, response } = await cash(transfer)
    expect(response.status).toBe(409)
    const text = await response.text()
    expect(text).toContain('has the same reference, amount and date')
    expect(text).toContain('name="confirmed"')
    const again = { ...fields, ...transfer, form_key: newId(), confirmed: 'on' }
    expect(await clerk.post(`/invoice/pay/${id}`, again)).toRedirectTo(/^\/payment\/view\//)
  })

  test('of another branch’s invoice is not found', async () => {
    const other = await shop.tenant.write(async (trx) => invoice(trx, { branch_id: (await branch(trx)).id }))
    await page(clerk, `/invoice/pay/${other.id}`, 404)
    const fields = { method: 'cash', amount: '120.00', paid_on: today }
    expect((await clerk.post(`/invoice/pay/${other.id}`, fields)).status).toBe(404)
  })
})

describe('who may see payments', () => {
  test('a trainer sees none of it', async () => {
    const trainer = await product.signedInAs(shop.tenant, 'trainer')
    for (const path of [
      '/payment',
      '/fpx-transactions',
      '/collection',
      '/payment/print',
      '/collection/export/csv',
    ])
      await page(trainer, path, 403)
  })

  test('a parent sees those of the own family, without what FPX said', async () => {
    const parent = await product.signedInAs(shop.tenant, 'parent')
    const { parent_id } = await shop.tenant.actor('parent')
    const { payment: others } = await paidOnline()
    await page(parent, `/payment/view/${others.id}`, 404)
    const { payment } = await paidOnline(parent_id)
    const view = await page(parent, `/payment/view/${payment.id}`)
    expect(view).toContain(payment.number)
    expect(view).not.toContain('What the gateway said')
    const listed = (await page(parent, '/payment')).match(/(?<=href="\/payment\/view\/)[^"]+/g)
    expect(listed).toEqual([payment.id])
    await page(parent, '/fpx-transactions', 403)
    expect((await parent.post(`/payment/resend/${payment.id}`)).status).toBe(403)
  })

  test('another organisation sees none of it', async () => {
    const other = await freshTenant()
    const theirs = await product.signedInAs(other, 'superadmin')
    const { payment, attempt } = await paidOnline()
    await page(theirs, `/payment/view/${payment.id}`, 404)
    await page(theirs, `/fpx-transactions/view/${attempt.id}`, 404)
    expect((await theirs.post(`/fpx-transactions/enquire/${attempt.id}`)).status).toBe(404)
    expect((await theirs.post(`/fpx-transactions/release/${attempt.id}`)).status).toBe(404)
  })

  test('a clerk reads the money-in book of today, a supervisor all of it, and only who may takes it away', async () => {
    const { response } = await cash({ paid_on: addDays(today, -3) }, 77_700)
    await page(clerk, response.headers.get('location')!)
    expect(await page(clerk, '/collection')).not.toContain('RM777.00')
    expect(await page(clerk, `/collection?from=${addDays(today, -9)}`)).not.toContain('RM777.00')
    for (const list of ['collection', 'fpx-transactions']) await page(clerk, `/${list}/export/csv`, 403)
    const supervisor = await product.signedInAs(shop.tenant, 'supervisor')
    expect(await page(supervisor, '/collection')).toContain('RM777.00')
    expect(await page(supervisor, '/collection/export/csv')).toContain('777.00')
  })
})

describe('the list of payments', () => {
  test('finds by number, invoice and FPX id, filters, and adds up what it shows', async () => {
    const { payment, bill } = await paidOnline()
    for (const q of [payment.number, bill.number!, payment.gateway_transaction_id!]) {
      const found = await page(clerk, `/payment?q=${encodeURIComponent(q)}`)
      expect(found, q).toContain('1 entry')
      expect(found, q).toContain(payment.number)
    }
    const none = await page(clerk, `/payment?q=${payment.number}&method=cash`)
    expect(none).toContain('Nothing matches')
    expect(await page(clerk, `/payment?q=${payment.number}`)).toContain('RM121.00')
    const csv = await page(clerk, `/payment/export/csv?q=${payment.number}`)
    expect(csv).toContain(`${payment.number},`)
    expect(csv).toContain('121.00')
  })
})

describe('an FPX transaction', () => {
  test('tells every message in plain words, and the payer’s answer from the bank is not among them', async () => {
    const { attempt, payment } = await paidOnline()
    const view = await page(clerk, `/fpx-transactions/view/${attempt.id}`)
    expect(view).toContain('00 Approved: recorded as paid')
    expect(view).toContain(payment.number)
    expect(withoutIds(view)).not.toContain('PyN')
  })

  test('is asked about on demand, once a minute, and an FPX that does not answer changes nothing', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { at: new Date() })
    const path = `/fpx-transactions/view/${attempt.id}`
    const ask = () => clerk.post(`/fpx-transactions/enquire/${attempt.id}`)
    expect(await ask()).toRedirectTo(path)
    expect(await page(clerk, path)).toContain('We asked FPX about')
    expect(await ask()).toRedirectTo(path)
    const after = await page(clerk, path)
    expect(after).toContain('Please wait a minute.')
    expect(after).toContain('no answer that can be believed')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
  })

  test('that nobody decides can be made to give its invoice back', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { at: new Date() })
    expect(await page(clerk, `/fpx-transactions/view/${attempt.id}`)).toContain('Release invoice')
    await clerk.post(`/fpx-transactions/release/${attempt.id}`)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    expect(await page(clerk, `/fpx-transactions/view/${attempt.id}`)).not.toContain('Release invoice')
  })

  test('that needs a person is a payment to check, and found among all online payments', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { at: new Date() })
    await shop.say(attempt, '00', { fpx_txnAmount: '1.00' }, new Date())
    const toCheck = await page(clerk, '/payment-exception')
    expect(toCheck).toContain(attempt.order_no)
    expect(toCheck).toContain('href="/fpx-transactions"')
    const list = await page(clerk, '/fpx-transactions?state=attention')
    expect(list).toContain(attempt.order_no)
    expect(await page(clerk, `/fpx-transactions/view/${attempt.id}`)).toContain('No money was recorded')
  })
})

test('a receipt is sent again to the payer’s address, once for one press', async () => {
  const { payment } = await paidOnline()
  const view = await page(clerk, `/payment/view/${payment.id}`)
  const form_key = /name="form_key" value="([^"]+)"/.exec(view)![1]!
  const jobs = () =>
    shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'receipt.resent')
        .where('object_id', '=', payment.id)
        .execute(),
    )
  await clerk.post(`/payment/resend/${payment.id}`, { form_key })
  await clerk.post(`/payment/resend/${payment.id}`, { form_key })
  expect(await jobs()).toHaveLength(1)
  await expect(shop.tenant).toHaveEnqueued('receipt.send', { payment_id: payment.id })
})
