import { sql, type Transaction } from 'kysely'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import type { GatewayTools } from '#app/domain/payments/attempts/gateway-client.ts'
import { chipConfig } from '#app/domain/payments/chip/account.ts'
import { fetchPurchase, refundPurchase } from '#app/integrations/chip/calls.ts'
import type { ChipConfig } from '#app/integrations/chip/config.ts'
import type { Purchase } from '#app/integrations/chip/purchase.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Failure } from './credit-refund.ts'
import { creditRefund } from './find-credit-refunds.ts'
import { failRefund, lockRefund, settleRefund } from './settle-by-chip.ts'

/** Milliseconds after which a refund unknown to CHIP counts as not done. */
export const neverDoneAfter = 24 * 3_600_000

/** Minutes until CHIP is asked again, increasing with the number of tries. */
const pauses = [1, 5, 15, 60] as const

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
  { gateways, write, rest, timeoutMs, now }: GatewayTools,
  actor: Actor,
  id: string,
): Promise<RefundEnd> {
  const options = timeoutMs ? { timeoutMs } : {}
  const order = await write((trx) => orderOf(trx, gateways.chip, id))
  if (!order) return 'over'
  await rest?.()
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
  const sent = await write((trx) => claim(trx, actor, id, returnedOf(read.purchase)))
  if (sent !== 'sent') return sent
  await rest?.()
  const asked = await refundPurchase(order.config, order.purchase_id!, order.amount_sen, options)
  if (asked.kind === 'refused') return fail('sending', 'refused', asked.detail)
  if (asked.kind === 'unknown') return 'sent'
  // An accepted call is not a completed refund; the purchase's status decides.
  const after = await fetchPurchase(order.config, order.purchase_id!, options)
  return after.kind === 'made' && isDone(after.purchase, returnedOf(read.purchase) + order.amount_sen)
    ? paid(asked.reference)
    : 'sent'

  async function settle(purchase: Purchase | null): Promise<RefundEnd> {
    const { before_sen, amount_sen, sent_at } = order!
    if (purchase && isDone(purchase, before_sen! + amount_sen)) return paid(purchase.id)
    const waited = (await time()).getTime() - sent_at!.getTime()
    const silent = purchase && purchase.status !== 'pending_refund' && returnedOf(purchase) <= before_sen!
    if (silent && waited >= neverDoneAfter) return fail('sending', 'never_done')
    await write((trx) => later(trx, id, waited))
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
function returnedOf({ payment, refundable_amount, status }: Purchase): number {
  const untouched = status === 'paid' || status === 'cleared' || status === 'settled'
  return (payment?.amount ?? 0) - (refundable_amount ?? (untouched ? (payment?.amount ?? 0) : 0))
}

const isDone = (purchase: Purchase, sen: number) =>
  purchase.status !== 'pending_refund' && returnedOf(purchase) >= sen

/** Why CHIP would refuse the refund, from the purchase's data. */
function faultOf(purchase: Purchase, sen: number): [Failure, string?] | undefined {
  const { payment, refund_availability: offered } = purchase
  if (!payment) return ['not_paid', purchase.status]
  const left = payment.amount - returnedOf(purchase)
  if (sen > left) return ['too_little', String(left)]
  if (offered === 'none') return ['not_offered']
  return offered === 'full_only' && sen < payment.amount ? ['only_whole'] : undefined
}

/**
 * Marks the refund as sending before the call, so that a crash cannot repeat it. `over`: another process has done so. `waits`:
 * another refund of the payment is under way, from which this one could not be distinguished.
 */
async function claim(
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
  await later(trx, id, 0)
  if (other) return 'waits'
  const values = { status: 'sending', sent_at: sql<Date>`now()`, before_sen }
  await changeAt(trx, actor, 'credit_refund', row, values, { status: 'approved' })
  const { number, amount_sen } = row
  const object = { type: 'credit_refund', id } as const
  await record(trx, actor, 'credit_refund.sent', object, named(row.parent, { after: { number, amount_sen } }))
  return 'sent'
}

async function later(trx: Transaction<DB>, id: string, waited: number): Promise<void> {
  const minutes = pauses.find((pause) => waited < pause * 5 * 60_000) ?? 60
  const at = new Date((await databaseTime(trx)).getTime() + minutes * 60_000)
  await enqueue(trx, 'credit_refund.chip', { credit_refund_id: id }, at)
}
