import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel.ts'
import type { DB } from '#db/types.ts'
import { type Assignment, assignLine } from './assign-line.ts'
import { type AssignInput, type LineStatus, openStatuses } from './bank-statement.ts'
import { lineFor } from './find-lines.ts'
import { namedIn } from './match-statement.ts'

export interface DecideRules {
  scope: RowScope
  today: string
  /** The reason for a date before the invoice's, in words. */
  early_reason: string
}

interface At {
  id: string
  version: number
}

/** Records the rest of a line for its suggested family. Refuses a line without a suggestion. */
export async function acceptLine(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: At,
  rules: DecideRules,
): Promise<string> {
  const line = await lockLine(trx, rules.scope, { id, version }, openStatuses)
  if (line.parent_id === null) throw new Refusal('action_not_allowed')
  const assignment = {
    parent_id: line.parent_id,
    amount_sen: line.amount_sen - line.assigned_sen,
    first: namedIn(line.evidence),
  }
  return book(trx, actor, line, assignment, rules, 'bank_line.accepted')
}

/**
 * Records an amount of a line for a family, allocated as entered or to the oldest invoices. The rest of the line stays open.
 */
export async function assignTo(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, parent_id, amount, paid_on, lines, despite_attempt }: AssignInput,
  rules: DecideRules,
): Promise<string> {
  const line = await lockLine(trx, rules.scope, { id, version }, openStatuses)
  const shares = lines.flatMap(({ invoice_id, amount: sen = 0 }) =>
    sen > 0 ? [{ invoice_id, amount_sen: sen }] : [],
  )
  const assignment = {
    ...{ parent_id, amount_sen: amount, paid_on, despite_attempt },
    shares: shares.length > 0 ? shares : undefined,
  }
  return book(trx, actor, line, assignment, rules, 'bank_line.assigned')
}

async function book(
  trx: Transaction<DB>,
  actor: Actor,
  line: Awaited<ReturnType<typeof lockLine>>,
  assignment: Assignment,
  { scope, today, early_reason }: DecideRules,
  action: 'bank_line.accepted' | 'bank_line.assigned',
): Promise<string> {
  const payment = await assignLine(trx, actor, line, { ...assignment, early_reason }, { scope, today })
  const after = { payment, amount_sen: assignment.amount_sen, booked_on: line.booked_on }
  await record(trx, actor, action, { type: 'bank_line', id: line.id }, { after })
  return payment
}

/** Marks the rest of a line as not a fee payment. */
export async function ignoreLine(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version, reason }: At & { reason: string },
): Promise<void> {
  const line = await lockLine(trx, scope, { id, version }, openStatuses)
  await setLine(trx, actor, line.id, { status: 'ignored', reason, ...decidedBy(actor) })
  const after = { status: 'ignored', reason, amount_sen: line.amount_sen - line.assigned_sen }
  await record(
    trx,
    actor,
    'bank_line.ignored',
    { type: 'bank_line', id },
    { before: { status: line.status }, after },
  )
}

/** Opens an ignored line again. */
export async function reopenLine(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: At,
): Promise<void> {
  const line = await lockLine(trx, scope, { id, version }, ['ignored'])
  const status = line.parent_id === null ? 'unmatched' : 'suggested'
  await setLine(trx, actor, id, { status, reason: null, decided_by: null, decided_at: null })
  const before = { status: 'ignored', reason: line.reason }
  await record(trx, actor, 'bank_line.reopened', { type: 'bank_line', id }, { before, after: { status } })
}

/**
 * Cancels the payments of a line and opens it again. Refuses payments not recorded today (bank_line.undo_over), and as
 * cancelling a payment does.
 */
export async function undoLine(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: At,
  { today, reason }: { today: string; reason: string },
): Promise<void> {
  const line = await lockLine(trx, scope, { id, version }, ['matched', ...openStatuses, 'ignored'])
  if (line.assigned_sen === 0) throw new Refusal('action_not_allowed')
  const cancelled = await cancelPaymentsOf(trx, actor, scope, [id], { today, reason })
  await record(
    trx,
    actor,
    'bank_line.undone',
    { type: 'bank_line', id },
    { after: { payments: cancelled, reason } },
  )
}

/** Cancels the payments of locked lines, in id order against deadlocks. Returns their numbers. */
export async function cancelPaymentsOf(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  line_ids: readonly string[],
  { today, reason }: { today: string; reason: string },
): Promise<string[]> {
  const payments = await trx
    .selectFrom('bank_line_payment')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .select(['payment.id', 'payment.number', 'payment.created_at'])
    .where(sql<boolean>`bank_line_payment.line_id = any(${[...line_ids]}::uuid[])`)
    .where('bank_line_payment.released_at', 'is', null)
    .orderBy('payment.number')
    .execute()
  if (payments.some(({ created_at }) => todayIn(created_at) !== today))
    throw new Refusal('bank_line.undo_over')
  for (const { id } of payments) await cancelPayment(trx, actor, scope, id, { reason, today, version: null })
  return payments.map(({ number }) => number)
}

const decidedBy = (actor: Actor) => ({ decided_by: actor.id, decided_at: sql<Date>`now()` })

const setLine = (trx: Transaction<DB>, actor: Actor, id: string, values: object) =>
  trx
    .updateTable('bank_line')
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/**
 * Locks a line within the scope, in one of these statuses, of a statement that no job works on. Refuses not_found.bank_line
 * and version_conflict.
 */
async function lockLine(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, version }: At,
  statuses: readonly LineStatus[],
) {
  const found = await lineFor(trx, scope, id)
  const statement = await trx
    .selectFrom('bank_statement')
    .select('status')
    .where('id', '=', found.statement_id)
    .forShare()
    .executeTakeFirst()
  await trx.selectFrom('bank_line').select('id').where('id', '=', id).forUpdate().execute()
  const line = await lineFor(trx, scope, id)
  refuseStale(line, version)
  if (!['ready', 'failed'].includes(statement?.status ?? '')) throw new Refusal('bank_statement.busy')
  if (!statuses.includes(line.status)) throw new Refusal('action_not_allowed')
  return line
}
