import { beforeAll, describe, expect, test } from 'vitest'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { newPublicCode } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { allocation, invoice, payment } from '#tests/support/database/money-factories.ts'
import { giveOutRequest } from './start.ts'
import { at, minutes, openShop, type Shop } from './test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

test('an attempt stores what is owed, locks the invoice for an hour and plans its first enquiry', async () => {
  const bill = await shop.bill(35_000)
  const attempt = await shop.start([bill.public_code])
  expect(attempt).toMatchObject({
    state: 'created',
    amount_sen: 35_100,
    payer_fee_sen: 100,
    tenant_fee_sen: 0,
    bank_name: 'SBI Bank A',
    fpx_terms_version: shippedVersion('fpx-terms'),
    requested_at: at,
  })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'pending',
    locked_until: minutes(60),
    locked_by_attempt_id: attempt.id,
    paid_sen: 0,
  })
  expect(attempt.request_fields).toMatchObject({
    fpx_msgType: 'AR',
    fpx_sellerId: shop.tenant.entity.fpx_seller_id,
    fpx_sellerExOrderNo: attempt.order_no,
    fpx_txnAmount: '351.00',
    fpx_buyerName: 'Nur Aisyah',
  })
  const asked = minutes(2).getTime()
  expect(attempt.next_enquiry_at!.getTime()).toBeGreaterThanOrEqual(asked)
  expect(attempt.next_enquiry_at!.getTime()).toBeLessThan(asked + 7_000)
  const order = await shop.tenant.read((db) =>
    db
      .selectFrom('platform.gateway_order')
      .selectAll()
      .where('order_no', '=', attempt.order_no)
      .executeTakeFirstOrThrow(),
  )
  expect(order).toMatchObject({
    entity_id: shop.tenant.entity.id,
    attempt_id: attempt.id,
    next_enquiry_at: attempt.next_enquiry_at,
  })
})

test('the organisation decides who bears the fee', async () => {
  await shop.tenant.write((trx) =>
    trx
      .insertInto('setting')
      .values({ key: 'fpx_fee', value: JSON.stringify({ subsidy: 'part', part_sen: 60 }) })
      .execute(),
  )
  const bill = await shop.bill(10_000)
  const attempt = await shop.start([bill.public_code])
  expect(attempt).toMatchObject({ amount_sen: 10_040, payer_fee_sen: 40, tenant_fee_sen: 60 })
  await shop.tenant.write((trx) => trx.deleteFrom('setting').where('key', '=', 'fpx_fee').execute())
})

test('several invoices of one payer are one payment, in their order', async () => {
  const [first, second] = await shop.tenant.write(async (trx) => {
    const one = await invoice(trx)
    const { student_id, payer_parent_id } = one
    return [one, await invoice(trx, { student_id, payer_parent_id }, [{ price_sen: 5_000 }])] as const
  })
  const attempt = await shop.start([second.public_code, first.public_code])
  expect(attempt.amount_sen).toBe(17_100)
  const snapshot = await shop.tenant.read((db) =>
    db
      .selectFrom('payment_attempt_invoice')
      .select(['invoice_id', 'amount_sen'])
      .where('attempt_id', '=', attempt.id)
      .orderBy('position')
      .execute(),
  )
  expect(snapshot).toEqual([
    { invoice_id: second.id, amount_sen: 5_000 },
    { invoice_id: first.id, amount_sen: 12_000 },
  ])
})

