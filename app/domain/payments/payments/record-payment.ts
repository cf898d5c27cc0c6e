import { sql, type Transaction } from 'kysely'
import { allocate } from '#app/domain/accounting/credits/allocation.ts'
import { openAttempts } from '#app/domain/billing/invoices/find-invoices.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { inBranches, mayReadPayment } from '#app/domain/core/invoicing/payment-scope.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isRounded } from '#app/domain/payments/counter/cash-rounding.ts'
import {
  lockTaken,
  type OpenTill,
  openTill,
  receivedAt,
  type Till,
} from '#app/domain/payments/counter/till.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { FamilyPaymentInput, RecordInput } from './payment.ts'
import { type Posted, postDeposit, postPayment } from './post-payment.ts'
import type { Posting } from './posting.ts'
import { lockTransfers, sameTransfer } from './same-transfer.ts'

export interface RecordRules {
  scope: RowScope
  today: string
  /** How far back the money may have been taken, in days. */
  backdate_days: number
  /** Somebody takes it from a hand, and does not find it at the bank: cash is rounded, and it lies in their drawer. */
  by_hand?: boolean
}

/**
 * Takes down cash or a bank transfer for one invoice and posts it; part of what is owed is allowed. Refuses an invoice
 * outside the scope, more than is owed, a date in the future, too far back or in a closed month; without a reason a date
 * before the invoice was issued; and, until it is confirmed, an invoice with an online payment that is open (whose money
 * becomes the family's credit, should it still come) and a reference that came before with the same amount.
 */
export async function recordPayment(
  trx: Transaction<DB>,
  actor: Actor,
  invoice_id: string,
  input: RecordInput,
  rules: RecordRules,
): Promise<Posted> {
  refuseDay(input, rules)
  const open = await lockMoney(trx, actor, input, rules)
  const [invoice] = await payableInvoices(trx, rules.scope, [invoice_id])
  const { amount, till } = open
    ? receivedAt(open, input, invoice!.balance_sen)
    : { ...input, till: undefined }
  if (amount > invoice!.balance_sen) throw new Refusal('payment.amount_above_balance', 'amount')
  return postCounterPayment(trx, actor, [invoice!], { ...input, amount }, rules, { till })
}

/**
 * The same for several invoices of one family: one payment, one receipt, and for each invoice the amount that was entered for it.
 * Also refuses an invoice that somebody else pays (not_found.invoice), no invoice that gets anything, more for one
 * than it owes, more for all than has come, and, until it is confirmed, money that is left over and becomes the family's
 * credit.
 */
export async function recordFamilyPayment(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: FamilyPaymentInput,
  rules: RecordRules,
): Promise<Posted> {
  refuseDay(input, rules)
  const open = await lockMoney(trx, actor, input, rules)
  return postFamilyPayment(trx, actor, parent_id, input, rules, open)
}

/** The same with its transfer and drawer locked. */
async function postFamilyPayment(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  input: FamilyPaymentInput,
  rules: RecordRules,
  open?: OpenTill,
): Promise<Posted> {
  // No coin, shared out as it came: the sums that are rounded off.
  const pays_off =
    open !== undefined && input.amount === 0 && input.lines.every(({ amount = 0 }) => amount === 0)
  const lines = [...input.lines.entries()].flatMap(([index, { invoice_id, amount = 0 }]) =>
    amount > 0 || pays_off ? [{ invoice_id, amount_sen: amount, field: `lines[${index}].amount` }] : [],
  )
  const ids = lines.map(({ invoice_id }) => invoice_id)
  if (lines.length === 0) throw new Refusal('payment.nothing_paid')
  if (new Set(ids).size < ids.length) throw new Refusal('input.invalid')
  const invoices = await payableInvoices(trx, rules.scope, ids, parent_id)
  for (const { invoice_id, amount_sen, field } of lines) {
    const { balance_sen } = invoices.find(({ id }) => id === invoice_id)!
    if (amount_sen > balance_sen) throw new Refusal('payment.amount_above_balance', field)
  }
  const owed_sen = sumOf(invoices.map(({ balance_sen }) => balance_sen))
  // The cash may have been shared out before it was known that it pays all.
  const all = open?.rounds && input.method === 'cash' && isRounded(input.amount, owed_sen)
  const shares = all
    ? invoices.map(({ id, balance_sen }) => ({ invoice_id: id, amount_sen: balance_sen }))
    : lines.map(({ invoice_id, amount_sen }) => ({ invoice_id, amount_sen }))
  const shared_sen = sumOf(shares.map(({ amount_sen }) => amount_sen))
  const { amount, till } = open ? receivedAt(open, input, shared_sen) : { ...input, till: undefined }
  const rest_sen = amount - shared_sen
  if (rest_sen < 0) throw new Refusal('payment.split_above', 'amount', { short: formatRinggit(-rest_sen) })
  if (rest_sen > 0 && !input.keep_rest)
    throw new Refusal('payment.rest_to_credit', 'keep_rest', { rest: formatRinggit(rest_sen) })
  return postCounterPayment(trx, actor, invoices, { ...input, amount }, rules, { shares, till })
}

