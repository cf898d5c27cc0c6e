import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { returnToCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { releaseFees } from '#app/domain/billing/plan/claim.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import {
  lockedInvoice,
  longestDays,
  mayBecome,
  mostStudents,
  refuseIssued,
  refuseUncancellable,
} from '#app/domain/core/invoicing/invoice.ts'
import { cancelReported } from '#app/domain/core/invoicing/reported.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { type Billable, billableIn, billableStudent } from '#app/domain/people/students/billable.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { InvoiceInput, severalForm } from './invoice.ts'
import {
  auditedLines,
  type KnownLine,
  priced,
  rateOf,
  refuseAboveHalf,
  sumsOf,
  withFacts,
  writeLines,
  writeTaxFacts,
} from './lines.ts'

/** An invoice as a form sends it; a caller that has calculated the lines also gives their facts. */
type DraftInput = Omit<InvoiceInput, 'items'> & {
  items: readonly KnownLine[]
  /** An opening balance from before the organisation used the product, so that it may be due already. */
  is_carried_over?: true
}

/**
 * Creates a draft for a student in scope, with a public code but no number. Refuses a student without a payer, a due date in
 * the past or more than a year ahead, too large a total, a manual discount above what the actor may give
 * (invoice.above_half), and a fee that was billed already for its period (invoice.already_billed). Returns its id.
 */
export async function createDraft(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  student_id: string,
  input: DraftInput,
  today: string,
): Promise<string> {
  const { branch_id } = await billableStudent(trx, scope, student_id)
  const payer_parent_id = await payerOf(trx, student_id, input.payer_parent_id)
  if (!input.is_carried_over) refuseDueDate(input.due_on, today)
  const lines = await priced(trx, await withFacts(trx, { student_id }, input.items, today))
  refuseAboveHalf(actor, lines)
  const { amounts, sums } = sumsOf(lines, await rateOf(trx, student_id))
  const id = newId()
  const public_code = newPublicCode()
  const texts = textsOf(input)
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'invoice' }).execute()
  await trx
    .insertInto('invoice')
    .values({
      id,
      public_code,
      student_id,
      payer_parent_id,
      branch_id,
      due_on: input.due_on,
      is_carried_over: input.is_carried_over === true,
      ...texts,
      ...sums,
      created_by: actor.id,
      updated_by: actor.id,
    })
    .execute()
  await writeLines(trx, id, lines, amounts)
  const after = { student_id, payer_parent_id, due_on: input.due_on, ...texts, ...sums }
  await record(
    trx,
    actor,
    'invoice.drafted',
    { type: 'invoice', id },
    {
      after: { ...after, items: auditedLines(lines, amounts) },
    },
  )
  return id
}

/** Refuses version_conflict and what {@link createDraft} refuses. */
export async function editDraft(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  input: InvoiceInput,
  today: string,
): Promise<void> {
  const before = await lockedInvoice(trx, scope, id)
  refuseIssued(before)
  refuseStale(before, version)
  const payer_parent_id = await payerOf(
    trx,
    before.student_id,
    input.payer_parent_id ?? before.payer_parent_id,
  )
  refuseDueDate(input.due_on, today)
  const { student_id } = before
  const lines = await priced(trx, await withFacts(trx, { student_id, invoice_id: id }, input.items, today))
  const { amounts, sums } = sumsOf(lines, await rateOf(trx, student_id))
  const values = { payer_parent_id, due_on: input.due_on, ...textsOf(input), ...sums }
  const earlier = await trx
    .selectFrom('invoice_item')
    .select(['description', 'quantity_hundredths', 'price_sen', 'discount_sen', 'amount_sen'])
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute()
  refuseAboveHalf(
    actor,
    lines,
    earlier.map(({ quantity_hundredths: quantity, price_sen: price, discount_sen: discount }) => ({
      ...{ quantity, price, discount },
    })),
  )
  await trx
    .updateTable('invoice')
    .set({ ...values, ...changed(actor) })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', version)
    .execute()
  await writeLines(trx, id, lines, amounts)
  const { due_on, remark, internal_note, total_sen } = before
  await record(
    trx,
    actor,
    'invoice.edited',
    { type: 'invoice', id },
    {
      before: { due_on, remark, internal_note, total_sen, items: earlier },
      after: { ...values, items: auditedLines(lines, amounts) },
    },
  )
}

