import { type Selectable, sql, type Transaction } from 'kysely'
import { refundCollection } from '#app/domain/accounting/collections/change-collection.ts'
import { refundedSen } from '#app/domain/accounting/collections/collection.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import type { GatewayTools } from '#app/domain/payments/attempts/gateway-client.ts'
import { chipConfig } from '#app/domain/payments/chip/account.ts'
import { fetchPurchase, refundPurchase } from '#app/integrations/chip/calls.ts'
import type { ChipConfig } from '#app/integrations/chip/config.ts'
import type { Purchase } from '#app/integrations/chip/purchase.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { completeRefund, refunds } from './change-credit-refund.ts'
import type { Failure } from './credit-refund.ts'
import { type CreditRefund, creditRefund } from './find-credit-refunds.ts'

/** Milliseconds after which a refund unknown to CHIP counts as not done. */
export const neverDoneAfter = 24 * 3_600_000

/** Minutes until CHIP is asked again, increasing with the number of tries. */
const retryMinutes = [1, 5, 15, 60] as const

type RefundEnd = 'over' | 'sent' | 'paid' | 'failed' | 'waits' | 'unknown'

interface Order {
  id: string
  status: string
  amount_sen: number
  before_sen: number | null
  sent_at: Date | null
  purchase_id: string | null
  config: ChipConfig
}

/**
 * The next step of a refund through CHIP, with short transactions before and after each call. Approved: reads the purchase,
 * marks the refund as sending, and calls CHIP once and never again. Sending: only the purchase's status shows whether the
 * refund was done, so an unanswered call is resolved by reading it, not by a second refund. `unknown`: CHIP could not be
 * reached; nothing was changed, and the caller retries.
 */
export async function sendRefund(
  { gateways, write, releaseConnection, timeoutMs, now }: GatewayTools,
  actor: Actor,
  id: string,
): Promise<RefundEnd> {
  const options = timeoutMs ? { timeoutMs } : {}
  const order = await write((trx) => orderOf(trx, gateways.chip, id))
  if (!order) return 'over'
  await releaseConnection?.()
  const fail = async (from: 'approved' | 'sending', failure: Failure, detail?: string) => {
    const failed = await write((trx) => failRefund(trx, actor, id, { from, failure, detail: detail ?? null }))
    return failed ? 'failed' : 'over'
  }
  const read = order.purchase_id
    ? await fetchPurchase(order.config, order.purchase_id, options)
    : ({ kind: 'refused', detail: 'no purchase' } as const)
  if (order.status === 'sending') return settle(read.kind === 'made' ? read.purchase : null)

  if (read.kind === 'unknown') return 'unknown'
  if (read.kind === 'refused') return fail('approved', 'refused', read.detail)
  const fault = faultOf(read.purchase, order.amount_sen)
  if (fault) return fail('approved', ...fault)
  const sent = await write((trx) => markSending(trx, actor, id, chipRefundedSen(read.purchase)))
  if (sent !== 'sent') return sent
  await releaseConnection?.()
  const called = await refundPurchase(order.config, order.purchase_id!, order.amount_sen, options)
  if (called.kind === 'refused') return fail('sending', 'refused', called.detail)
  if (called.kind === 'unknown') return 'sent'
  // An accepted call is not a completed refund; the purchase's status decides.
  const after = await fetchPurchase(order.config, order.purchase_id!, options)
  return after.kind === 'made' && isDone(after.purchase, chipRefundedSen(read.purchase) + order.amount_sen)
    ? paid(called.reference)
    : 'sent'

  async function settle(purchase: Purchase | null): Promise<RefundEnd> {
    const { before_sen, amount_sen, sent_at } = order!
    if (purchase && isDone(purchase, before_sen! + amount_sen)) return paid(purchase.id)
    const waited = (await time()).getTime() - sent_at!.getTime()
    const silent =
      purchase && purchase.status !== 'pending_refund' && chipRefundedSen(purchase) <= before_sen!
    if (silent && waited >= neverDoneAfter) return fail('sending', 'never_done')
    await write((trx) => enqueueRetry(trx, id, waited))
    return 'waits'
  }

  async function paid(reference: string): Promise<RefundEnd> {
    return (await write((trx) => settleRefund(trx, actor, id, reference))) ? 'paid' : 'over'
  }

  async function time(): Promise<Date> {
    return now?.() ?? write(databaseTime)
  }
}