const sumOf = (sums: readonly number[]) => sums.reduce((sum, sen) => sum + sen, 0)

/** Refuses a day in the future (payment.date_future) and one too far back (payment.date_too_old). */
export function refuseDay(
  { paid_on }: Pick<RecordInput, 'paid_on'>,
  { today, backdate_days }: Omit<RecordRules, 'scope'>,
): void {
  if (paid_on > today) throw new Refusal('payment.date_future', 'paid_on')
  if (paid_on < addDays(today, -backdate_days))
    throw new Refusal('payment.date_too_old', 'paid_on', { days: backdate_days })
}

/** Locks the transfer, and of money from a hand the drawer, before any invoice. */
async function lockMoney(
  trx: Transaction<DB>,
  actor: Actor,
  input: Pick<RecordInput, 'method' | 'amount' | 'paid_on' | 'reference_no'>,
  { by_hand, today }: RecordRules,
): Promise<OpenTill | undefined> {
  if (by_hand) return openTill(trx, actor, input, today)
  await lockTaken(trx, input)
  return undefined
}

interface Taking {
  /** What each invoice gets, if it is not as much as it owes, one after the other. */
  shares?: Posting['shares']
  till?: Till | undefined
  /** The payment that it corrects. */
  replaces_id?: string | undefined
}

/** What is asked of money at the counter, whatever it pays. The invoices are locked, in the order in which it goes to them. */
export async function postCounterPayment(
  trx: Transaction<DB>,
  actor: Actor,
  invoices: readonly Payable[],
  input: RecordInput,
  { scope, today }: Pick<RecordRules, 'scope' | 'today'>,
  { shares, till, replaces_id }: Taking = {},
): Promise<Posted> {
  const issued_on = invoices.reduce((latest, one) => (one.issued_on! > latest ? one.issued_on! : latest), '')
  const early = input.paid_on < issued_on
  if (early && !input.early_reason)
    throw new Refusal('payment.before_issue', 'early_reason', { date: issued_on })
  const invoice_ids = invoices.map(({ id }) => id)
  const open = await openAttempts(trx, invoice_ids)
  const pending = invoices.some(({ status }) => status === 'pending')
  if ((open.length > 0 || pending) && !input.despite_attempt)
    throw new Refusal('payment.attempt_open', 'despite_attempt').blockedBy(
      ...open.map(({ id, order_no }) => ({ to: 'attempt' as const, id, name: order_no })),
    )
  if (!input.confirmed) await refuseRepeated(trx, scope, input, invoices[0]!.payer_parent_id)
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  return postPayment(trx, actor, {
    method: input.method,
    amount_sen: input.amount,
    ...noFee,
    paid_on: input.paid_on,
    today,
    public_code,
    invoice_ids,
    shares,
    ...till,
    replaces_id,
    payer_name: input.payer_name ?? null,
    payer_email: null,
    reference_no: input.reference_no ?? null,
    remark: input.remark || null,
    received_by: actor.id,
    early_reason: early ? input.early_reason : null,
    despite: open.map(({ order_no }) => order_no),
    gateway: null,
  })
}

export interface Payable {
  id: string
  status: string
  issued_on: string | null
  balance_sen: number
  payer_parent_id: string
}

/**
 * Locked, in the order of their ids: of two clerks, or a clerk and the bank, the second sees what the first has left to
 * pay. Given back as they were asked for. `payer`: the parent who pays all of them.
 */
export async function payableInvoices(
  trx: Transaction<DB>,
  scope: RowScope,
  ids: readonly string[],
  payer?: string,
): Promise<Payable[]> {
  const rows = await trx
    .selectFrom('invoice')
    .select(['id', 'number', 'status', 'issued_on', 'payer_parent_id'])
    .select(sql<number>`balance_sen`.as('balance_sen'))
    .where('id', 'in', ids)
    .where('status', '<>', 'draft')
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('branch_id', scope))
    .$if(payer !== undefined, (query) => query.where('payer_parent_id', '=', payer!))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < ids.length) throw new Refusal('not_found.invoice')
  const closed = rows.find(({ status }) => status !== 'unpaid' && status !== 'pending')
  if (closed && payer === undefined) throw new Refusal('invoice.not_payable')
  if (closed)
    throw new Refusal('payment.family_changed', undefined, { number: closed.number ?? '' }).blockedBy({
      to: 'invoice',
      id: closed.id,
      name: closed.number,
    })
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/**
 * The same reference and amount about the same day is most likely the same transfer, typed twice (duplicate.payment); with
 * another amount for another family it may be a part of it (duplicate.payment_part). A payment out of scope is not named
 * (duplicate.payment_elsewhere, duplicate.payment_part_elsewhere).
 * @param family see {@link sameTransfer}
 */
