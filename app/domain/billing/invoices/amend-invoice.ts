import { type Kysely, sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { lockedInvoice, refuseUncancellable } from '#app/domain/core/invoicing/invoice.ts'
import { refuseReportedLines } from '#app/domain/core/invoicing/reported.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'
import { refuseDueDate } from './change-invoice.ts'
import { openAttempts } from './find-invoices.ts'
import type { AmendInput, LineInput } from './invoice.ts'
import {
  auditedLines,
  priced,
  rateOf,
  refuseAboveHalf,
  sumsOf,
  withFacts,
  writeLines,
  writeTaxFacts,
} from './lines.ts'

/**
 * Changes the due date, notes and lines of an unpaid issued invoice, with a reason. The replaced version is stored as a whole
 * ({@link invoiceVersions} reads it). Number, payer, issue date and tax rate stay. Refuses to change lines after any payment
 * (invoice.once_paid), after a credit note (invoice.credited) or a request for one (invoice.note_asked), during an
 * arrangement over its balance (invoice.arranged), during an online payment (invoice.in_payment), once its e-invoice is sent
 * (invoice.in_einvoice), and when the month of issue is closed (month.closed). Returns the number.
 */
export async function amendInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  { due_on, remark, internal_note, reason, items }: AmendInput,
  today: string,
): Promise<string> {
  const before = await lockedInvoice(trx, scope, id)
  refuseUncancellable(before)
  refuseStale(before, version)
  if (!before.is_carried_over) refuseDueDate(due_on, before.issued_on ?? due_on)
  await trx.insertInto('invoice_version').values({ invoice_id: id, reason, replaced_by: actor.id }).execute()
  const lines = items ? await replaceLines(trx, actor, before, { id, items, today }) : null
  const values = { due_on, remark: remark || null, internal_note: internal_note || null, ...lines?.sums }
  await changeAt(trx, actor, 'invoice', { id, version }, values, { status: 'unpaid' })
  const { before: was, after: is } = difference(before, values)
  await record(
    trx,
    actor,
    'invoice.amended',
    { type: 'invoice', id },
    {
      before: was || lines ? { ...was, ...(lines ? { items: lines.before } : {}) } : null,
      after: { ...is, ...(lines ? { items: lines.after } : {}), reason },
    },
  )
  return before.number ?? ''
}

interface Amendment {
  id: string
  items: readonly LineInput[]
  today: string
}

/** Replaces the lines; null when they are unchanged. */
async function replaceLines(
  trx: Transaction<DB>,
  actor: Actor,
  { student_id, issued_on, credited_sen }: Awaited<ReturnType<typeof lockedInvoice>>,
  { id, items, today }: Amendment,
) {
  const before = await linesOf(trx, id)
  if (before.map(lineKey).join('\n') === items.map(lineKey).join('\n')) return null
  if (credited_sen > 0)
    throw new Refusal('invoice.credited').blockedBy(...(await notesOn(trx, id)), { to: 'refund', id })
  await refuseReportedLines(trx, id)
  await refuseFixedLines(trx, id, issued_on ?? today)
  const rate = await rateOfIssued(trx, id)
  const lines = await priced(trx, await withFacts(trx, { student_id, invoice_id: id }, items, today))
  refuseAboveHalf(actor, lines, before)
  const { amounts, sums } = sumsOf(lines, rate)
  if (sums.total_sen === 0) throw new Refusal('invoice.total_zero')
  await writeLines(trx, id, lines, amounts)
  await writeTaxFacts(trx, id, rate)
  const wereAmounts = before.map(({ amount_sen }) => ({ amount_sen }))
  return { before: auditedLines(before, wereAmounts), after: auditedLines(lines, amounts), sums }
}

