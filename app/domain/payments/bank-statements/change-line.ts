import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale, touched } from '#app/domain/core/changed.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { hasChanged } from '#app/domain/core/undo/undo-plan.ts'
import { cancelPayment } from '#app/domain/payments/payments/cancel-payment.ts'
import { backdateDays } from '#app/domain/payments/payments/payment.ts'
import { type RecordRules, takeFamilyTransfer } from '#app/domain/payments/payments/record-payment.ts'
import {
  lockTransfers,
  type SameTransfer,
  sameTransferAsLine,
} from '#app/domain/payments/payments/same-transfer.ts'
import type { DB } from '#db/types.ts'
import {
  type AssignInput,
  invoiceNumbersOf,
  type LineStatus,
  openStatuses,
  wordsOf,
} from './bank-statement.ts'
import { lineFor } from './find-statements.ts'
import { undoLinesPlanOf } from './undo-line-plan.ts'

/** A line locked by this transaction. */
interface LockedLine {
  id: string
  booked_on: string
  amount_sen: number
  assigned_sen: number
  payer_name: string | null
  reference: string | null
  description: string
}

interface Assignment {
  parent_id: string
  amount_sen: number
  /** Allocation over invoices; by default `first`, then the oldest. */
  shares?: { invoice_id: string; amount_sen: number }[] | undefined
  first?: readonly string[]
  /** Only invoices issued by the line's date. */
  issued?: 'by_then'
  /** The payment's date, if not the line's. */
  paid_on?: string | undefined
  /** The reason for a date before the invoice's, in the product's words. */
  early_reason?: string
  despite_attempt?: 'on' | undefined
  /** Why it is another transfer than one that is recorded already. */
  other_reason?: string | undefined
}

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

/**
 * Records all or a part of a line as one transfer of a family (takeFamilyTransfer). Refuses more than is left of the line
 * (bank_line.too_much), and as takeFamilyTransfer does. Returns the payment's number.
 */
export async function assignLine(
  trx: Transaction<DB>,
  actor: Actor,
  line: LockedLine,
  assignment: Assignment,
  { scope, today }: Omit<RecordRules, 'backdate_days'>,
): Promise<string> {
  const { parent_id, amount_sen } = assignment
  if (amount_sen > line.amount_sen - line.assigned_sen) throw new Refusal('bank_line.too_much', 'amount')
  const rules = { scope, today, backdate_days: backdateDays.wide }
  const posted = await takeFamilyTransfer(
    trx,
    actor,
    parent_id,
    {
      amount: amount_sen,
      paid_on: assignment.paid_on ?? line.booked_on,
      reference_no: (line.reference || line.description || '–').slice(0, 50),
      payer_name: line.payer_name?.slice(0, 100),
      early_reason: assignment.early_reason,
      despite_attempt: assignment.despite_attempt,
    },
    {
      ...{ shares: assignment.shares, first: assignment.first },
      issued_by: assignment.issued === 'by_then' ? line.booked_on : undefined,
    },
    rules,
  )
  await trx
    .insertInto('bank_line_payment')
    .values({ payment_id: posted.payment_id, line_id: line.id, amount_sen })
    .execute()
  const { assigned_sen } = await trx
    .updateTable('bank_line')
    .set({
      assigned_sen: sql`assigned_sen + ${amount_sen}::bigint`,
      status: sql`case when assigned_sen + ${amount_sen}::bigint = amount_sen then 'matched' else status end`,
      parent_id,
      by_itself: actor.id === null,
      decided_by: actor.id,
      decided_at: sql<Date>`now()`,
      ...touched,
    })
    .where('id', '=', line.id)
    .where('status', 'in', ['new', 'suggested', 'unmatched'])
    .returning('assigned_sen')
    .executeTakeFirstOrThrow()
  line.assigned_sen = Number(assigned_sen)
  return posted.number
}

/**
 * Records the rest of a line for its suggested family. Refuses a line without a suggestion, and a transfer that is recorded
 * already (bank_line.taken), or in part for another family (bank_line.part).
 */
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
    first: invoiceNumbersOf(line.evidence),
  }
  return recordAssignment(trx, actor, line, assignment, rules, 'bank_line.accepted')
}

/**
 * Records an amount of a line for a family, allocated as entered or to the oldest invoices. The rest of the line stays open.
 * Refuses, unless there is a reason, a transfer that is recorded already (bank_line.taken), or in part for another family
 * (bank_line.part).
 */
export async function assignTo(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, parent_id, amount, paid_on, lines, despite_attempt, other_reason }: AssignInput,
  rules: DecideRules,
): Promise<string> {
  const line = await lockLine(trx, rules.scope, { id, version }, openStatuses)
  const shares = lines.flatMap(({ invoice_id, amount: sen = 0 }) =>
    sen > 0 ? [{ invoice_id, amount_sen: sen }] : [],
  )
  const assignment = {
    ...{ parent_id, amount_sen: amount, paid_on, despite_attempt, other_reason },
    shares: shares.length > 0 ? shares : undefined,
  }
  return recordAssignment(trx, actor, line, assignment, rules, 'bank_line.assigned')
}

