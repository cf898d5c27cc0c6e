import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { at, newTxn, openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { figure } from '#tests/support/run/figure.ts'
import { share, soaking } from '#tests/support/run/soak.ts'
import { inLanes } from './concurrent-work.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

describe('messages in any order end in one payment', () => {
  const order = ['pending', 'failed', 'success', 'duplicate', 'late failure'] as const
  const codes: Record<(typeof order)[number], string> = {
    pending: '09',
    failed: '51',
    success: '00',
    duplicate: '00',
    'late failure': '1M',
  }
  const permutations = (items: readonly (typeof order)[number][]): (typeof order)[number][][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

  test('all 120 of them in soak, a tenth in `npm test`', async () => {
    const all = permutations(order)
    expect(all).toHaveLength(120)
    const tried = share(all, 12, 'orders of messages')
    for (const messages of tried) {
      const bill = await shop.bill()
      const attempt = await shop.start([bill.public_code])
      const txn = { fpx_fpxTxnId: newTxn() }
      for (const message of messages) await shop.say(attempt, codes[message], txn)
      expect((await shop.attempt(attempt.public_code)).state, messages.join(', ')).toBe('paid')
      expect(await shop.paymentOf(attempt.id), messages.join(', ')).toHaveLength(1)
      expect(await shop.invoiceNow(bill.id), messages.join(', ')).toMatchObject({
        status: 'paid',
        paid_sen: 12_000,
      })
    }
    await shop.balanced()
    figure(
      `R8: FPX, ${tried.length} of ${all.length} orders of five messages, one payment each, the equation holds`,
    )
  })
})

test('the same answer by all channels at once is one payment', async () => {
  const bill = await shop.bill()
  const attempt = await shop.start([bill.public_code])
  const body = shop.acBody(attempt.request_fields, '00')
  const applied = await Promise.all(
    (['direct', 'indirect', 'enquiry'] as const).map((channel) =>
      shop.tenant.write((trx) => applyAnswer(trx, systemActor, attempt.id, shop.answer(body, at, channel))),
    ),
  )
  expect(applied.map(({ effect }) => effect).sort()).toEqual(['post', 'repeat', 'repeat'])
  expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
})

const bills = soaking ? 1_000 : 12

test(`${bills} invoices, each paid twenty times at once: ${bills} payments`, async () => {
  type Bill = Awaited<ReturnType<Shop['bill']>>
  const attempts: { attempt: Awaited<ReturnType<Shop['start']>>; bill: Bill; body: string }[] = []
  for (let index = 0; index < bills; index++) {
    const bill = await shop.bill(1_000 + index)
    const attempt = await shop.start([bill.public_code])
    attempts.push({ attempt, bill, body: shop.acBody(attempt.request_fields, '00') })
  }
  const storm = attempts
    .flatMap((one) => Array.from({ length: 20 }, () => one))
    .map((one, index) => ({ one, key: (index * 7_919) % (20 * bills) }))
    .sort((a, b) => a.key - b.key)
  const effects = await inLanes(10, storm, async ({ one: { attempt, body } }) => {
    const { effect } = await shop.tenant.write((trx) =>
      applyAnswer(trx, systemActor, attempt.id, shop.answer(body)),
    )
    return effect
  })
  expect(effects.filter((effect) => effect === 'post')).toHaveLength(bills)
  expect(effects.filter((effect) => effect === 'repeat')).toHaveLength(19 * bills)
  for (const { attempt, bill } of attempts) {
    expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: bill.total_sen })
  }
  const receipts = await shop.tenant.read((db) =>
    db
      .selectFrom('receipt')
      .innerJoin('payment', 'payment.id', 'receipt.payment_id')
      .select('payment.attempt_id')
      .where(
        'payment.attempt_id',
        'in',
        attempts.map(({ attempt }) => attempt.id),
      )
      .execute(),
  )
  expect(receipts).toHaveLength(bills)
  await shop.balanced()
  figure(`R7: ${bills} payments told of 20 times each: ${bills} payments and receipts, the equation holds`)
})

test('cash at the counter and the bank’s answer at once: whichever comes second, no money is lost', async () => {
  for (let round = 0; round < (soaking ? 20 : 6); round++) {
    const bill = await shop.bill()
    const attempt = await shop.start([bill.public_code])
    await shop.say(attempt, '1M')
    const [counter, bank] = await Promise.allSettled([shop.cash(bill.id, 12_000), shop.say(attempt, '00')])
    expect(bank.status).toBe('fulfilled')
    if (counter.status === 'rejected') expect(counter.reason).toMatchObject({ code: 'invoice.not_payable' })
    expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid', paid_sen: 12_000 })
  }
  await shop.balanced()
})
