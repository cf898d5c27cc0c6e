import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { branch } from '#tests/support/database/factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'

const reason = 'Ditaip dua kali di kaunter'
let shop: Shop
let product: App
let clerk: Browser
let supervisor: Browser

beforeAll(async () => {
  shop = await openShop()
  product = await app()
  clerk = await product.signedInAs(shop.tenant, 'clerk')
  supervisor = await product.signedInAs(shop.tenant, 'supervisor')
})

/** Cash that somebody takes at the counter. */
async function taken(by: Browser = clerk) {
  const bill = await shop.bill()
  const fields = fieldsOf(await page(by, `/invoice/pay/${bill.id}`))
  const response = await by.post(`/invoice/pay/${bill.id}`, { ...fields, method: 'cash' })
  const view = response.headers.get('location')!
  const id = view.split('/').at(-1)!
  const { number, public_code } = await shop.tenant.read((db) =>
    db.selectFrom('payment').select(['number', 'public_code']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { bill, id, view, number, public_code }
}

async function ask(kind: 'invoice' | 'payment', id: string, by: Browser = clerk) {
  const form = await page(by, `/${kind}/cancel/${id}`)
  expect(form).toContain('Request cancellation')
  const response = await by.post(`/${kind}/cancel/${id}`, { ...fieldsOf(form), reason })
  expect(response).toRedirectTo(`/${kind}/view/${id}`)
  const view = await page(by, `/${kind}/view/${id}`)
  expect(view).toContain('waits for a second person')
  return /\/cancel-request\/withdraw\/([0-9a-f-]+)/.exec(view)![1]!
}

const statusOf = async (id: string) => (await shop.payments()).find((row) => row.id === id)!.status

describe('a payment', () => {
  test('that a clerk took down is cancelled by a head at once, and shown as cancelled everywhere', async () => {
    const { bill, id, view, number, public_code } = await taken()
    expect(await page(supervisor, view)).toContain(`/payment/cancel/${id}`)
    const form = await page(supervisor, `/payment/cancel/${id}`)
    expect(form).toContain('Cancel this payment')
    const short = await supervisor.post(`/payment/cancel/${id}`, { ...fieldsOf(form), reason: 'Silap' })
    expect(short.status).toBe(422)
    expect(await short.text()).toContain('Please give a reason of 10 to 300 characters.')
    const done = await supervisor.post(`/payment/cancel/${id}`, { ...fieldsOf(form), reason })
    expect(done).toRedirectTo(view)
    const after = await page(supervisor, view)
    expect(after).toContain('was cancelled.')
    expect(after).toContain(reason)
    expect(after).not.toContain(`/payment/cancel/${id}`)
    expect(after).not.toContain('/payment/resend/')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
    expect(await page(supervisor, `/invoice/view/${bill.id}`)).toContain(`/invoice/pay/${bill.id}`)
    const payer = product.visitor(shop.tenant)
    const status = await page(payer, `/payment/status/${public_code}`)
    expect(status).toContain('Reversed on')
    expect(status).toContain(number)
    expect(status).toContain(`/payment/receipt/${public_code}`)
    expect(status).not.toContain(reason)
    const open = await page(payer, `/invoice/status/${bill.public_code}`)
    expect(open).not.toContain(number)
    expect(after).toContain('The receipt stays as it was issued')
    const books = await page(supervisor, `/collection?q=${number}`)
    expect(books).toContain('2 entries')
    expect(books).toContain('-RM120.00')
    await shop.balanced()
  })

  test('that a head took down is not theirs to cancel: they ask, and another head approves', async () => {
    const { id, view } = await taken(supervisor)
    const request = await ask('payment', id, supervisor)
    expect(await page(supervisor, view)).not.toContain('/cancel-request/approve/')
    await supervisor.post(`/cancel-request/approve/${request}`)
    expect(await page(supervisor, view)).toContain('You requested this yourself')
    expect(await statusOf(id)).toBe('paid')
    const admin = await product.signedInAs(shop.tenant, 'admin')
    expect(await page(admin, view)).toContain(`/cancel-request/approve/${request}`)
    expect(await admin.post(`/cancel-request/approve/${request}`)).toRedirectTo(view)
    expect(await page(admin, view)).toContain('was cancelled.')
    expect(await statusOf(id)).toBe('cancelled')
  })

  test('that came online offers no cancelling and refuses it', async () => {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code], { at: new Date() })
    await shop.say(attempt, '00', {}, new Date())
    const [online] = await shop.paymentOf(attempt.id)
    expect(await page(supervisor, `/payment/view/${online!.id}`)).not.toContain('/payment/cancel/')
    const response = await supervisor.post(`/payment/cancel/${online!.id}`, { reason, version: '1' })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('came through the bank, so it cannot be cancelled')
  })
})

