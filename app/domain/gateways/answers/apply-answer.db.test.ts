import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { at, minutes, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { withPlatform, withTenant } from '#db/with-tenant.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { countedPool } from '#tests/support/database/own-pool.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

test('a success posts everything at once', async () => {
  const bill = await shop.bill(35_000)
  const attempt = await shop.start([bill.public_code])
  const applied = await shop.say(attempt, '00')
  expect(applied).toMatchObject({ state: 'paid', effect: 'post', alarm: null, code: attempt.public_code })

  const [payment] = await shop.paymentOf(attempt.id)
  expect(payment).toMatchObject({
    method: 'fpx',
    amount_sen: 35_100,
    payer_fee_sen: 100,
    gateway_charges_sen: 100,
    public_code: attempt.public_code,
    gateway_order_no: attempt.order_no,
    gateway_environment: 'uat',
    reference_no: '15733223',
    bank_name: 'SBI Bank A',
    payer_name: 'Nur Aisyah',
    payer_email: 'aisyah@family.test',
    paid_on: '2026-01-31',
    status: 'paid',
  })
  expect(payment!.number).toMatch(/^RCP-26-\d{6}$/)
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'paid',
    paid_sen: 35_000,
    paid_on: '2026-01-31',
    locked_until: null,
    locked_by_attempt_id: null,
  })
  const books = await shop.tenant.read(async (db) => ({
    collection: await db
      .selectFrom('collection')
      .selectAll()
      .where('payment_id', '=', payment!.id)
      .executeTakeFirstOrThrow(),
    ledger: await db
      .selectFrom('platform.ledger')
      .selectAll()
      .where('reference', '=', payment!.number)
      .executeTakeFirstOrThrow(),
  }))
  const money = { gross_sen: 35_100, payer_fee_sen: 100, tenant_fee_sen: 0, net_sen: 35_000, method: 'fpx' }
  // A Saturday; the money is settled on Monday.
  expect(books.collection).toMatchObject({ ...money, collected_on: '2026-01-31', settles_on: '2026-02-02' })
  expect(books.ledger).toMatchObject({
    ...money,
    collection_id: books.collection.id,
    entity_id: shop.tenant.entity.id,
    gateway_transaction_id: payment!.gateway_transaction_id,
  })
  expect((await shop.attempt(attempt.public_code)).next_enquiry_at).toBeNull()
  await shop.balanced()
})

test('the mail with the receipt is enqueued once, in the same transaction', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  await shop.say(attempt, '00', {
    fpx_fpxTxnId: (await shop.attempt(attempt.public_code)).gateway_transaction_id!,
  })
  const [payment] = await shop.paymentOf(attempt.id)
  const rows = await jobs('receipt.send', { payment_id: payment!.id })
  expect(rows).toBe(1)
})

async function jobs(name: string, payload: object): Promise<number> {
  const { pool } = shop.tenant.database
  return withPlatform(pool, async (trx) => {
    const { count } = await trx
      .selectFrom('platform.outbox')
      .select(sql<number>`count(*)`.as('count'))
      .where('name', '=', name)
      .where(sql<boolean>`payload @> ${JSON.stringify(payload)}::jsonb`)
      .executeTakeFirstOrThrow()
    return count
  })
}

test('a failure unlocks the invoice', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  expect(await shop.say(attempt, '51')).toMatchObject({ state: 'failed', effect: 'release' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'unpaid',
    locked_until: null,
    locked_by_attempt_id: null,
  })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    response_code: '51',
    next_enquiry_at: null,
  })
  const again = await shop.start([bill.public_code])
  expect(again.order_no).not.toBe(attempt.order_no)
})

test('an invoice stays locked for the whole window of an approver', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { model: 'B2B1' })
  expect(await shop.say(attempt, '99')).toMatchObject({ state: 'awaiting_approval', effect: 'wait' })
  expect((await shop.invoiceNow(bill.id)).locked_until).toEqual(minutes(7 * 24 * 60))
  expect(await shop.say(attempt, '51', {}, minutes(300))).toMatchObject({ state: 'failed' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'unpaid', locked_until: null })
})

test('a failure after the payment changes nothing and raises an alarm', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '00')
  const applied = await shop.say(attempt, '80')
  expect(applied).toMatchObject({ state: 'paid', effect: 'alert', alarm: { reason: 'contradicted' } })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    state: 'paid',
    response_code: '00',
    review_reason: 'contradicted',
  })
  expect((await shop.messagesOf(attempt.id)).map(({ outcome }) => outcome)).toEqual(['post', 'alert'])
})

test('money that comes after the attempt had ended is posted and marked late', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '1M')
  expect(await shop.say(attempt, '00', {}, minutes(1_500))).toMatchObject({ state: 'paid', effect: 'post' })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({ late_success: true })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  await shop.balanced()
})

test('late money for an invoice that was paid in cash meanwhile becomes the family’s credit', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '51')
  await shop.cash(bill.id, 12_000)
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  const credit = await shop.tenant.read((db) =>
    db.selectFrom('credit_entry').selectAll().where('parent_id', '=', bill.payer_parent_id).execute(),
  )
  expect(credit).toMatchObject([{ delta_sen: 12_000, reason: 'overpayment' }])
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  expect(await shop.attempt(attempt.public_code)).toMatchObject({
    review_reason: 'credited',
    late_success: true,
  })
  await shop.balanced()
})

