import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { applyAnswer } from '#app/domain/gateways/answers/apply-answer.ts'
import { bindPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { confirmRefund, resolveException } from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { desk, exceptionsOf } from '#app/domain/gateways/payment-exceptions/test-support.ts'
import { at, openShop, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { startPurchase } from '#app/domain/payments/chip/start-purchase.ts'
import { openChip } from '#app/domain/payments/chip/test-support.ts'
import { readPurchase, reportOf } from '#app/integrations/chip/purchase.ts'
import { figure } from '#tests/support/run/figure.ts'
import { share, soaking } from '#tests/support/run/soak.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await openChip(shop)
})

/** A purchase of one invoice, and what CHIP says of it by status. */
async function started(sen = 12_000, bound: string | null = crypto.randomUUID()) {
  const bill = await shop.bill(sen)
  const code = await shop.tenant.write((trx) =>
    startPurchase(trx, systemActor, {
      ...{ codes: [bill.public_code], group: 'card', buyer_name: 'Nur', buyer_email: null, locale: 'en', at },
    }),
  )
  const { id, order_no } = await shop.attempt(code)
  const purchase_id = bound
  const purchase = (status: string, given: object = {}) =>
    readPurchase(
      JSON.stringify({
        ...{ id: purchase_id, brand_id: 'brand', reference: order_no, is_test: false, status },
        purchase: { total: sen, total_override: sen, currency: 'MYR' },
        payment:
          status === 'paid' || status === 'settled'
            ? { amount: sen, currency: 'MYR', is_outgoing: false, paid_on: 1_769_832_000 }
            : null,
        ...given,
      }),
    )!
  if (bound) await bindPurchase(shop.tenant.write, { id, order_no }, purchase('created'))
  const says = (status: string, given: object = {}) => {
    const one = purchase(status, given)
    const raw = Buffer.from(JSON.stringify(one))
    const answer = { report: reportOf(one), raw, fingerprint: 'https', environment: 'live', at, ring }
    return shop.tenant.write((trx) => applyAnswer(trx, systemActor, id, { channel: 'enquiry', ...answer }))
  }
  return { bill, code, id, order_no, purchase, says, now: () => shop.attempt(code) }
}

const order = ['pending_execute', 'cancelled', 'paid', 'settled', 'expired'] as const
type Status = (typeof order)[number]

const permutations = (items: readonly Status[]): Status[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))

test('words of CHIP in any order end in one payment: all 120 in soak, a tenth in `npm test`', async () => {
  const all = permutations(order)
  expect(all).toHaveLength(120)
  const tried = share(all, 12, 'orders of CHIP')
  for (const statuses of tried) {
    const { bill, id, says, now } = await started()
    for (const status of statuses) await says(status)
    expect((await now()).state, statuses.join(', ')).toBe('paid')
    expect(await shop.paymentOf(id), statuses.join(', ')).toHaveLength(1)
    expect(await shop.invoiceNow(bill.id), statuses.join(', ')).toMatchObject({
      status: 'paid',
      paid_sen: 12_000,
    })
  }
  await shop.balanced()
  figure(
    `R8: CHIP, ${tried.length} of ${all.length} orders of five words, one payment each, the equation holds`,
  )
})

test('the same word twenty times at once is one payment', async () => {
  const rounds = soaking ? 1_000 : 4
  for (let round = 0; round < rounds; round++) {
    const { id, says } = await started(1_000 + round)
    const applied = await Promise.all(Array.from({ length: 20 }, () => says('paid')))
    expect(applied.filter(({ effect }) => effect === 'post')).toHaveLength(1)
    expect(await shop.paymentOf(id)).toHaveLength(1)
  }
  await shop.balanced()
  figure(`R7: CHIP, ${rounds} payments told of 20 times at once: one payment each, the equation holds`)
})

test('a purchase that is another order’s already is nobody else’s: a person looks, and both books stay as they were', async () => {
  const first = await started()
  await first.says('paid')
  const { purchase_id } = await first.now()
  const second = await started(12_000, null)
  const claimed = second.purchase('paid', { id: purchase_id })
  for (const _ of [1, 2]) expect(await bindPurchase(shop.tenant.write, second, claimed)).toBe(false)
  expect(await second.now()).toMatchObject({
    ...{ state: 'needs_review', review_reason: 'id_claimed', purchase_id: null },
  })
  expect(await exceptionsOf(shop, second.id)).toMatchObject([
    { kind: 'id_claimed', transaction_id: purchase_id, amount_sen: 12_000, payment_id: null },
  ])
  expect(await shop.paymentOf(first.id)).toHaveLength(1)
  expect(await shop.paymentOf(second.id)).toEqual([])
  expect(await shop.invoiceNow(second.bill.id)).toMatchObject({ status: 'pending', paid_sen: 0 })
  await shop.balanced()
})

test('a success after the invoice was paid at the counter is the family’s credit', async () => {
  const { bill, id, says, now } = await started()
  await says('cancelled')
  await shop.cash(bill.id, 12_000)
  await says('paid')
  expect(await now()).toMatchObject({ state: 'paid', late_success: true })
  expect(await shop.paymentOf(id)).toMatchObject([
    { method: 'chip', gateway: 'chip', gateway_environment: 'live' },
  ])
  await shop.balanced()
})

test('money that CHIP sent back is taken back once two people have said so: all of it, or a part from credit', async () => {
  const [admin, superadmin] = await Promise.all([shop.tenant.actor('admin'), shop.tenant.actor('superadmin')])
  const settle = async (id: string) => {
    const [row] = await exceptionsOf(shop, id)
    expect(row).toMatchObject({ kind: 'reversed' })
    const how = { decision: 'refunded', refunded_on: '2026-01-31', reference: 'CHIP-1', version: 1 } as const
    const now = { environment: 'uat', ring, at, today: '2026-01-31' }
    await shop.tenant.write((trx) => resolveException(trx, admin, desk, row!.id, how, now))
    return shop.tenant.write((trx) => confirmRefund(trx, superadmin, desk, row!.id, now))
  }
  const whole = await started()
  await whole.says('paid')
  await whole.says('chargeback', paidOf(12_000, 0))
  await settle(whole.id)
  expect(await shop.invoiceNow(whole.bill.id)).toMatchObject({ status: 'unpaid', paid_sen: 0 })
  expect(await shop.paymentOf(whole.id)).toMatchObject([{ status: 'cancelled' }])
  await shop.balanced()

  const part = await started()
  await part.says('paid')
  await part.says('refunded', paidOf(12_000, 11_000))
  await expect(settle(part.id)).rejects.toMatchObject({ code: 'payment.credit_used' })
  await shop.balanced()
})

const paidOf = (amount: number, refundable_amount: number) => ({
  payment: { amount, currency: 'MYR', is_outgoing: false, paid_on: 1_769_832_000 },
  refundable_amount,
})

test('a failure after the money, and money that went back, undo nothing and are told', async () => {
  const { bill, says } = await started()
  await says('paid')
  expect(await says('cancelled')).toMatchObject({ effect: 'alert', alarm: { reason: 'contradicted' } })
  expect(await says('refunded', paidOf(12_000, 0))).toMatchObject({
    effect: 'reverse',
    alarm: { reason: 'reversed' },
  })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ status: 'paid' })
  await shop.balanced()
})