/** Removes a draft. Refuses an issued invoice, which can only be cancelled. Returns the student's name. */
export async function removeDraft(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<string> {
  const before = await lockedInvoice(trx, scope, id)
  refuseIssued(before)
  refuseStale(before, version)
  await record(trx, actor, 'invoice.removed', { type: 'invoice', id }, { before })
  await trx
    .deleteFrom('invoice')
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', version)
    .execute()
  return before.student
}

/** A due date must be between the issue date and a year after it. */
export function refuseDueDate(due_on: string, issued_on: string): void {
  if (due_on < issued_on) throw new Refusal('invoice.due_before_issue', 'due_on')
  if (due_on > addDays(issued_on, longestDays)) throw new Refusal('invoice.due_too_late', 'due_on')
}

/** The parent who was chosen, else the student's payer. Refuses somebody else's parent. */
async function payerOf(db: Kysely<DB>, student_id: string, chosen: string | undefined): Promise<string> {
  let query = db
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select('student_parent.parent_id')
    .where('student_parent.student_id', '=', student_id)
    .where('parent.deleted_at', 'is', null)
  query = chosen
    ? query.where('student_parent.parent_id', '=', chosen)
    : query.where('student_parent.is_payer', '=', sql<boolean>`true`)
  const payer = await query.executeTakeFirst()
  if (payer) return payer.parent_id
  throw chosen
    ? new Refusal('not_found.parent', 'payer_parent_id')
    : new Refusal('invoice.no_payer').blockedBy({ to: 'student', id: student_id })
}

function textsOf({ remark, internal_note }: Pick<InvoiceInput, 'remark' | 'internal_note'>) {
  return { remark: remark || null, internal_note: internal_note || null }
}

/**
 * Issues a draft: it gets the next number and today's date, is taxed by today's rules, and with `send` is e-mailed to a
 * payer with an address. The family's credit is applied to its open invoices. Refuses a total of zero, a due date that has
 * passed and a day in a closed month. Returns the number and the address it is sent to.
 */
export async function issueInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, send, today }: { version: number; send: boolean; today: string },
): Promise<{ number: string; mailed_to: string | null }> {
  await refuseClosedMonth(trx, today)
  const before = await lockedInvoice(trx, scope, id)
  refuseIssued(before)
  refuseStale(before, version)
  if (!before.is_carried_over) refuseDueDate(before.due_on, today)
  const sums = await updateTax(trx, id, before.student_id)
  if (sums.total_sen === 0) throw new Refusal('invoice.total_zero')
  const { invoice_prefix } = await settings(trx, 'numbering')
  const number = await nextNumber(trx, 'invoice', invoice_prefix, today)
  const after = { status: 'unpaid', number, issued_on: today, ...sums }
  const mailed_to = send ? before.payer_email : null
  await trx
    .updateTable('invoice')
    .set({ ...after, ...changed(actor) })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', version)
    .execute()
  await record(
    trx,
    actor,
    'invoice.issued',
    { type: 'invoice', id },
    {
      before: { status: before.status },
      after: { ...after, mailed_to },
    },
  )
  await spendCredit(trx, actor, [before.payer_parent_id], today)
  if (mailed_to) await enqueue(trx, 'invoice.send', { invoice_id: id })
  return { number, mailed_to }
}

/** The lines and totals of a draft under the current tax rules. */
export async function sumsOfToday(db: Kysely<DB>, invoice_id: string, student_id: string) {
  const items = await db
    .selectFrom('invoice_item')
    .select(['id', 'quantity_hundredths', 'price_sen', 'discount_sen', 'taxable', 'tax_sen'])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  const lines = items.map((item) => ({
    quantity: item.quantity_hundredths,
    price: item.price_sen,
    discount: item.discount_sen,
    taxable: item.taxable,
  }))
  return { items, ...sumsOf(lines, await rateOf(db, student_id)) }
}

/** Updates the tax of a draft's lines to the current rules; returns the totals. */
async function updateTax(trx: Transaction<DB>, invoice_id: string, student_id: string) {
  const { items, amounts, sums } = await sumsOfToday(trx, invoice_id, student_id)
  for (const [index, { id, tax_sen }] of items.entries()) {
    const now = amounts[index]!.tax_sen
    if (now !== tax_sen)
      await trx.updateTable('invoice_item').set({ tax_sen: now }).where('id', '=', id).execute()
  }
  await writeTaxFacts(trx, invoice_id, await rateOf(trx, student_id))
  return sums
}

