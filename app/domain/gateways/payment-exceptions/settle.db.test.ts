import { expect, test } from 'vitest'
import { newTxn } from '#app/domain/payments/attempts/test-support.ts'
import { exceptionsOf, openDesk, openDeskOnce } from './test-support.ts'

/** What settling one exception must leave alone: money of others, other exceptions, what a person decided. */
const { at, shop } = openDeskOnce()

const wrongAlarm = { decision: 'wrong_alarm' as const, words: 'Bank confirmed that nothing was debited' }

test('a transaction that pays an order of another organisation is not booked here', async () => {
  const { attempt, txn_id, id } = await at.mismatch()
  const neighbour = (await openDesk()).shop
  const bill = await neighbour.bill()
  const theirs = await neighbour.start([bill.public_code])
  await neighbour.say(theirs, '00', { fpx_fpxTxnId: txn_id })
  expect(await neighbour.paymentOf(theirs.id)).toHaveLength(1)
  await expect(at.resolve(id, { decision: 'booked' })).rejects.toMatchObject({
    code: 'payment_exception.claimed',
    field: 'decision',
  })
  expect(await shop.paymentOf(attempt.id)).toEqual([])
  expect(await exceptionsOf(shop, attempt.id)).toMatchObject([{ state: 'open' }])
})

test('of money that is less than its own fee no fee is kept', async () => {
  const { attempt, id } = await at.mismatch({ fpx_txnAmount: '0.50' })
  await at.resolve(id, { decision: 'booked' })
  expect(await shop.paymentOf(attempt.id)).toMatchObject([{ amount_sen: 50, payer_fee_sen: 0 }])
  await shop.balanced()
})

test('an order with two exceptions stays in doubt until both are settled', async () => {
  const { bill, attempt, id } = await at.mismatch()
  await shop.say(attempt, '00', { fpx_fpxTxnId: newTxn(), fpx_txnAmount: '90.00' })
  const both = await exceptionsOf(shop, attempt.id)
  expect(both).toHaveLength(2)
  await at.resolve(id, wrongAlarm)
  expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'needs_review' })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ locked_by_attempt_id: attempt.id })
  await at.resolve(both.find((one) => one.id !== id)!.id, wrongAlarm)
  expect(await shop.attempt(attempt.public_code)).toMatchObject({ state: 'failed', review_reason: null })
  expect(await shop.invoiceNow(bill.id)).toMatchObject({ locked_by_attempt_id: null })
})

test('what a person has decided stays as it was told, whatever FPX says later', async () => {
  const { attempt, txn_id, id } = await at.mismatch()
  await at.resolve(id, wrongAlarm)
  const [decided] = await exceptionsOf(shop, attempt.id)
  expect(await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })).toMatchObject({ state: 'paid' })
  expect(await exceptionsOf(shop, attempt.id)).toEqual([decided])
  await shop.balanced()
})
