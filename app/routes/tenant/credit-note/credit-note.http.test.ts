import { beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const reason = 'Kem itu dibatalkan'
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

/** What the clerk asks for, by the page; the address of the note. */
async function asked(id: string, amount: string) {
  const path = `/credit-note/new/${id}`
  const fields = fieldsOf(await page(clerk, path))
  const response = await clerk.post(path, { ...fields, 'items[0].amount': amount, reason })
  return { response, view: response.headers.get('location') ?? '' }
}

test('a clerk asks line by line, nothing typed is lost, another approves, and the invoice says so', async () => {
  const bill = await shop.bill()
  expect(await page(clerk, `/invoice/view/${bill.id}`)).toContain(`/credit-note/new/${bill.id}`)
  const { response: wrong } = await asked(bill.id, '500')
  expect(wrong.status).toBe(422)
  const told = await wrong.text()
  expect(told).toContain('only RM120.00 is left')
  expect(told).toContain('value="500"')
  expect(told).toContain(reason)

  const { response, view } = await asked(bill.id, '20')
  expect(response).toRedirectTo(/^\/credit-note\/view\//)
  const waiting = await page(clerk, view)
  expect(waiting).toContain('Waits for a second person')
  expect(waiting).toContain('Withdraw the request')
  expect(waiting).not.toContain('/credit-note/approve/')
  expect(await page(clerk, `/invoice/view/${bill.id}`)).not.toContain(`/credit-note/new/${bill.id}`)
  const id = view.split('/').at(-1)!
  expect((await clerk.post(`/credit-note/approve/${id}`)).status).toBe(403)
  expect(await page(admin, '/dashboard')).toContain('credit note to decide')
  expect(await admin.post(`/credit-note/approve/${id}`)).toRedirectTo(view)
  const done = await page(admin, view)
  expect(done).toContain('CN-')
  expect(done).toContain(`/credit-note/print/${id}`)
  const invoice = await page(admin, `/invoice/view/${bill.id}`)
  expect(invoice).toContain('Credited')
  expect(invoice).toContain('RM100.00')
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ credited_sen: 2_000, balance_sen: 10_000 })
  expect(await page(admin, `/credit-note/print/${id}`)).toContain('Credit note')
  const sheet = await page(admin, `/invoice/print/${bill.id}`)
  expect(sheet).toContain('Credited')
  expect(sheet).toContain('-RM20.00')
  await shop.balanced()
})

test('what nobody has filled in is asked for, at its field', async () => {
  const bill = await shop.bill()
  const { response } = await asked(bill.id, '')
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('Please give an amount for at least one item.')
  const forged = await clerk.post(`/credit-note/new/${bill.id}`, { items: 'x', reason, version: '1' })
  expect(forged.status).toBe(422)
})

test('a debt is given up by two people, and turned down with a word to who asked', async () => {
  const bill = await shop.bill()
  const path = `/credit-note/write-off/${bill.id}`
  const ask = async () =>
    (await clerk.post(path, { ...fieldsOf(await page(clerk, path)), reason })).headers.get('location')!
  const first = (await ask()).split('/').at(-1)!
  const short = await admin.post(`/credit-note/reject/${first}`, { decision_reason: 'tidak' })
  expect(short.status).toBe(422)
  const words = 'Mereka sudah berjanji membayar'
  await admin.post(`/credit-note/reject/${first}`, { decision_reason: words })
  expect(await page(clerk, `/credit-note/view/${first}`)).toContain(words)
  const second = await ask()
  await admin.post(second.replace('view', 'approve'))
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', balance_sen: 0, paid_sen: 0 })
  expect(await page(admin, second)).not.toContain('/credit-note/print/')
  expect((await admin.get(second.replace('view', 'print'))).status).toBe(404)
})

test('a family sees the notes that it was given, and neither requests nor reasons', async () => {
  const bill = await shop.bill()
  const { view } = await asked(bill.id, '20')
  const { parent_id } = await shop
    .invoiceNow(bill.id)
    .then(({ payer_parent_id }) => ({ parent_id: payer_parent_id }))
  const parent = await product.signedInAs(shop.tenant, 'parent')
  const { user_id } = await shop.tenant.read((db) =>
    db.selectFrom('parent').select('user_id').where('user_id', 'is not', null).executeTakeFirstOrThrow(),
  )
  await shop.tenant.write((trx) =>
    trx.updateTable('parent').set({ user_id: null }).where('user_id', '=', user_id).execute(),
  )
  await shop.tenant.write((trx) =>
    trx.updateTable('parent').set({ user_id }).where('id', '=', parent_id).execute(),
  )
  await page(parent, view, 404)
  await admin.post(view.replace('view', 'approve'))
  const told = await page(parent, view)
  expect(told).toContain('CN-')
  expect(told).not.toContain(reason)
  expect(await page(parent, '/credit-note')).toContain('CN-')
})