test('money for an invoice that was cancelled meanwhile becomes the family’s credit', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '51')
  await shop.tenant.write((trx) =>
    trx.updateTable('invoice').set({ status: 'cancelled' }).where('id', '=', bill.id).execute(),
  )
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'cancelled', paid_sen: 0 })
  await shop.balanced()
})

test('a failure of the first attempt does not unlock the invoice of the second; two successes leave a credit', async () => {
  const bill = await shop.bill()
  const first = await shop.start([bill.public_code])
  await shop.say(first, '1M')
  const second = await shop.start([bill.public_code])
  await shop.say(first, '09')
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', locked_by_attempt_id: second.id })
  await shop.say(first, '51')
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', locked_by_attempt_id: second.id })
  expect(await shop.say(first, '00')).toMatchObject({ state: 'paid', alarm: null })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', locked_by_attempt_id: null })
  expect(await shop.say(second, '00')).toMatchObject({ state: 'paid', alarm: { reason: 'credited' } })
  await shop.balanced()
})

test('a late part payment leaves the invoice locked by the current attempt', async () => {
  const bill = await shop.bill()
  const cash = await shop.cash(bill.id, 7_000)
  const first = await shop.start([bill.public_code])
  expect(first.amount_sen).toBe(5_000 + first.payer_fee_sen)
  await shop.say(first, '1M')
  await shop.takeBack(cash.payment_id)
  const second = await shop.start([bill.public_code])
  expect(await shop.say(first, '00')).toMatchObject({ state: 'paid', alarm: null })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'pending',
    paid_sen: 5_000,
    locked_by_attempt_id: second.id,
  })
  expect((await shop.invoiceNow(bill.id)).locked_until).not.toBeNull()
  await shop.balanced()
})

test('a pending message after a failure locks the invoice again', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  await shop.say(attempt, '1M')
  expect(await shop.say(attempt, '09')).toMatchObject({ state: 'pending', effect: 'reopen' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({
    status: 'pending',
    locked_by_attempt_id: attempt.id,
  })
})

test('an unlisted code, and one that FPX may revise, change nothing and are asked about soon', async () => {
  for (const code of ['ZZ', '96', '']) {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    expect(await shop.say(attempt, code)).toMatchObject({ state: 'created', effect: 'keep' })
    const soon = (await shop.attempt(attempt.public_code)).next_enquiry_at!
    expect(soon.getTime() - at.getTime()).toBe(30_000)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending' })
  }
})

test('debited but not credited needs a person, and still becomes a payment when FPX says so', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  expect(await shop.say(attempt, '88')).toMatchObject({
    state: 'needs_review',
    alarm: { reason: 'bank_problem' },
  })
  expect(await shop.say(attempt, '51')).toMatchObject({ state: 'needs_review', effect: 'keep' })
  expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
})

test('a payment before midnight whose answer comes after it has the day of the payment', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code], { at: new Date('2026-01-31T15:59:50Z') })
  await shop.say(attempt, '00', { fpx_fpxTxnTime: '20260131235955' }, new Date('2026-01-31T16:00:10Z'))
  expect(await shop.paymentOf(attempt.id)).toMatchObject([{ paid_on: '2026-01-31' }])
})

test.each([
  ['the day before, by a clock of the bank that is behind ours', '20260131235955', '2026-01-31'],
  ['a day that cannot be, for which today stands', '20260130235955', '2026-02-01'],
  ['a day that is still to come, for which today stands', '20260202000005', '2026-02-01'],
])(
  'of a payment that is started after midnight FPX gives %s as the time',
  async (_, fpx_fpxTxnTime, paid_on) => {
    const bill = await shop.bill()
    const begun = new Date('2026-01-31T16:00:05Z')
    const attempt = await shop.start([bill.public_code], { at: begun })
    await shop.say(attempt, '00', { fpx_fpxTxnTime }, begun)
    expect(await shop.paymentOf(attempt.id)).toMatchObject([{ paid_on }])
  },
)

