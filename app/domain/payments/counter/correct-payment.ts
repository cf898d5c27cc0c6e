import { type Kysely, sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { isOwnEntry } from '#app/domain/core/four-eyes/four-eyes.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cancelToCorrect, lockedPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { cancelPlanOf } from '#app/domain/payments/payments/cancel-plan.ts'
import { type CorrectInput, isManual } from '#app/domain/payments/payments/payment.ts'
import type { Posted } from '#app/domain/payments/payments/post-payment.ts'
import { payableInvoices, postCounterPayment } from '#app/domain/payments/payments/record-payment.ts'
import type { DB } from '#db/types.ts'
import { openTill, receivedAt } from './till.ts'

/** Minutes after recording within which the person who took a payment corrects it without a second person. */
export const correctMinutes = 10

/** Why a payment is not corrected; each is a refusal `payment.correct.<reason>`. */
export const uncorrectable = [
  'online',
  'cancelled',
  'other_person',
  'twice',
  'other_day',
  'too_late',
  'drawer',
  'requested',
  'gift',
  'bank_line',
  'used',
] as const
export type Uncorrectable = (typeof uncorrectable)[number]

interface Facts {
  method: string
  status: string
  paid_on: string
  created_by: string | null
  received_by: string | null
  drawer_id: string | null
  replaces_id: string | null
  is_late: boolean
  is_gift: boolean
  is_on_line: boolean
  is_requested: boolean
  own_drawer_id: string | null
}

/**
 * Why this person cannot correct a payment, the first reason that applies; null when they can, and undefined for a payment out
 * of scope. A correction needs no second person because nothing but the typing changes: the same person, family, day and drawer,
 * within {@link correctMinutes}, and nothing has been done with the payment since.
 */
export async function whyNotCorrected(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Uncorrectable | null | undefined> {
  const facts = await factsOf(db, actor, scope, id)
  if (!facts) return undefined
  const reason = reasonOf(facts, actor, today)
  if (reason) return reason
  const { blockers, credit_from } = await cancelPlanOf(db, scope, id, today)
  return blockers.length > 0 || credit_from.length > 0 ? 'used' : null
}

/** Until when this person may correct a payment; null where they may not. */
export async function correctableUntil(
  db: Kysely<DB>,
  actor: Pick<Actor, 'id'>,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Date | null> {
  if ((await whyNotCorrected(db, actor, scope, id, today)) !== null) return null
  const { created_at } = await db
    .selectFrom('payment')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return new Date(created_at.getTime() + correctMinutes * 60_000)
}

function reasonOf(facts: Facts, actor: Pick<Actor, 'id'>, today: string): Uncorrectable | null {
  if (!isManual(facts.method)) return 'online'
  if (facts.status !== 'paid') return 'cancelled'
  if (!isOwnEntry(actor, facts) || facts.created_by !== facts.received_by) return 'other_person'
  if (facts.replaces_id !== null) return 'twice'
  if (facts.paid_on !== today) return 'other_day'
  if (facts.is_late) return 'too_late'
  if (facts.drawer_id !== facts.own_drawer_id) return 'drawer'
  if (facts.is_requested) return 'requested'
  if (facts.is_gift) return 'gift'
  return facts.is_on_line ? 'bank_line' : null
}

async function factsOf(db: Kysely<DB>, actor: Pick<Actor, 'id'>, scope: RowScope, id: string) {
  return db
    .selectFrom('payment')
    .select(['method', 'status', 'paid_on', 'created_by', 'received_by', 'drawer_id', 'replaces_id'])
    .select([
      sql<boolean>`now() > created_at + make_interval(mins => ${correctMinutes})`.as('is_late'),
      sql<boolean>`exists (select from donation where donation.payment_id = payment.id)`.as('is_gift'),
      sql<boolean>`exists (select from bank_line_payment where bank_line_payment.payment_id = payment.id)
        or exists (select from transfer_slip where transfer_slip.payment_id = payment.id)`.as('is_on_line'),
      sql<boolean>`exists (select from cancel_request where cancel_request.payment_id = payment.id
        and state = 'open')`.as('is_requested'),
      sql<string | null>`(select cash_drawer.id from cash_drawer
        where cash_drawer.user_id = ${actor.id} and cash_drawer.status = 'open')`.as('own_drawer_id'),
    ])
    .where('id', '=', id)
    .where(paymentsInScope(scope))
    .executeTakeFirst()
}

/**
 * Corrects a payment that the actor has just taken: cancels it and records it again for the same family and into the same drawer,
 * in one act. Refuses as {@link whyNotCorrected} says (payment.correct.*), a correction that changes nothing
 * (payment.correct.same), no invoice (payment.nothing_paid), and what recording a payment refuses. Of two corrections at the same
 * time the second is refused.
 */
export async function correctPayment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, reason, invoice: chosen, given, keep_rest, ...taken }: CorrectInput,
  today: string,
): Promise<Posted> {
  const money = { ...taken, paid_on: today }
  // In the order of all payments: the transfer, the drawer, the payment, its invoices.
  const open = await openTill(trx, actor, money, today)
  const payment = await lockedPayment(trx, scope, id)
  const why = await whyNotCorrected(trx, actor, scope, id, today)
  if (why)
    throw new Refusal(`payment.correct.${why}`).blockedBy({
      to: why === 'requested' || why === 'online' ? 'payment' : 'payment_cancel',
      id,
    })
  refuseStale(payment, version)
  const before = await recordedAs(trx, id)
  const ids = [...new Set(chosen)]
  if (ids.length === 0) throw new Refusal('payment.nothing_paid', 'invoice')
  await lockInvoices(trx, [...ids, ...before.invoices.map(({ invoice_id }) => invoice_id)])
  await cancelToCorrect(trx, actor, payment, { reason, on: today })
  const invoices = await payableInvoices(trx, scope, await byDueDay(trx, ids), before.parent_id)
  const owed_sen = invoices.reduce((sum, { balance_sen }) => sum + balance_sen, 0)
  const { amount, till } = receivedAt(open, { method: taken.method, amount: taken.amount, given }, owed_sen)
  const { allocations: shares, rest_sen } = allocate(amount, invoices)
  if (rest_sen > 0 && !keep_rest)
    throw new Refusal('payment.rest_to_credit', 'keep_rest', { rest: formatRinggit(rest_sen) })
  if (isSame(before, { method: taken.method, amount, reference_no: taken.reference_no ?? null, shares }))
    throw new Refusal('payment.correct.same')
  const paid = invoices.filter((one) => shares.some(({ invoice_id }) => invoice_id === one.id))
  return postCounterPayment(
    trx,
    actor,
    paid,
    { ...money, amount },
    { scope, today },
    { shares, till, replaces_id: id },
  )
}

interface Recorded {
  method: string
  amount: number
  reference_no: string | null
  shares: readonly { invoice_id: string; amount_sen: number }[]
}

/** What the first payment said. */
async function recordedAs(trx: Transaction<DB>, id: string) {
  const [row, invoices] = await Promise.all([
    trx
      .selectFrom('payment')
      .select(['method', 'amount_sen as amount', 'reference_no', 'payer_parent_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    trx
      .selectFrom('payment_allocation')
      .select(['invoice_id', 'amount_sen'])
      .where('payment_id', '=', id)
      .execute(),
  ])
  if (!row.payer_parent_id) throw new Refusal('payment.correct.gift').blockedBy({ to: 'payment_cancel', id })
  return { ...row, parent_id: row.payer_parent_id, invoices, shares: invoices }
}

function isSame(before: Recorded, after: Recorded): boolean {
  const sharesOf = ({ shares }: Recorded) =>
    shares
      .map(({ invoice_id, amount_sen }) => `${invoice_id} ${amount_sen}`)
      .sort()
      .join()
  return (
    before.method === after.method &&
    before.amount === after.amount &&
    before.reference_no === after.reference_no &&
    sharesOf(before) === sharesOf(after)
  )
}

/** Invoices that either payment pays are locked at once, in the order of their ids. */
async function lockInvoices(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('invoice')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function byDueDay(trx: Transaction<DB>, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('invoice')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('due_on')
    .orderBy('number')
    .execute()
  if (rows.length < ids.length) throw new Refusal('not_found.invoice')
  return rows.map(({ id }) => id)
}
