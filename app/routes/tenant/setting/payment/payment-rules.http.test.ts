import { beforeAll, expect, test } from 'vitest'
import { type Counter, choice, openCounter } from '#tests/support/bank/payer.ts'
import '#tests/support/product/matchers.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'

let counter: Counter
beforeAll(async () => {
  counter = await openCounter()
})

/** As the administrator leaves the rules. */
async function decide(given: Record<string, string>) {
  const admin = await counter.product.signedInAs(counter.shop.tenant, 'admin')
  const path = '/setting/payment/edit'
  const { subsidy: _subsidy, rule: _rule, ...fields } = fieldsOf(await counter.html(admin, path))
  return admin.post(path, { ...fields, ...{ subsidy: 'none', rule: 'none' }, ...given })
}

test('who bears the fee is decided once and said on each payment before the bank', async () => {
  const { public_code } = await counter.bill()
  const page = () => counter.html(counter.payer(), `/payment/submit?invoice=${public_code}`)
  expect(await decide({ subsidy: 'full' })).toRedirectTo('/setting/payment')
  expect(await page()).toContain('The organisation pays the FPX fee. You pay no fee.')
  expect(await decide({ subsidy: 'part', part_sen: '0.40' })).toRedirectTo('/setting/payment')
  expect(await page()).toContain('You pay RM0.60 of the RM1.00 FPX fee; the organisation pays RM0.40.')
  expect(await page()).toContain('RM120.60')
  const clerk = await counter.product.signedInAs(counter.shop.tenant, 'clerk')
  expect(await counter.html(clerk, '/setting/payment')).toContain('RM0.40')
  expect((await clerk.get('/setting/payment/edit')).status).toBe(403)
})

test('what is missing is said, and what was typed stays', async () => {
  const none = await decide({ subsidy: 'part', part_sen: '', rule: 'any', min_sen: '12.50' })
  expect(none.status).toBe(422)
  const page = await none.text()
  expect(page).toContain('Enter how much of the fee the organisation bears.')
  expect(page).toContain('value="12.50"')
  expect(await (await decide({ rule: 'any', min_sen: '0.50' })).text()).toContain(
    'Please give at least RM1.00.',
  )
})

test('who is second is told what the rules are by now', async () => {
  const admin = await counter.product.signedInAs(counter.shop.tenant, 'admin')
  const before = fieldsOf(await counter.html(admin, '/setting/payment/edit'))
  await decide({ subsidy: 'full' })
  const answer = await admin.post('/setting/payment/edit', { ...before, subsidy: 'none', rule: 'none' })
  expect(answer.status).toBe(409)
})

test('a part is typed, seen with its fee, and then begun; a wrong one is said', async () => {
  expect(await decide({ rule: 'any', min_sen: '10' })).toRedirectTo('/setting/payment')
  const { id, public_code } = await counter.bill()
  const payer = counter.payer()
  const path = `/payment/submit?invoice=${public_code}`
  expect(await counter.html(payer, path)).toContain('RM10.00 to RM120.00, before any fee.')
  expect(await counter.html(payer, `${path}&part=9.99`)).toContain('A part is at least RM10.00.')
  expect(await counter.html(payer, `${path}&part=abc`)).toContain('value="abc"')
  const page = await counter.html(payer, `${path}&part=50`)
  expect(page).toContain('RM51.00')
  expect(page).toContain('-RM70.00')
  const started = await payer.post(`${path}&part=50`, { ...fieldsOf(page), ...choice })
  const attempt = await counter.shop.attempt(started.headers.get('location')!.split('/').at(-1)!)
  expect(attempt.amount_sen).toBe(5_100)
  await counter.shop.say(attempt, '00')
  expect(await counter.shop.invoiceNow(id)).toMatchObject({ status: 'unpaid', paid_sen: 5_000 })
  expect(await decide({ rule: 'none' })).toRedirectTo('/setting/payment')
  const late = await payer.post(path, { ...fieldsOf(page), ...choice, form_key: '' })
  expect(late.status).toBe(409)
})
