import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** That an invoice is late is never stored: the day decides it. */
export const invoiceStatuses = ['draft', 'unpaid', 'pending', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** In the order in which a list offers them: what asks for work first. */
export const shownStatuses = [
  'overdue',
  'unpaid',
  'part_paid',
  'pending',
  'draft',
  'paid',
  'cancelled',
] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** From each status, the ones it may become. A draft may also be removed; nothing else ever is. */
export const transitions: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['unpaid'],
  unpaid: ['pending', 'paid', 'cancelled'],
  // An online payment is on its way; it ends in one of these.
  pending: ['unpaid', 'paid'],
  // Its payment was taken by hand and is cancelled.
  paid: ['unpaid'],
  cancelled: [],
}

/** The statuses for the `where` of the change. */
export function mayBecome(to: InvoiceStatus): InvoiceStatus[] {
  return invoiceStatuses.filter((from) => transitions[from].includes(to))
}

interface Dated {
  status: string
  /** `YYYY-MM-DD` */
  due_on: string
}

/** Late from the day after the due date, unless a payment is on its way. Its SQL is in `statusOn`. */
export function isOverdue({ status, due_on }: Dated, today: string): boolean {
  return status === 'unpaid' && due_on < today
}

/** The status as people read it: late before partly paid, partly paid before unpaid. Its SQL is `statusOn`. */
export function shownStatus(invoice: Dated & { paid_sen: number }, today: string): ShownStatus {
  return isOverdue(invoice, today) ? 'overdue' : undatedStatus(invoice)
}

/** The status without "overdue", for a paper that outlives the day on which it was printed. */
export function undatedStatus({ status, paid_sen }: { status: string; paid_sen: number }) {
  return status === 'unpaid' && paid_sen > 0 ? 'part_paid' : (status as InvoiceStatus)
}

/** Days between issue and due date at most. */
export const longestDays = 365
export const mostLines = 50
/** Students who are billed by one form. */
export const mostStudents = 200

/** The SQL of `shownStatus`. */
export function statusOn(today: string) {
  return sql<ShownStatus>`case when invoice.status <> 'unpaid' then invoice.status
    when invoice.due_on < ${today}::date then 'overdue'
    when invoice.paid_sen > 0 then 'part_paid' else 'unpaid' end`
}

/** In sen: nothing on a draft or a cancelled one. */
export const owed = sql<number>`case when invoice.status in ('unpaid', 'pending') then invoice.balance_sen else 0 end`

/** All, those of the own branches, or for a parent those they pay or that are their children's, but never a draft. */
export function invoicesIn(db: Kysely<DB>, { scope, branch_ids, parent_id }: RowScope) {
  const query = db.selectFrom('invoice')
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`invoice.branch_id = any(${branch_ids}::uuid[])`)
  if (scope !== 'own' || !parent_id) return query.where(sql<boolean>`false`)
  return query
    .where('invoice.status', '<>', 'draft')
    .where((eb) =>
      eb.or([
        eb('invoice.payer_parent_id', '=', parent_id),
        eb.exists(
          eb
            .selectFrom('student_parent')
            .whereRef('student_parent.student_id', '=', 'invoice.student_id')
            .where('student_parent.parent_id', '=', parent_id)
            .select('student_parent.parent_id'),
        ),
      ]),
    )
}

/** What the family of `parent` owes on the invoices that the scope reaches, in sen. */
export const owedBy = (db: Kysely<DB>, scope: RowScope) =>
  sql<number>`(select coalesce(sum(${owed}), 0) from (${invoicesIn(db, scope).selectAll('invoice')}) as invoice
    where invoice.payer_parent_id = parent.id and invoice.status in ('unpaid', 'pending'))`

/** Locks an invoice until the transaction ends. Refuses (not_found.invoice) one that the scope does not reach. */
export async function lockedInvoice(trx: Transaction<DB>, scope: RowScope, id: string) {
  const row = await invoicesIn(trx, scope)
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .select([
      'invoice.id',
      'invoice.number',
      'invoice.student_id',
      'student.name as student',
      'invoice.payer_parent_id',
      'invoice.branch_id',
      'parent.email as payer_email',
      'invoice.issued_on',
      'invoice.due_on',
      'invoice.is_carried_over',
      'invoice.total_sen',
      'invoice.paid_sen',
      'invoice.credited_sen',
      'invoice.remark',
      'invoice.internal_note',
      'invoice.version',
    ])
    .select(sql<InvoiceStatus>`invoice.status`.as('status'))
    .select(sql<number>`invoice.balance_sen`.as('balance_sen'))
    .where('invoice.id', '=', id)
    .forUpdate('invoice')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return row
}

export function refuseIssued({ status, number }: { status: InvoiceStatus; number: string | null }): void {
  if (status !== 'draft') throw new Refusal('invoice.already_issued', undefined, { number: number ?? '' })
}

interface PaymentState {
  id: string
  number: string | null
  status: InvoiceStatus
  paid_sen: number
}

/** The refusal of whatever an invoice does not take while it is being paid online, with its page. */
export const inPayment = ({ id, number }: { id: string; number: string | null }, field?: string): Refusal =>
  new Refusal('invoice.in_payment', field).blockedBy({
    to: 'invoice',
    id,
    name: number,
  })

/** Passes only an issued invoice that is owed and has no payment under way; it may be partly paid. */
export function refuseUncancellable(invoice: PaymentState): void {
  const { status } = invoice
  if (status === 'pending') throw inPayment(invoice)
  if (status === 'cancelled') throw new Refusal('invoice.already_cancelled')
  if (status === 'paid') refusePaid(invoice)
  if (status !== 'unpaid') throw new Refusal('action_not_allowed')
}

function refusePaid({ id, paid_sen }: PaymentState): never {
  throw new Refusal('invoice.has_payment', undefined, { amount: formatRinggit(paid_sen) }).blockedBy({
    to: 'refund',
    id,
  })
}
