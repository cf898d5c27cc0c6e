import { sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { notifyDeciders } from '#app/domain/core/four-eyes/notify-deciders.ts'
import { refuseBesideOpen, requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { inPayment, lockedInvoice } from '#app/domain/core/invoicing/invoice.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CreditableLine, type CreditNoteInput, type CreditNoteKind, taxToCredit } from './credit-note.ts'
import { creditedLines, creditNote, creditNotesIn } from './find-credit-notes.ts'

/** With the number of the invoice, for the page to say. */
interface Requested {
  id: string
  number: string
}

type Invoice = Awaited<ReturnType<typeof lockedInvoice>>

/** An amount before tax that is credited of a line, and its tax; in sen. */
interface CreditedShare {
  invoice_item_id: string
  amount_sen: number
  tax_sen: number
}

/** Of a note that is proposed because days changed. */
interface Proposal {
  /** Who asks for it; null for the night. */
  proposed_for: string | null
}

interface Sums {
  sub_total_sen: number
  tax_total_sen: number
}

/** The result of an approval, for the page. */
export interface Decided {
  id: string
  /** The number of the credit note, or of the invoice written off. */
  number: string
  /** The part that became the family's credit, in sen. */
  credit_sen: number
}

const notes = requestVerbs({
  noun: 'credit_note',
  waiting: 'requested',
  over: 'credit_note.decided',
  reached: creditNotesIn,
  find: creditNote,
  refuseDecider: (_trx, actor, note) => refuseOwnRequest(actor, note),
  auditOf: ({ invoice, kind }, more) => ({ after: { invoice, kind, ...more } }),
})

/**
 * Requests a credit note, which somebody else approves; nothing changes before that. Refuses an invoice that is a draft,
 * cancelled or in payment, more than is left of a line (credit_note.above_line, at its amount), a note without an amount,
 * and a second one while one is open (duplicate.credit_note). One that is proposed (`proposed_for` whom, null: nobody) may
 * wait beside another, and while its invoice is in payment.
 */
export async function requestCreditNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  invoice_id: string,
  { items, reason, version }: CreditNoteInput,
  proposal?: Proposal,
): Promise<Requested> {
  const invoice = await lockAdjustable(trx, scope, invoice_id, { in_payment: proposal !== undefined })
  refuseStale(invoice, version)
  if (!proposal) await refuseBesideOpen(trx, 'credit_note', { invoice_id })
  const lines = new Map((await creditedLines(trx, invoice_id)).map((line) => [line.id, line]))
  const shares = items.flatMap(({ id, amount }, index) => {
    if (amount === undefined) return []
    const line = lines.get(id)
    if (!line) throw new Refusal('not_found.invoice', `items[${index}].amount`)
    return [creditedShare(line, amount, `items[${index}].amount`)]
  })
  if (shares.length === 0) throw new Refusal('credit_note.nothing', 'items[0].amount')
  if (new Set(shares.map((one) => one.invoice_item_id)).size < shares.length)
    throw new Refusal('credit_note.nothing', 'items[0].amount')
  const requested = await insertRequest(trx, actor, invoice, 'credit_note', reason, sumOf(shares), proposal)
  await trx
    .insertInto('credit_note_item')
    .values(shares.map((one) => ({ credit_note_id: requested.id, ...one })))
    .execute()
  return requested
}

/**
 * Requests to write off the balance of an invoice. Refuses an invoice without a balance (credit_note.nothing_owed), one in
 * payment, and a second request while one is open.
 */
export async function requestWriteOff(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  invoice_id: string,
  { reason, version }: { reason: string; version: number },
): Promise<Requested> {
  const invoice = await lockAdjustable(trx, scope, invoice_id)
  refuseStale(invoice, version)
  await refuseBesideOpen(trx, 'credit_note', { invoice_id })
  if (invoice.balance_sen === 0) throw new Refusal('credit_note.nothing_owed')
  return insertRequest(trx, actor, invoice, 'write_off', reason, {
    sub_total_sen: invoice.balance_sen,
    tax_total_sen: 0,
  })
}

async function insertRequest(
  trx: Transaction<DB>,
  actor: Actor,
  { id: invoice_id, number, branch_id }: Invoice,
  kind: CreditNoteKind,
  reason: string,
  sums: Sums,
  proposal?: Proposal,
): Promise<Requested> {
  const id = newId()
  const requested_by = proposal ? proposal.proposed_for : actor.id
  await trx
    .insertInto('credit_note')
    .values({
      ...{
        id,
        kind,
        invoice_id,
        branch_id,
        reason,
        ...sums,
        requested_by,
        is_proposed: proposal !== undefined,
      },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const total_sen = sums.sub_total_sen + sums.tax_total_sen
  await record(
    trx,
    actor,
    'credit_note.requested',
    { type: 'credit_note', id },
    { after: { invoice: number, kind, total_sen, reason } },
  )
  await notifyDeciders(trx, 'credit_note', id)
  return { id, number: number ?? '' }
}

function sumOf(shares: readonly CreditedShare[]): Sums {
  return {
    sub_total_sen: shares.reduce((sum, { amount_sen }) => sum + amount_sen, 0),
    tax_total_sen: shares.reduce((sum, { tax_sen }) => sum + tax_sen, 0),
  }
}

/**
 * Approves a credit note or write-off and applies it: the balance falls at once, and anything paid beyond it becomes the
 * family's credit. A write-off covers the present balance, at most the amount requested. Refuses the requester, a parent of
 * the family, a decided request, an invoice in payment, a line with less left than requested, and a day in a closed month.
 */
export async function approveNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Decided> {
  const requested = await creditNote(trx, scope, id)
  // The invoice is locked before its note, as everywhere.
  const invoice = await lockAdjustable(trx, scope, requested.invoice_id)
  const note = await notes.lockForDecision(trx, actor, scope, id)
  await refuseClosedMonth(trx, today)
  const total_sen = note.kind === 'write_off' ? Math.min(invoice.balance_sen, note.total_sen) : note.total_sen
  if (total_sen === 0) throw new Refusal('credit_note.nothing_owed')
  if (note.kind === 'credit_note') {
    const lines = new Map((await creditedLines(trx, note.invoice_id)).map((line) => [line.id, line]))
    for (const item of note.items)
      if (creditedShare(lines.get(item.id)!, item.amount_sen).tax_sen !== item.tax_sen)
        throw new Refusal('version_conflict')
    if (invoice.credited_sen + total_sen > invoice.total_sen) throw new Refusal('credit_note.above_rest')
  }
  const credit_sen = Math.max(0, total_sen - invoice.balance_sen)
  const number =
    note.kind === 'credit_note'
      ? await nextNumber(trx, 'credit_note', (await settings(trx, 'numbering')).credit_note_prefix, today)
      : null
  const what = { kind: note.kind, total_sen, number: number ?? invoice.number }
  const approved = {
    ...{ status: 'approved', number, issued_on: today, credit_sen },
    ...(note.kind === 'write_off' ? { sub_total_sen: total_sen } : {}),
  }
  await notes.decide(trx, actor, note, approved, {
    more: { ...what, ...(credit_sen > 0 ? { credit_sen } : {}) },
  })
  const left = sql`total_sen - paid_sen - credited_sen - ${total_sen}::bigint + ${credit_sen}::bigint`
  await trx
    .updateTable('invoice')
    .set({
      credited_sen: sql`credited_sen + ${total_sen}::bigint`,
      paid_sen: sql`paid_sen - ${credit_sen}::bigint`,
      status: sql`case when ${left} = 0 then 'paid' else status end`,
      paid_on: sql`case when ${left} = 0 then coalesce(paid_on, ${today}::date) else paid_on end`,
      ...changed(actor),
    })
    .where('id', '=', note.invoice_id)
    .where('version', '=', invoice.version)
    .executeTakeFirstOrThrow()
  if (credit_sen > 0)
    await returnToCredit(trx, actor, {
      ...{ parent_id: invoice.payer_parent_id, invoice_id: note.invoice_id, sen: credit_sen },
      reason: 'credit_note',
    })
  if (note.kind === 'credit_note' && invoice.payer_email)
    await enqueue(trx, 'credit_note.send', { credit_note_id: id })
  await record(trx, actor, 'invoice.credited', { type: 'invoice', id: note.invoice_id }, { after: what })
  return { id, number: what.number ?? '', credit_sen }
}

export const { reject: rejectNote, withdraw: withdrawNote } = notes

/** An issued invoice, locked. Refuses one that is cancelled or, unless `in_payment`, in payment. */
async function lockAdjustable(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
  { in_payment = false }: { in_payment?: boolean } = {},
) {
  const invoice = await lockedInvoice(trx, scope, id)
  if (invoice.status === 'pending' && !in_payment) throw inPayment(invoice)
  if (invoice.status === 'cancelled') throw new Refusal('invoice.already_cancelled')
  if (invoice.status === 'draft') throw new Refusal('action_not_allowed')
  return invoice
}

/** Refuses (credit_note.above_line) more than is left of a line. */
function creditedShare(line: CreditableLine, amount_sen: number, field?: string): CreditedShare {
  const left = line.amount_sen - line.credited_sen
  if (amount_sen > left)
    throw new Refusal('credit_note.above_line', field, { line: line.description, left: formatRinggit(left) })
  return { invoice_item_id: line.id, amount_sen, tax_sen: taxToCredit(line, amount_sen) }
}
