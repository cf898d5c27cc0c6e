import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { lockedInvoice } from '#app/domain/core/invoicing/invoice.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type CreditedLine, type CreditNoteInput, type CreditNoteKind, taxTakenBack } from './credit-note.ts'
import { creditedLines } from './find-credit-notes.ts'

/** With the number of the invoice, for the page to say. */
interface Requested {
  id: string
  number: string
}

type Invoice = Awaited<ReturnType<typeof lockedInvoice>>

/** An amount before tax that is credited of a line, and its tax; in sen. */
export interface Taken {
  invoice_item_id: string
  amount_sen: number
  tax_sen: number
}

/**
 * Requests a credit note, which somebody else approves; nothing changes before that. Refuses an invoice that is a draft,
 * cancelled or in payment, more than is left of a line (credit_note.above_line, at its amount), a note without an amount,
 * and a second one while one is open (duplicate.credit_note, by constraint).
 */
export async function requestCreditNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  invoice_id: string,
  { items, reason, version }: CreditNoteInput,
): Promise<Requested> {
  const invoice = await adjustable(trx, scope, invoice_id)
  refuseStale(invoice, version)
  const lines = new Map((await creditedLines(trx, invoice_id)).map((line) => [line.id, line]))
  const taken = items.flatMap(({ id, amount }, index) => {
    if (amount === undefined) return []
    const line = lines.get(id)
    if (!line) throw new Refusal('not_found.invoice', `items[${index}].amount`)
    return [takenFrom(line, amount, `items[${index}].amount`)]
  })
  if (taken.length === 0) throw new Refusal('credit_note.nothing', 'items[0].amount')
  if (new Set(taken.map((one) => one.invoice_item_id)).size < taken.length)
    throw new Refusal('credit_note.nothing', 'items[0].amount')
  const asked = await ask(trx, actor, invoice, 'credit_note', reason, sumOf(taken))
  await trx
    .insertInto('credit_note_item')
    .values(taken.map((one) => ({ credit_note_id: asked.id, ...one })))
    .execute()
  return asked
}

/** Refuses (credit_note.above_line) more than is left of a line. */
export function takenFrom(line: CreditedLine, amount_sen: number, field?: string): Taken {
  const left = line.amount_sen - line.credited_sen
  if (amount_sen > left)
    throw new Refusal('credit_note.above_line', field, { line: line.description, left: formatRinggit(left) })
  return { invoice_item_id: line.id, amount_sen, tax_sen: taxTakenBack(line, amount_sen) }
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
  const invoice = await adjustable(trx, scope, invoice_id)
  refuseStale(invoice, version)
  if (invoice.balance_sen === 0) throw new Refusal('credit_note.nothing_owed')
  return ask(trx, actor, invoice, 'write_off', reason, {
    sub_total_sen: invoice.balance_sen,
    tax_total_sen: 0,
  })
}

/** An issued invoice, locked. Refuses one that is cancelled or in payment. */
export async function adjustable(trx: Transaction<DB>, scope: RowScope, id: string) {
  const invoice = await lockedInvoice(trx, scope, id)
  if (invoice.status === 'pending') throw new Refusal('invoice.in_payment')
  if (invoice.status === 'cancelled') throw new Refusal('invoice.already_cancelled')
  if (invoice.status === 'draft') throw new Refusal('action_not_allowed')
  return invoice
}

interface Sums {
  sub_total_sen: number
  tax_total_sen: number
}

function sumOf(taken: readonly Taken[]): Sums {
  return {
    sub_total_sen: taken.reduce((sum, { amount_sen }) => sum + amount_sen, 0),
    tax_total_sen: taken.reduce((sum, { tax_sen }) => sum + tax_sen, 0),
  }
}

async function ask(
  trx: Transaction<DB>,
  actor: Actor,
  { id: invoice_id, number, branch_id }: Invoice,
  kind: CreditNoteKind,
  reason: string,
  sums: Sums,
): Promise<Requested> {
  const id = newId()
  await trx
    .insertInto('credit_note')
    .values({
      ...{ id, kind, invoice_id, branch_id, reason, ...sums, requested_by: actor.id! },
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
  return { id, number: number ?? '' }
}
