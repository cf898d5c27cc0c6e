import { type Selectable, sql, type Transaction } from 'kysely'
import { sendBack } from '#app/domain/accounting/collections/collect.ts'
import { sentBackOf } from '#app/domain/accounting/collections/collection.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Failure } from './credit-refund.ts'
import { refunds } from './decide-refund.ts'
import type { CreditRefund } from './find-credit-refunds.ts'
import { completeRefund } from './pay-refund.ts'

/** Locks the refund; undefined when it is settled already. */
export async function lockRefund(
  trx: Transaction<DB>,
  id: string,
  status: 'approved' | 'sending',
): Promise<CreditRefund | undefined> {
  const row = await refunds.held(trx, everywhere, id)
  return row.status === status ? row : undefined
}

/** Deducts a completed CHIP refund from the family's credit, the collections and the platform's ledger, dated today. */
export async function settleRefund(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  reference: string,
): Promise<boolean> {
  const row = await lockRefund(trx, id, 'sending')
  if (!row) return false
  const paid_on = todayIn(await databaseTime(trx))
  await completeRefund(trx, actor, row, { from: 'sending', paid_on, bank_reference: reference.slice(0, 50) })
  await sendBack(trx, row.payment_id!, { sen: row.amount_sen, on: paid_on })
  return true
}

/** Marks the refund as failed and frees the credit; the page shows the reason. */
export async function failRefund(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  {
    from,
    failure,
    detail = null,
  }: { from: 'approved' | 'sending'; failure: Failure; detail?: string | null },
): Promise<boolean> {
  const row = await lockRefund(trx, id, from)
  if (!row) return false
  const words = [failure, detail].filter(Boolean).join(': ').slice(0, 200)
  await changeAt(trx, actor, 'credit_refund', row, { status: 'failed', failure: words }, { status: from })
  const after = { amount_sen: row.amount_sen, number: row.number, failure: words }
  const object = { type: 'credit_refund', id } as const
  await record(trx, actor, 'credit_refund.failed', object, named(row.parent, { after }))
  await enqueue(trx, 'credit_refund.failed', { credit_refund_id: id })
  return true
}

/**
 * Compares the total refunded by CHIP for an attempt's payment with our refunds, and settles one of ours that it completes.
 * Returns the rest that nobody here requested, in sen, which a person must check.
 */
export async function matchReturns(
  trx: Transaction<DB>,
  actor: Actor,
  attempt: Pick<Selectable<DB['payment_attempt']>, 'id'>,
  { returned_sen, done, reference }: { returned_sen: number; done: boolean; reference: string },
): Promise<number> {
  const payment = await trx
    .selectFrom('payment')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirst()
  if (!payment) return returned_sen
  const sending = await trx
    .selectFrom('credit_refund')
    .select(['id', 'amount_sen', 'before_sen'])
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  const completed = sending && returned_sen >= sending.before_sen! + sending.amount_sen
  if (completed && done) await settleRefund(trx, actor, sending.id, reference)
  const { rows } = await sql<{ sen: number }>`select ${sentBackOf(sql.val(payment.id))}
    + coalesce((select sum(amount_sen) from platform.payment_exception
      where attempt_id = ${attempt.id} and kind = 'reversed' and state <> 'resolved'), 0) as sen`.execute(trx)
  const underWay = completed && !done ? sending.amount_sen : 0
  return Math.max(0, returned_sen - rows[0]!.sen - underWay)
}