describe('what is refused leaves everything as it was', () => {
  const refuse = async (codes: string[], given: Parameters<Shop['start']>[1], code: string) => {
    await expect(shop.start(codes, given)).rejects.toMatchObject({ name: 'Refusal', code })
  }

  test('an unknown code and a draft are not found', async () => {
    await refuse([newPublicCode()], {}, 'not_found.invoice')
    const draft = await shop.tenant.write((trx) => invoice(trx, { status: 'draft' }))
    await refuse([draft.public_code], {}, 'not_found.invoice')
  })

  test('one that is paid or cancelled cannot be paid', async () => {
    for (const status of ['paid', 'cancelled']) {
      const done = await shop.tenant.write((trx) => invoice(trx, { status }))
      await refuse([done.public_code], {}, 'invoice.not_payable')
    }
  })

  test('an invoice that an attempt has locked is in payment, for a single invoice and for a basket', async () => {
    const held = await shop.bill()
    const free = await shop.bill()
    await shop.start([held.public_code])
    await refuse([held.public_code], {}, 'invoice.in_payment')
    await refuse([free.public_code, held.public_code], {}, 'invoice.in_payment')
    expect(await shop.invoiceNow(free.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
  })

  test('invoices of two families are not one payment', async () => {
    const codes = [(await shop.bill()).public_code, (await shop.bill()).public_code]
    await refuse(codes, {}, 'invoice.not_payable')
  })

  test('a bank that is down', async () => {
    const bill = await shop.bill()
    await refuse(
      [bill.public_code],
      { bank: { code: 'BOCM01', name: 'Bank Of China', online: false } },
      'payment.bank_offline',
    )
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', version: 1 })
  })

  test('a bank that the organisation hides from people, not from companies', async () => {
    const set = (hidden_banks: string[]) =>
      shop.tenant.write((trx) =>
        trx
          .insertInto('setting')
          .values({ key: 'fpx', value: JSON.stringify({ hidden_banks }) })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ value: JSON.stringify({ hidden_banks }) }),
          )
          .execute(),
      )
    const bill = await shop.bill()
    const bank = { code: 'MBB0228', name: 'Maybank2E', online: true }
    await set([bank.code])
    await refuse([bill.public_code], { bank }, 'payment.bank_offline')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', version: 1 })
    expect(await shop.start([bill.public_code], { bank, model: 'B2B1' })).toMatchObject({
      bank_code: bank.code,
    })
    await set([])
  })

  test('an organisation that is not active', async () => {
    const { id } = shop.tenant.place
    const become = (status: string) =>
      withPlatform(shop.tenant.database.pool, (trx) =>
        trx.updateTable('platform.entity').set({ status }).where('id', '=', id).execute(),
      )
    const bill = await shop.bill()
    await become('inactive')
    await refuse([bill.public_code], {}, 'auth.entity_inactive')
    await become('active')
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_by_attempt_id: null })
  })

  test.each([
    ['B2C', 3_000_000, 'payment.b2c_max'],
    ['B2B1', 100_000_000, 'payment.b2b1_max'],
  ] as const)('%s: RM%i sen and the fee are above the limit', async (model, sen, code) => {
    const bill = await shop.bill(sen)
    await refuse([bill.public_code], { model }, code)
  })

  test.each([
    ['B2C', 100, 'payment.b2c_min'],
    ['B2B1', 200, 'payment.b2b1_min'],
  ] as const)('%s: the smallest amount is allowed, a sen less is not', async (model, least, code) => {
    await shop.tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'fpx_fee', value: JSON.stringify({ subsidy: 'full' }) })
        .execute(),
    )
    const small = await shop.bill(least - 1)
    await refuse([small.public_code], { model }, code)
    const enough = await shop.bill(least)
    expect((await shop.start([enough.public_code], { model })).amount_sen).toBe(least)
    await shop.tenant.write((trx) => trx.deleteFrom('setting').where('key', '=', 'fpx_fee').execute())
  })

  test('the largest amount is allowed, the fee included', async () => {
    const bill = await shop.bill(2_999_900)
    expect((await shop.start([bill.public_code])).amount_sen).toBe(3_000_000)
  })

  test('the limits of the organisation come before those of FPX, each for its kind of account', async () => {
    const limit = (min_sen: number | null, max_sen: number | null) =>
      shop.tenant.write((trx) =>
        trx.updateTable('payment_option').set({ min_sen, max_sen }).where('method', '=', 'fpx_b2c').execute(),
      )
    await limit(1_100, 2_100)
    const [small, least, most, large] = [
      await shop.bill(999),
      await shop.bill(1_000),
      await shop.bill(2_000),
      await shop.bill(2_001),
    ]
    await refuse([small.public_code], {}, 'payment.b2c_min')
    await refuse([large.public_code], {}, 'payment.b2c_max')
    for (const { public_code } of [least, most]) await shop.start([public_code])
    await shop.start([large.public_code], { model: 'B2B1' })
    await limit(null, null)
  })
})

test('of twenty who start at once one succeeds, and only what is still owed is requested', async () => {
  const bill = await shop.bill(20_000)
  await shop.tenant.write(async (trx) => {
    const part = await payment(trx, { amount_sen: 5_000, branch_id: shop.tenant.branch.id })
    await allocation(trx, part.id, bill.id, 5_000)
    await trx.updateTable('invoice').set({ paid_sen: 5_000 }).where('id', '=', bill.id).execute()
  })
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => shop.start([bill.public_code])))
  const won = tries.filter((one) => one.status === 'fulfilled')
  expect(won).toHaveLength(1)
  expect(won[0]!.value.amount_sen).toBe(15_100)
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'invoice.in_payment' })
})

test('the request is handed out once', async () => {
  const bill = await shop.bill()
  const { public_code, order_no } = await shop.start([bill.public_code])
  const give = () => shop.tenant.write((trx) => giveOutRequest(trx, public_code))
  const given = await Promise.all(Array.from({ length: 5 }, give))
  expect(given.filter((one) => one !== undefined)).toHaveLength(1)
  expect(given.find((one) => one)).toMatchObject({ order_no, fields: { fpx_sellerExOrderNo: order_no } })
  expect((await shop.attempt(public_code)).state).toBe('redirected')
})
