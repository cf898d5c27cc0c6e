import { expect, test } from 'vitest'
import { settleExceptions } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { lockedAttempt } from '#app/domain/payments/attempts/locked-attempt.ts'
import { newTxn } from '#app/domain/payments/attempts/test-support.ts'
import { waitForLocked } from '#tests/support/database/locks.ts'
import { exceptionsOf, openDeskOnce } from './test-support.ts'

const { at, shop } = openDeskOnce()

async function started() {
  const bill = await shop.bill()
  return shop.start([bill.public_code])
}

const otherAmount = { fpx_txnAmount: '100.00' }

test('a message in doubt about a transaction that is posted already cannot be booked besides, nor go back as if it were not', async () => {
  const attempt = await started()
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
  const [row] = await exceptionsOf(shop, attempt.id)
  expect(row).toMatchObject({ kind: 'mismatch', state: 'open', transaction_id: txn_id })
  const wentBack = { decision: 'refunded' as const, refunded_on: '2026-02-01', reference: 'MBB-77120' }
  for (const decision of [{ decision: 'booked' as const }, wentBack])
    await expect(at.resolve(row!.id, decision)).rejects.toMatchObject({
      code: 'payment_exception.claimed',
    })
  expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
  await shop.balanced()
})

test('a message in doubt is settled when FPX names its transaction as a second debit', async () => {
  const attempt = await started()
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
  await shop.say(attempt, '00')
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
  const rows = await exceptionsOf(shop, attempt.id)
  const second = (await shop.payments()).find((row) => row.second_debit_of === attempt.id)!
  expect(rows).toMatchObject([
    { kind: 'mismatch', state: 'resolved', resolution: 'settled', payment_id: second.id },
    { kind: 'second_debit', state: 'open', payment_id: second.id },
  ])
  await shop.balanced()
})

test('who settles waits for a message about the same attempt, and neither for ever', async () => {
  const attempt = await started()
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
  await shop.say(attempt, '00')
  const [payment] = await shop.paymentOf(attempt.id)
  const [row] = await exceptionsOf(shop, attempt.id)
  let settling: Promise<unknown> | undefined
  await shop.tenant.write(async (trx) => {
    await lockedAttempt(trx, attempt.id)
    settling = at.resolve(row!.id, { decision: 'booked' }).catch((error) => error)
    // By then it has locked what it locks first.
    await waitForLocked(shop.tenant, 1)
    await settleExceptions(trx, attempt, {
      transaction_id: txn_id,
      payment_id: payment!.id,
      second: false,
    })
  })
  expect(await settling).toMatchObject({ code: 'payment_exception.decided' })
})
