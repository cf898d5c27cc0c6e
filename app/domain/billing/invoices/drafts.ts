import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { longestDays } from '#app/domain/core/invoicing/invoice-status.ts'
import { lockedInvoice, refuseIssued } from '#app/domain/core/invoicing/locked.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { billableStudent } from '#app/domain/people/students/billable.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { InvoiceInput } from './invoice-form.ts'
import { withFacts } from './known-lines.ts'
import { auditedLines, type KnownLine, priced, rateOf, refuseAboveHalf, sumsOf, writeLines } from './lines.ts'

/** As a form sends it; whoever has worked the lines out gives their facts. */
export type DraftInput = Omit<InvoiceInput, 'items'> & {
  items: readonly KnownLine[]
  /** Owed from before the organisation came here, so that it may have been due already. */
  is_carried_over?: true
}

/**
 * A draft for a student whom the scope reaches; it has a public code from the start, but no number. Refuses a student
 * without a payer, a due date in the past or more than a year ahead, too large a total, a discount by hand above what the
 * writer may give (invoice.above_half), and a fee that was billed already for its period (invoice.already_billed). Returns
 * its id.
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

/** Refuses an issued invoice, which is never removed, only cancelled. Returns the student's name. */
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
  await trx
    .deleteFrom('invoice')
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .where('version', '=', version)
    .execute()
  await record(trx, actor, 'invoice.removed', { type: 'invoice', id }, { before })
  return before.student
}

/** A due date lies between the issue date and a year after it; a draft will be issued today at the earliest. */
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
  throw chosen ? new Refusal('not_found.parent', 'payer_parent_id') : new Refusal('invoice.no_payer')
}

function textsOf({ remark, internal_note }: Pick<InvoiceInput, 'remark' | 'internal_note'>) {
  return { remark: remark || null, internal_note: internal_note || null }
}