async function recordAssignment(
  trx: Transaction<DB>,
  actor: Actor,
  line: Awaited<ReturnType<typeof lockLine>>,
  assignment: Assignment,
  { scope, today, early_reason }: DecideRules,
  action: 'bank_line.accepted' | 'bank_line.assigned',
): Promise<string> {
  const { amount_sen, other_reason } = assignment
  const taken = await takenBefore(trx, line, assignment)
  if (taken && !other_reason) throw await takenRefusal(trx, scope, taken)
  const payment = await assignLine(trx, actor, line, { ...assignment, early_reason }, { scope, today })
  const after = {
    ...{ payment, amount_sen, booked_on: line.booked_on },
    ...(taken ? { same_transfer: taken.number, other_reason } : {}),
  }
  await record(trx, actor, action, { type: 'bank_line', id: line.id }, { after })
  return payment
}

/** The payment that was recorded for all of the line, or for this part of it, before the statement was looked at. */
async function takenBefore(
  trx: Transaction<DB>,
  line: Awaited<ReturnType<typeof lockLine>>,
  { amount_sen: part_sen, parent_id }: Assignment,
): Promise<SameTransfer | undefined> {
  const words = wordsOf(line)
  await lockTransfers(trx, [line.amount_sen, part_sen], [words])
  return sameTransferAsLine(
    trx,
    {
      ...{ amounts: [line.amount_sen, part_sen], paid_on: line.booked_on, statement_id: line.statement_id },
      ...{ reference_no: line.reference || line.description, words },
    },
    parent_id,
  )
}

/** The refusal of a transfer that was recorded before; only within the scope it names the payment. */
async function takenRefusal(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, number, other_sen }: SameTransfer,
): Promise<Refusal> {
  const why = other_sen === null ? 'taken' : 'part'
  if (!(await mayReadPayment(trx, scope, id)))
    return new Refusal(`bank_line.${why}_elsewhere`, 'other_reason')
  const amount = other_sen === null ? {} : { amount: formatRinggit(other_sen) }
  return new Refusal(`bank_line.${why}`, 'other_reason', { number, ...amount }).blockedBy({
    to: 'payment',
    id,
    name: number,
  })
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
 * Cancels the payments of a line and opens it again. Refuses payments not recorded today (bank_line.undo_over), other effects
 * than those confirmed (cancel_request.effects_changed), and as cancelling a payment does.
 */
export async function undoLine(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: At,
  { today, reason, confirmed }: { today: string; reason: string; confirmed?: string | undefined },
): Promise<void> {
  const line = await lockLine(trx, scope, { id, version }, ['matched', ...openStatuses, 'ignored'])
  if (line.assigned_sen === 0) throw new Refusal('action_not_allowed')
  if (hasChanged(await undoLinesPlanOf(trx, actor, scope, [id], today), confirmed))
    throw new Refusal('cancel_request.effects_changed')
  const how = { today, reason, removes_credit: confirmed !== undefined }
  const cancelled = await cancelPaymentsOf(trx, actor, scope, [id], how)
  await record(
    trx,
    actor,
    'bank_line.undone',
    { type: 'bank_line', id },
    { after: { payments: cancelled, reason } },
  )
}

/**
 * Cancels the payments of locked lines, in id order against deadlocks, with `removes_credit` also where other invoices have used
 * their credit. Returns their numbers.
 */
export async function cancelPaymentsOf(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  line_ids: readonly string[],
  { today, reason, removes_credit = false }: { today: string; reason: string; removes_credit?: boolean },
): Promise<string[]> {
  const payments = await trx
    .selectFrom('bank_line_payment')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .select(['payment.id', 'payment.number', 'payment.created_at'])
    .where(sql<boolean>`bank_line_payment.line_id = any(${[...line_ids]}::uuid[])`)
    .where('bank_line_payment.released_at', 'is', null)
    .orderBy('payment.number')
    .execute()
  const earlier = payments.filter(({ created_at }) => todayIn(created_at) !== today)
  if (earlier.length > 0)
    throw new Refusal('bank_line.undo_over').blockedBy(
      ...earlier.map(({ id, number }) => ({ to: 'payment_cancel' as const, id, name: number })),
    )
  const how = { reason, today, removes_credit, version: null }
  for (const { id } of payments) await cancelPayment(trx, actor, scope, id, how)
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
  if (!['ready', 'failed'].includes(statement?.status ?? ''))
    throw (
      await meanwhile(trx, 'bank_statement.busy', { type: 'bank_statement', id: line.statement_id })
    ).blockedBy({
      to: 'bank_statement',
      id: line.statement_id,
    })
  if (!statuses.includes(line.status)) throw new Refusal('action_not_allowed')
  return line
}
