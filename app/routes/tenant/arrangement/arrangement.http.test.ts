import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const reason = 'Bapa kehilangan kerja'
const today = currentDay()
const first_on = addDays(today, 7)
let shop: Shop
let product: App
let clerk: Browser
let head: Browser
beforeAll(async () => {
  shop = await openShop()
  product = await app()
  clerk = await product.signedInAs(shop.tenant, 'clerk')
  head = await product.signedInAs(shop.tenant, 'supervisor')
})

const division = (id: string, count: number) =>
  `?invoice=${id}&count=${count}&first_on=${first_on}&interval=fortnight`

test('a clerk divides what a family owes, nothing typed is lost, and a supervisor agrees', async () => {
  const bill = await shop.bill()
  const family = `/family/view/${bill.payer_parent_id}`
  const form = `/arrangement/new/${bill.payer_parent_id}`
  expect(await page(clerk, family)).toContain(form)

  const question = await page(clerk, form)
  expect(question).toContain('name="count"')
  expect(question).not.toContain('parts[0]')
  const asked = await page(clerk, form + division(bill.id, 3))
  expect(asked).toContain('RM120.00')
  const fields = fieldsOf(asked)
  expect(fields).toMatchObject({
    ...{ 'parts[0].due_on': first_on, 'parts[0].amount': '40.00' },
    ...{ 'parts[2].due_on': addDays(first_on, 28), 'parts[2].amount': '40.00' },
    'invoices[0]': bill.id,
  })

  const wrong = await clerk.post(form, { ...fields, 'parts[2].amount': '39.50', reason })
  expect(wrong.status).toBe(422)
  const told = await wrong.text()
  expect(told).toContain('RM0.50 short: the instalments must add up to RM120.00.')
  expect(told).toContain('value="39.50"')
  expect(told).toContain(reason)

  const made = await clerk.post(form, { ...fields, reason })
  expect(made).toRedirectTo(/^\/arrangement\/view\//)
  const view = made.headers.get('location')!
  const id = view.split('/').at(-1)!
  const waiting = await page(clerk, view)
  expect(waiting).toContain('Waiting for a decision')
  expect(waiting).toContain('Withdraw the proposal')
  expect(waiting).not.toContain('/arrangement/approve/')
  expect((await clerk.post(`/arrangement/approve/${id}`)).status).toBe(403)
  expect(await page(head, '/dashboard')).toContain('instalment plan to decide')
  expect(await head.post(`/arrangement/approve/${id}`)).toRedirectTo(view)
  expect(await page(head, family)).toContain('Instalment plan: RM40.00 by')
  expect(await page(clerk, family)).not.toContain('Agree on instalments')

  const sheet = await page(clerk, `/arrangement/print/${id}`)
  expect(sheet).toContain('Name, signature, date')
  expect(sheet).toContain('in 3 parts')

  expect(await head.post(`/arrangement/end/${id}`, { decision_reason: 'Sudah bekerja' })).toRedirectTo(view)
  expect(await page(clerk, family)).toContain('Agree on instalments')
})

test('who may decide agrees at once', async () => {
  const bill = await shop.bill()
  const form = `/arrangement/new/${bill.payer_parent_id}`
  const fields = fieldsOf(await page(head, form + division(bill.id, 2)))
  const made = await head.post(form, { ...fields, reason })
  expect(await page(head, made.headers.get('location')!)).toContain('End it')
})

test('a division that cannot be is asked for again, with what is usual', async () => {
  const bill = await shop.bill()
  const form = `/arrangement/new/${bill.payer_parent_id}`
  const far = `?invoice=${bill.id}&count=2&interval=month&first_on=`
  for (const query of [
    ...['?count=99', '?count=3&first_on=2020-01-01', '?invoice=none&count=x&interval=never'],
    ...[`${far}9999-12-31`, `${far}${addDays(today, 370)}`, `${far}0001-01-01`],
  ]) {
    const question = await page(clerk, form + query)
    expect(question).toContain('name="count"')
    expect(question).not.toContain('parts[0]')
  }
})