async function refuseFixedLines(trx: Transaction<DB>, id: string, issued_on: string): Promise<void> {
  await refuseClosedMonth(trx, issued_on)
  const attempts = await openAttempts(trx, [id])
  if (attempts.length > 0)
    throw new Refusal('invoice.in_payment').blockedBy(
      ...attempts.map((one) => ({ to: 'attempt' as const, id: one.id, name: one.order_no })),
    )
  const { rows } = await sql<{ paid: boolean; arranged: boolean; noted: boolean }>`
    select exists (select from payment_allocation where invoice_id = ${id})
      or exists (select from credit_entry where invoice_id = ${id})
      or (select paid_sen > 0 from invoice where id = ${id}) as paid,
      exists (select from arrangement_invoice as agreed join arrangement on arrangement.id = agreed.arrangement_id
        where agreed.invoice_id = ${id} and arrangement.status in ('proposed', 'active')) as arranged,
      exists (select from credit_note join credit_note_item as item on item.credit_note_id = credit_note.id
        where credit_note.invoice_id = ${id}) as noted`.execute(trx)
  if (rows[0]!.paid) throw new Refusal('invoice.once_paid').blockedBy({ to: 'refund', id })
  if (rows[0]!.noted) throw new Refusal('invoice.note_asked').blockedBy(...(await notesOn(trx, id)))
  if (rows[0]!.arranged) {
    const plan = await trx
      .selectFrom('arrangement_invoice')
      .innerJoin('arrangement', 'arrangement.id', 'arrangement_invoice.arrangement_id')
      .select('arrangement.id')
      .where('arrangement_invoice.invoice_id', '=', id)
      .where('arrangement.status', 'in', ['proposed', 'active'])
      .executeTakeFirstOrThrow()
    throw new Refusal('invoice.arranged').blockedBy({ to: 'arrangement', id: plan.id })
  }
}

/** The current lines of an invoice in the shape of the form. */
async function linesOf(db: Kysely<DB>, invoice_id: string) {
  const rows = await db
    .selectFrom('invoice_item')
    .select(['description', 'fee_type_id', 'subject_fee_id', 'period_starts_on', 'period_ends_on'])
    .select(['quantity_hundredths as quantity', 'price_sen as price', 'discount_sen as discount'])
    .select(['discount_reason', 'taxable', 'amount_sen'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    ...row,
    fee_type_id: row.fee_type_id ?? undefined,
    subject_fee_id: row.subject_fee_id ?? undefined,
    period_starts_on: row.period_starts_on ?? undefined,
    period_ends_on: row.period_ends_on ?? undefined,
    discount_reason: row.discount_reason ?? undefined,
  }))
}

/** Equal for two lines with the same content. */
function lineKey({ discount = 0, ...line }: LineInput): string {
  return JSON.stringify([
    ...[line.description, line.fee_type_id, line.subject_fee_id, line.period_starts_on],
    ...[line.quantity, line.price, discount, discount > 0 ? line.discount_reason : undefined],
  ])
}

/**
 * The service tax rate of an issued invoice in basis points: the rate at its issue. An invoice without taxable lines does
 * not store it; then the current rate.
 */
export async function rateOfIssued(db: Kysely<DB>, invoice_id: string): Promise<number> {
  const { student_id, tax_rate_bp, had_taxable } = await db
    .selectFrom('invoice')
    .select(['student_id', 'tax_rate_bp'])
    .select(
      sql<boolean>`exists (select from invoice_item where invoice_id = invoice.id and taxable)`.as(
        'had_taxable',
      ),
    )
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  return tax_rate_bp > 0 || had_taxable ? tax_rate_bp : rateOf(db, student_id)
}

/** Credit notes about an invoice, the latest first. */
async function notesOn(trx: Transaction<DB>, invoice_id: string): Promise<Blocker[]> {
  const notes = await trx
    .selectFrom('credit_note')
    .select(['id', 'number'])
    .where('invoice_id', '=', invoice_id)
    .where('kind', '=', 'credit_note')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  return notes.map(({ id, number }) => ({ to: 'credit_note', id, name: number }))
}
