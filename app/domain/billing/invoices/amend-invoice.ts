import { type Kysely, sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/open-month.ts'
import { openAttempts } from '#app/domain/billing/invoices/open-attempts.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { lockedInvoice, refuseUncancellable } from '#app/domain/core/invoicing/locked.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { refuseDueDate } from './drafts.ts'
import type { AmendInput, LineInput } from './invoice-form.ts'
import { withFacts } from './known-lines.ts'
import { auditedLines, priced, rateOf, refuseAboveHalf, retellTax, sumsOf, writeLines } from './lines.ts'

/**
 * Changes an issued invoice that is still owed, with a reason: its due date, its notes, and its lines. What it said
 * before is kept whole ({@link keptVersions} tells it). Its number, its payer and its day of issue stay, and it is taxed
 * as it was when it was issued. Lines stay as they are where money was ever on it (invoice.once_paid), where a part was
 * taken back (invoice.credited) or is asked for or ever was (invoice.note_asked), where its family is to pay it in parts
 * that come to what it says (invoice.arranged), where an online payment may still come (invoice.in_payment), and where the
 * month of its issue is closed (month.closed). Returns the number.
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
  const lines = items ? await rewritten(trx, actor, before, { id, items, today }) : null
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

interface Wanted {
  id: string
  items: readonly LineInput[]
  today: string
}

/** Writes the lines that are wanted; null where they are those that the invoice has. */
async function rewritten(
  trx: Transaction<DB>,
  actor: Actor,
  { student_id, issued_on, credited_sen }: Awaited<ReturnType<typeof lockedInvoice>>,
  { id, items, today }: Wanted,
) {
  const before = await linesOf(trx, id)
  if (before.map(told).join('\n') === items.map(told).join('\n')) return null
  if (credited_sen > 0) throw new Refusal('invoice.credited')
  await refuseFixedLines(trx, id, issued_on ?? today)
  const rate = await rateOfIssued(trx, id)
  const lines = await priced(trx, await withFacts(trx, { student_id, invoice_id: id }, items, today))
  refuseAboveHalf(actor, lines, before)
  const { amounts, sums } = sumsOf(lines, rate)
  if (sums.total_sen === 0) throw new Refusal('invoice.total_zero')
  await writeLines(trx, id, lines, amounts)
  await retellTax(trx, id, rate)
  const wereAmounts = before.map(({ amount_sen }) => ({ amount_sen }))
  return { before: auditedLines(before, wereAmounts), after: auditedLines(lines, amounts), sums }
}

async function refuseFixedLines(trx: Transaction<DB>, id: string, issued_on: string): Promise<void> {
  await refuseClosedMonth(trx, issued_on)
  if ((await openAttempts(trx, [id])).length > 0) throw new Refusal('invoice.in_payment')
  const { rows } = await sql<{ paid: boolean; arranged: boolean; noted: boolean }>`
    select exists (select from payment_allocation where invoice_id = ${id})
      or exists (select from credit_entry where invoice_id = ${id})
      or (select paid_sen > 0 from invoice where id = ${id}) as paid,
      exists (select from arrangement_invoice as agreed join arrangement on arrangement.id = agreed.arrangement_id
        where agreed.invoice_id = ${id} and arrangement.status in ('proposed', 'active')) as arranged,
      exists (select from credit_note join credit_note_item as item on item.credit_note_id = credit_note.id
        where credit_note.invoice_id = ${id}) as noted`.execute(trx)
  if (rows[0]!.paid) throw new Refusal('invoice.once_paid')
  if (rows[0]!.noted) throw new Refusal('invoice.note_asked')
  if (rows[0]!.arranged) throw new Refusal('invoice.arranged')
}

/** The lines that an invoice has, as a form sends them. */
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

/** What a line says; two that say the same are the same. */
function told({ discount = 0, ...line }: LineInput): string {
  return JSON.stringify([
    ...[line.description, line.fee_type_id, line.subject_fee_id, line.period_starts_on],
    ...[line.quantity, line.price, discount, discount > 0 ? line.discount_reason : undefined],
  ])
}

/**
 * The rate of service tax by which an issued invoice is taxed, in basis points: the one of its issue. Where it had nothing
 * to tax it does not tell it; then the one of now.
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