describe('a mismatch', () => {
  describe('that is signed, but differs from the request', () => {
    test.each([
      ['amount', { fpx_txnAmount: '1.00' }],
      ['seller', { fpx_sellerId: 'SE99999999' }],
      ['exchange', { fpx_sellerExId: 'EX99999999' }],
      ['currency', { fpx_txnCurrency: 'USD' }],
      ['model', { fpx_msgToken: '02' }],
      ['order number', { fpx_sellerOrderNo: 'LN-0000-0000-0000' }],
      ['time of the request', { fpx_sellerTxnTime: '20260131115959' }],
      ['FPX id', { fpx_fpxTxnId: '' }],
    ])('another %s: no money moves, a person must look', async (_what, given) => {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      const applied = await shop.say(attempt, '00', given)
      expect(applied).toMatchObject({
        state: 'needs_review',
        effect: 'review',
        alarm: { reason: 'mismatch' },
      })
      expect(await shop.paymentOf(attempt.id)).toEqual([])
      expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
      expect(await shop.attempt(attempt.public_code)).toMatchObject({
        response_code: null,
        gateway_transaction_id: null,
      })
      expect(await shop.messagesOf(attempt.id)).toMatchObject([
        { verified: true, outcome: 'review', response_code: '00' },
      ])
      expect(await shop.say(attempt, '00')).toMatchObject({ state: 'paid' })
      // The doubt is settled: nobody need look any more.
      expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'paid', review_reason: null })
      await shop.balanced()
    })
  })

  test.each([
    ['this', () => shop],
    ['another', openShop],
  ])('the transaction of an order of %s organisation pays no second order', async (_whose, shopOf) => {
    const other = await shopOf()
    const paid = await other.start([(await other.bill()).public_code])
    await other.say(paid, '00')
    const { gateway_transaction_id } = await other.attempt(paid.public_code)
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    expect(await shop.say(attempt, '00', { fpx_fpxTxnId: gateway_transaction_id! })).toMatchObject({
      state: 'needs_review',
      effect: 'review',
      alarm: { reason: 'id_claimed' },
    })
    expect(await shop.paymentOf(attempt.id)).toEqual([])
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
    expect(await other.paymentOf(paid.id)).toHaveLength(1)
  })
})

describe('posting one payment', () => {
  /** An attempt that pays both at once. */
  async function ofTwo() {
    const { branch } = shop.tenant
    const bills = await shop.tenant.write(async (trx) => {
      const one = await invoice(trx, { branch_id: branch.id }, [{ price_sen: 7_000 }])
      const { payer_parent_id } = one
      return [
        one,
        await invoice(trx, { branch_id: branch.id, payer_parent_id }, [{ price_sen: 5_000 }]),
      ] as const
    })
    const attempt = await shop.start(bills.map(({ public_code }) => public_code))
    return { attempt, bills, answer: shop.answer(shop.acBody(attempt.request_fields, '00')) }
  }

  test('takes five round trips with all of its effects, because others wait for each', async () => {
    const { attempt, bills, answer } = await ofTwo()
    const { pool, writes } = await countedPool()
    const { effect } = await withTenant(pool, shop.tenant.place, (trx) =>
      applyAnswer(trx, systemActor, attempt.id, answer),
    )
    expect(effect).toBe('post')
    // The attempt, FPX's transaction, what must be known, all that is written, and the end.
    expect(writes()).toBe(5)
    for (const { id } of bills)
      expect(await shop.invoiceNow(id)).toMatchObject({
        status: 'paid',
        locked_until: null,
        locked_by_attempt_id: null,
      })
    await shop.balanced()
  })

  test('unlocks an invoice for which the money is not enough any more, too', async () => {
    const { branch } = shop.tenant
    const first = await shop.bill(7_000)
    const paid = (paid_sen: number) =>
      shop.tenant.write((trx) =>
        trx.updateTable('invoice').set({ paid_sen }).where('id', '=', first.id).execute(),
      )
    await paid(6_000)
    const { payer_parent_id } = first
    const second = await shop.tenant.write((trx) =>
      invoice(trx, { branch_id: branch.id, payer_parent_id }, [{ price_sen: 500 }]),
    )
    const attempt = await shop.start([first.public_code, second.public_code])
    await paid(0)
    await shop.say(attempt, '00')
    const free = { status: 'unpaid', locked_until: null, locked_by_attempt_id: null }
    expect(await shop.invoiceNow(first.id)).toMatchObject({ paid_sen: 1_500, ...free })
    expect(await shop.invoiceNow(second.id)).toMatchObject({ paid_sen: 0, ...free })
  })
})

describe('a payment that was started', () => {
  const switchFpx = (status: string) =>
    withPlatform(shop.tenant.database.pool, (trx) =>
      trx.updateTable('platform.feature').set({ status }).where('code', '=', 'fpx').execute(),
    )

  test('is posted, whatever is switched off or removed from the package meanwhile', async () => {
    const bills = [await shop.bill(), await shop.bill(), await shop.bill()]
    const [first, second] = [
      await shop.start([bills[0]!.public_code]),
      await shop.start([bills[1]!.public_code]),
    ]
    const late = () => shop.start([bills[2]!.public_code])
    await switchFpx('inactive')
    try {
      await expect(late()).rejects.toThrow('payment.online_off')
      expect(await shop.say(first, '00')).toMatchObject({ state: 'paid', effect: 'post', alarm: null })
    } finally {
      await switchFpx('active')
    }
    await subscribed(shop.tenant, { features: essentialFeatures })
    await expect(late()).rejects.toThrow('payment.online_off')
    expect(await shop.say(second, '00')).toMatchObject({ state: 'paid', effect: 'post', alarm: null })
    expect((await shop.invoiceNow(bills[0]!.id)).status).toBe('paid')
    expect((await shop.invoiceNow(bills[1]!.id)).status).toBe('paid')
    expect((await shop.invoiceNow(bills[2]!.id)).status).toBe('unpaid')
    await shop.balanced()
  })
})