export async function refuseRepeated(
  trx: Transaction<DB>,
  scope: RowScope,
  { reference_no, amount, paid_on }: Pick<RecordInput, 'reference_no' | 'amount' | 'paid_on'>,
  family?: string | null,
): Promise<void> {
  if (!reference_no) return
  const before = await sameTransfer(trx, { reference_no, amount, paid_on }, family)
  if (!before) return
  const { id, number, other_sen } = before
  if (!(await mayReadPayment(trx, scope, id))) {
    const part = other_sen === null ? '' : '_part'
    throw new Refusal(`duplicate.payment${part}_elsewhere`, 'reference_no')
  }
  const blocker = { to: 'payment' as const, id, name: number }
  if (other_sen === null)
    throw new Refusal('duplicate.payment', 'reference_no', { number }).blockedBy(blocker)
  const values = { number, amount: formatRinggit(other_sen) }
  throw new Refusal('duplicate.payment_part', 'reference_no', values).blockedBy(blocker)
}

/** A transfer of a family as it is booked. */
export type Transfer = Pick<
  FamilyPaymentInput,
  'amount' | 'paid_on' | 'payer_name' | 'early_reason' | 'despite_attempt'
> & { reference_no: string }

interface Going {
  /** What each invoice gets; without it the oldest first, and of these the numbers of `first` before the others. */
  shares?: readonly { invoice_id: string; amount_sen: number }[] | undefined
  first?: readonly string[] | undefined
  /** Only invoices that were issued by this day. */
  issued_by?: string | undefined
}

/**
 * Books a transfer whose family is known as one payment, by the verb by which people record one: oldest invoice first, the
 * rest the family's credit. Refuses all that a payment at the counter is refused for, but that the same was booked before. Locks
 * its amount, which a caller with several transfers has locked before ({@link lockTransfers}).
 */
export async function takeFamilyTransfer(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  transfer: Transfer,
  going: Going,
  rules: RecordRules,
): Promise<Posted> {
  refuseDay(transfer, rules)
  await lockTransfers(trx, [transfer.amount])
  const shares = going.shares ?? (await oldestFirst(trx, rules.scope, parent_id, transfer.amount, going))
  if (shares.length === 0) return depositTransfer(trx, actor, parent_id, transfer, rules)
  const taken = { method: 'bank_transfer' as const, confirmed: 'on' as const, keep_rest: 'on' as const }
  const lines = shares.map(({ invoice_id, amount_sen: amount }) => ({ invoice_id, amount }))
  return postFamilyPayment(trx, actor, parent_id, { ...transfer, ...taken, lines }, rules)
}

async function oldestFirst(
  trx: Transaction<DB>,
  scope: RowScope,
  parent_id: string,
  amount_sen: number,
  { first = [], issued_by }: Going,
) {
  const owed = await trx
    .selectFrom('invoice')
    .select(['id', 'status', 'number'])
    .select(sql<number>`balance_sen`.as('balance_sen'))
    .where('payer_parent_id', '=', parent_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .where('balance_sen', '>', 0)
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('branch_id', scope))
    .$if(issued_by !== undefined, (query) => query.where('issued_on', '<=', issued_by!))
    .orderBy(sql`number = any(${[...first]}::text[])`, 'desc')
    .orderBy('due_on')
    .orderBy('number')
    .limit(mostPaidAtOnce)
    .execute()
  return allocate(amount_sen, owed).allocations
}

/** Nothing is owed: all of it is the family's, for what comes. */
async function depositTransfer(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  transfer: Transfer,
  rules: RecordRules,
): Promise<Posted> {
  const { scope, today } = rules
  const family = await trx
    .selectFrom('parent')
    .innerJoin('student_parent', 'student_parent.parent_id', 'parent.id')
    .innerJoin('student', 'student.id', 'student_parent.student_id')
    .select(['parent.id as parent_id', 'parent.name', 'parent.email', 'student.branch_id'])
    .where('parent.id', '=', parent_id)
    .where('parent.deleted_at', 'is', null)
    .where(scope.scope === 'all' ? sql<boolean>`true` : inBranches('student.branch_id', scope))
    .orderBy('student_parent.is_payer', 'desc')
    .orderBy('student.registered_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!family) throw new Refusal('not_found.parent')
  const { amount: amount_sen, paid_on, payer_name = null, reference_no } = transfer
  return postDeposit(trx, actor, {
    ...{ family, method: 'bank_transfer' as const, amount_sen, paid_on, today },
    ...{ payer_name, payer_email: null, reference_no, remark: null, received_by: actor.id },
  })
}