describe('a clerk', () => {
  test('asks, cannot decide, and may withdraw', async () => {
    const { id, view } = await taken()
    expect(await page(clerk, view)).toContain('Request cancellation')
    const request = await ask('payment', id)
    expect(await page(clerk, view)).not.toContain(`/payment/cancel/${id}`)
    const again = await clerk.post(`/payment/cancel/${id}`, { reason, version: '1' })
    expect(again.status).toBe(409)
    const twice = await again.text()
    expect(twice).toContain('Somebody has requested this already')
    expect(twice).toContain(`<a href="${view}">Open the payment: `)
    expect((await clerk.post(`/cancel-request/approve/${request}`)).status).toBe(403)
    expect((await clerk.post(`/cancel-request/reject/${request}`, { note: reason })).status).toBe(403)
    await page(clerk, '/cancel-request', 403)
    expect(await statusOf(id)).toBe('paid')
    expect(await clerk.post(`/cancel-request/withdraw/${request}`)).toRedirectTo(view)
    expect(await page(clerk, view)).toContain('was withdrawn.')
    await supervisor.post(`/cancel-request/approve/${request}`)
    const late = await page(supervisor, view)
    expect(late).toContain('has already been decided or withdrawn, so nothing was changed.')
    expect(late).toContain('Last change: ')
    expect(await statusOf(id)).toBe('paid')
  })

  test('asks for an invoice, which stays as it is until a head approves', async () => {
    const bill = await shop.bill()
    const request = await ask('invoice', bill.id)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid' })
    const list = await page(supervisor, `/cancel-request?state=open&q=${bill.number}`)
    expect(list).toContain(`/invoice/view/${bill.id}`)
    expect(list).toContain(reason)
    await supervisor.post(`/cancel-request/approve/${request}`)
    expect(await page(supervisor, `/invoice/view/${bill.id}`)).toContain('was cancelled.')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'cancelled' })
  })

  test('reads why a request was turned down', async () => {
    const { id, view } = await taken()
    const request = await ask('payment', id)
    const form = await page(supervisor, `/cancel-request/reject/${request}`)
    expect(form).toContain(reason)
    expect((await supervisor.post(`/cancel-request/reject/${request}`, { note: 'tidak' })).status).toBe(422)
    const response = await supervisor.post(`/cancel-request/reject/${request}`, {
      note: 'Resit ini betul, lihat buku',
    })
    expect(response).toRedirectTo('/cancel-request')
    const after = await page(clerk, view)
    expect(after).toContain('Resit ini betul, lihat buku')
    expect(after).toContain(`/payment/cancel/${id}`)
  })
})

describe('nobody else', () => {
  test.each<Role>(['class-admin', 'class-assistant', 'trainer', 'parent'])('%s: 403', async (role) => {
    const { id } = await taken()
    const request = await ask('payment', id)
    const browser = await product.signedInAs(shop.tenant, role)
    for (const path of [`/payment/cancel/${id}`, '/cancel-request', `/cancel-request/reject/${request}`])
      await page(browser, path, 403)
    for (const verb of ['approve', 'reject', 'withdraw'])
      expect((await browser.post(`/cancel-request/${verb}/${request}`, { note: reason })).status).toBe(403)
    expect((await browser.post(`/payment/cancel/${id}`, { reason, version: '1' })).status).toBe(403)
    expect(await statusOf(id)).toBe('paid')
  })

  test('of another branch or organisation finds any of it', async () => {
    const elsewhere = await shop.tenant.write((trx) => branch(trx))
    const far = await shop.tenant.write((trx) => invoice(trx, { branch_id: elsewhere.id }))
    const admin = await product.signedInAs(shop.tenant, 'admin')
    await admin.post(`/invoice/pay/${far.id}`, {
      ...fieldsOf(await page(admin, `/invoice/pay/${far.id}`)),
      method: 'cash',
      paid_on: currentDay(),
    })
    const { id, number } = (await shop.payments()).find(({ branch_id }) => branch_id === elsewhere.id)!
    const request = await ask('payment', id, admin)
    const neighbour = await product.signedInAs(await freshTenant(), 'superadmin')
    for (const stranger of [supervisor, neighbour]) {
      await page(stranger, `/payment/cancel/${id}`, 404)
      await page(stranger, `/cancel-request/reject/${request}`, 404)
      for (const verb of ['approve', 'reject', 'withdraw'])
        expect((await stranger.post(`/cancel-request/${verb}/${request}`, { note: reason })).status).toBe(404)
    }
    for (const asker of [supervisor, clerk])
      expect((await asker.post(`/payment/cancel/${id}`, { reason, version: '1' })).status).toBe(404)
    expect(await page(supervisor, '/cancel-request?limit=100')).not.toContain(id)
    expect(await page(admin, '/cancel-request?limit=100')).toContain(id)
    // and what is printed or exported is what its reader sees in the list
    for (const path of ['/cancel-request/print', '/cancel-request/export/csv']) {
      expect(await page(admin, '/cancel-request')).toContain(`href="${path}`)
      expect(await page(admin, path)).toContain(number)
      expect(await page(supervisor, path)).not.toContain(number)
      await page(clerk, path, 403)
    }
  })
})
