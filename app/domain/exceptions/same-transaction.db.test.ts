import { beforeAll, expect, test } from 'vitest'
import { lockedAttempt } from '#app/domain/attempts/locked-attempt.server.ts'
import { newTxn, openShop, type Shop } from '#app/domain/attempts/test-support.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { resolveException } from './change-exception.server.ts'
import type { ResolveInput } from './exception-form.ts'
import { tenantDesk } from './find-exceptions.server.ts'
import { settleExceptions } from './raise.server.ts'
import { exceptionsOf } from './test-support.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const desk = tenantDesk({ scope: 'all', user_id: '', branch_ids: [], parent_id: null })
const balanced = async () => expect(await shop.tenant.read(imbalance)).toEqual({})

async function resolve(id: string, input: Partial<ResolveInput> = {}) {
  const actor = await shop.tenant.actor('admin')
  const given = { decision: 'booked' as const, version: 1, ...input }
  const circumstances = { environment: 'uat', at: new Date('2026-02-01T02:00:00Z'), today: '2026-02-01' }
  return shop.tenant.write((trx) => resolveException(trx, actor, desk, id, given, circumstances))
}

async function started() {
  const bill = await shop.bill()
  return shop.start([bill.public_code])
}

const otherAmount = { fpx_txnAmount: '100.00' }

test('a message in doubt about a transaction that is posted already cannot be booked besides', async () => {
  const attempt = await started()
  const txn_id = newTxn()
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id })
  await shop.say(attempt, '00', { fpx_fpxTxnId: txn_id, ...otherAmount })
  const [row] = await exceptionsOf(shop, attempt.id)
  expect(row).toMatchObject({ kind: 'mismatch', state: 'open', transaction_id: txn_id })
  await expect(resolve(row!.id)).rejects.toMatchObject({ code: 'payment_exception.claimed' })
  expect(await shop.paymentOf(attempt.id)).toHaveLength(1)
  await balanced()
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
  await balanced()
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
    settling = resolve(row!.id).catch((error) => error)
    // Time enough for it to lock what it locks first.
    await new Promise((done) => setTimeout(done, 300))
    await settleExceptions(trx, attempt.id, {
      transaction_id: txn_id,
      payment_id: payment!.id,
      second: false,
    })
  })
  expect(await settling).toMatchObject({ code: 'payment_exception.decided' })
})
