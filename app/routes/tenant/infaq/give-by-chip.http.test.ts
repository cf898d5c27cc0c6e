import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import '#tests/support/product/matchers.ts'

let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

test('a gift by CHIP is one payment without a fee, wholly for its fund', async () => {
  const { tenant, product } = world
  const type = await tenant.write((trx) => infaqType(trx, { status: 'active' }))
  const giver = product.visitor(tenant)
  const open = await (await giver.get('/infaq')).text()
  expect(open).toContain(`Give for ${type.name}`)
  const path = `/infaq/pay?type=${type.code}&model=card`
  const page = await (await giver.get(path)).text()
  expect(page).not.toContain('<select')
  const fields = { ...fieldsOf(page), amount: '50', donor_name: 'Encik Halim' }
  expect(await (await giver.post(path, { ...fields, amount: '0.99' })).text()).toContain(
    'below the smallest that can be paid in this way, which is RM1.00',
  )
  const started = await giver.post(path, fields)
  expect(started).toRedirectTo(/^\/payment\/go\//)
  const code = started.headers.get('location')!.split('/').at(-1)!
  expect(await (await giver.get(`/payment/go/${code}`)).text()).toContain('/sandbox/chip/')
  const { attempt, of } = await world.attemptOf(code)
  expect(attempt).toMatchObject({ gateway: 'chip', purpose: 'donation', amount_sen: 5_000, payer_fee_sen: 0 })
  await world.control('play', { of, scenario: 'paid' })
  const gift = await tenant.read((db) =>
    db
      .selectFrom('donation')
      .innerJoin('payment', 'payment.id', 'donation.payment_id')
      .select(['donation.amount_sen', 'payment.method', 'payment.payer_fee_sen'])
      .where('donation.attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow(),
  )
  expect(gift).toEqual({ amount_sen: 5_000, method: 'chip', payer_fee_sen: 0 })
  expect(await tenant.read(imbalance)).toEqual({})
  const status = await (await giver.get(`/payment/status/${code}`)).text()
  expect(status).toContain('Payment received')
  // what went back through CHIP's portal waits for a person, as any
  await world.control('refund', { of })
  await world.enquire(attempt.id)
  expect(await world.desk(attempt.id)).toMatchObject([{ kind: 'reversed', amount_sen: 5_000 }])
})

test('who gives anonymously is told that the receipt names no deduction, where there is one', async () => {
  const { tenant, product } = world
  const approval = { tax_approval_no: 'LHDN.01/35/1', tax_from: '2020-01-01', tax_to: '2099-12-31' }
  const over = { ...approval, tax_to: '2020-12-31' }
  const [valid, lapsed, none] = await tenant.write(async (trx) => [
    await infaqType(trx, { status: 'active', ...approval }),
    await infaqType(trx, { status: 'active', ...over }),
    await infaqType(trx, { status: 'active' }),
  ])
  const giver = product.visitor(tenant)
  const told = async ({ code }: { code: string }) =>
    (await (await giver.get(`/infaq/pay?type=${code}&model=card`)).text()).includes('deducted from tax')
  expect([await told(valid!), await told(lapsed!), await told(none!)]).toEqual([true, false, false])
})