/**
 * Cancels an issued invoice for good, with a reason; what was paid of it becomes the family's credit. Refuses an invoice in
 * payment, one that is paid in full, and one whose e-invoice is final (invoice.einvoice_final). `version` is the one the caller has read; null when a request is approved, which
 * refers to the invoice and not to a version. Its fees stay billed unless `bill_again`.
 */
export async function cancelInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number | null,
  reason: string,
  bill_again = false,
): Promise<string> {
  const before = await lockedInvoice(trx, scope, id)
  refuseUncancellable(before)
  if (version !== null) refuseStale(before, version)
  await cancelReported(trx, id, reason)
  const { paid_sen, payer_parent_id: parent_id } = before
  await trx
    .updateTable('invoice')
    .set({
      status: 'cancelled',
      paid_sen: 0,
      cancel_reason: reason,
      cancelled_at: sql<Date>`now()`,
      cancelled_by: actor.id,
      ...changed(actor),
    })
    .where('id', '=', id)
    .where('status', 'in', mayBecome('cancelled'))
    .where('paid_sen', '=', paid_sen)
    .where('version', '=', before.version)
    .execute()
  if (bill_again) await releaseFees(trx, id)
  if (paid_sen > 0) await returnToCredit(trx, actor, { parent_id, invoice_id: id, sen: paid_sen })
  await record(
    trx,
    actor,
    'invoice.cancelled',
    { type: 'invoice', id },
    {
      before: { status: before.status },
      after: {
        ...{ status: 'cancelled', reason },
        ...(bill_again ? { bill_again } : {}),
        ...(paid_sen > 0 ? { credit_sen: paid_sen } : {}),
      },
    },
  )
  return before.number ?? ''
}

type Input = Omit<z.output<typeof severalForm>, 'form_key' | 'line_template_id'>

/** Students of a class whom this reader may bill, by name; at most one more than {@link mostStudents}. */
export function studentsOfClass(
  db: Kysely<DB>,
  scope: RowScope,
  { subject_id, q }: { subject_id: string; q?: string | undefined },
): Promise<Pick<Billable, 'id' | 'name' | 'student_no' | 'payer'>[]> {
  return billableIn(db, scope)
    .where('student.id', 'in', (eb) =>
      eb
        .selectFrom('enrolment')
        .select('enrolment.student_id')
        .where('enrolment.subject_id', '=', subject_id)
        .where('enrolment.status', 'in', ['active', 'paused']),
    )
    .$if(Boolean(q), (query) => query.where((eb) => contains(eb, q!, ['student.name', 'student.student_no'])))
    .orderBy('student.name')
    .orderBy('student.student_no')
    .limit(mostStudents + 1)
    .execute()
}

/**
 * Bills several students with the same lines, each on their own invoice, all or none: as drafts or issued, with `send` also
 * e-mailed. Refuses a student out of scope, students without a payer (invoice.nobody_pays, with their names), and what
 * {@link createDraft} and {@link issueInvoice} refuse. Returns how many.
 */
export async function billSeveral(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { student_ids, step, send, ...input }: Input,
  today: string,
): Promise<number> {
  const ids = [...new Set(student_ids)]
  const students = await billableIn(trx, scope).where('student.id', 'in', ids).execute()
  if (students.length < ids.length) throw new Refusal('not_found.student', 'student_ids')
  const unpaid = students.filter(({ payer }) => payer === null)
  if (unpaid.length > 0) {
    const names = unpaid.slice(0, 10).map(({ name }) => name)
    throw new Refusal('invoice.nobody_pays', 'student_ids', { students: names.join(', ') }).blockedBy(
      ...unpaid.map(({ id, name }) => ({ to: 'student' as const, id, name })),
    )
  }
  // Ordered by name, so that the invoice numbers are.
  for (const { id: student_id } of students.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const id = await createDraft(trx, actor, scope, student_id, input, today)
    if (step === 'issue')
      await issueInvoice(trx, actor, scope, id, { version: 1, send: send === 'mail', today })
  }
  return ids.length
}