/** The refund's data; undefined when nothing is left to do. */
async function orderOf(
  trx: Transaction<DB>,
  chip: GatewayTools['gateways']['chip'],
  id: string,
): Promise<Order | undefined> {
  const row = await creditRefund(trx, everywhere, id)
  if (row.method !== 'chip' || (row.status !== 'approved' && row.status !== 'sending')) return undefined
  const { request_fields, purchase_id } = await trx
    .selectFrom('payment')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'payment.attempt_id')
    .select(['attempt.request_fields', 'attempt.purchase_id'])
    .where('payment.id', '=', row.payment_id!)
    .executeTakeFirstOrThrow()
  const is_test = (request_fields as Record<string, string>).is_test === 'true'
  const { status, amount_sen, before_sen, sent_at } = row
  const config = await chipConfig(trx, chip, is_test ? 'test' : 'live')
  return { id, status, amount_sen, before_sen, sent_at: sent_at as Date | null, purchase_id, config }
}

/** The amount refunded so far, by whomever. */
function chipRefundedSen({ payment, refundable_amount, status }: Purchase): number {
  const untouched = status === 'paid' || status === 'cleared' || status === 'settled'
  return (payment?.amount ?? 0) - (refundable_amount ?? (untouched ? (payment?.amount ?? 0) : 0))
}

const isDone = (purchase: Purchase, sen: number) =>
  purchase.status !== 'pending_refund' && chipRefundedSen(purchase) >= sen

/** Why CHIP would refuse the refund, from the purchase's data. */
function faultOf(purchase: Purchase, sen: number): [Failure, string?] | undefined {
  const { payment, refund_availability: offered } = purchase
  if (!payment) return ['not_paid', purchase.status]
  const left = payment.amount - chipRefundedSen(purchase)
  if (sen > left) return ['too_little', String(left)]
  if (offered === 'none') return ['not_offered']
  return offered === 'full_only' && sen < payment.amount ? ['only_whole'] : undefined
}

/**
 * Marks the refund as sending before the call, so that a crash cannot repeat it. `over`: another process has done so.
 * `waits`: another refund of the payment is under way, from which this one could not be distinguished.
 */
async function markSending(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  before_sen: number,
): Promise<'sent' | 'over' | 'waits'> {
  const row = await lockRefund(trx, id, 'approved')
  if (!row) return 'over'
  await trx.selectFrom('payment').select('id').where('id', '=', row.payment_id!).forNoKeyUpdate().execute()
  const other = await trx
    .selectFrom('credit_refund')
    .select('id')
    .where('payment_id', '=', row.payment_id!)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  await enqueueRetry(trx, id, 0)
  if (other) return 'waits'
  const values = { status: 'sending', sent_at: sql<Date>`now()`, before_sen }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: 'approved' })
  const { number, amount_sen } = row
  const object = { type: 'credit_refund', id } as const
  await record(trx, actor, 'credit_refund.sent', object, named(row.parent, { after: { number, amount_sen } }))
  return 'sent'
}

async function enqueueRetry(trx: Transaction<DB>, id: string, waited: number): Promise<void> {
  const minutes = retryMinutes.find((pause) => waited < pause * 5 * 60_000) ?? 60
  const at = new Date((await databaseTime(trx)).getTime() + minutes * 60_000)
  await enqueue(trx, 'credit_refund.chip', { credit_refund_id: id }, at)
}

/** Locks the refund; undefined when it is settled already. */
async function lockRefund(
  trx: Transaction<DB>,
  id: string,
  status: 'approved' | 'sending',
): Promise<CreditRefund | undefined> {
  const row = await refunds.lock(trx, everywhere, id)
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
  await refundCollection(trx, row.payment_id!, { sen: row.amount_sen, on: paid_on })
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
 * Returns the rest that was not requested here, in sen, which a person must check.
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
  const { rows } = await sql<{ sen: number }>`select ${refundedSen(sql.val(payment.id))}
    + coalesce((select sum(amount_sen) from platform.payment_exception
      where attempt_id = ${attempt.id} and kind = 'reversed' and state <> 'resolved'), 0) as sen`.execute(trx)
  const underWay = completed && !done ? sending.amount_sen : 0
  return Math.max(0, returned_sen - rows[0]!.sen - underWay)
}
