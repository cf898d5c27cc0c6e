import { sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/book-credit.ts'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { refuseOwnFamily, refuseOwnRequest } from '#app/domain/core/four-eyes/four-eyes.ts'
import { requestVerbs } from '#app/domain/core/four-eyes/requests.ts'
import { nextNumber } from '#app/domain/core/numbering.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { creditedLines, creditNote, creditNotesIn } from './find-credit-notes.ts'
import { adjustable, takenFrom } from './request-credit-note.ts'

const notes = requestVerbs({
  noun: 'credit_note',
  waiting: 'requested',
  over: 'credit_note.decided',
  reached: creditNotesIn,
  find: creditNote,
  refuseDecider(_trx, actor, note) {
    refuseOwnRequest(actor, note)
    refuseOwnFamily(actor, [note.payer_user_id])
  },
  told: ({ invoice, kind }, more) => ({ after: { invoice, kind, ...more } }),
})
export const { reject: rejectNote, withdraw: withdrawNote } = notes

/** What became of it, for the page to say. */
export interface Decided {
  id: string
  /** Of the credit note, or of the invoice that is written off. */
  number: string
  /** What of it the family has as credit now, in sen. */
  credit_sen: number
}

/**
 * Approves what somebody else asked for, and does it: less is owed at once, and what was paid beyond becomes the family's credit. A
 * write-off gives up what is owed now, which may be less than when it was asked for, and never more than was asked for. Refuses who asked, a parent of the family, what is not open any
 * more, an invoice that is being paid, a line of which less is left by now, and a day in a closed month.
 */
export async function approveNote(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  today: string,
): Promise<Decided> {
  const asked = await creditNote(trx, scope, id)
  // The invoice before its note, as everybody who holds both.
  const invoice = await adjustable(trx, scope, asked.invoice_id)
  const note = await notes.toDecide(trx, actor, scope, id)
  await refuseClosedMonth(trx, today)
  const total_sen = note.kind === 'write_off' ? Math.min(invoice.balance_sen, note.total_sen) : note.total_sen
  if (total_sen === 0) throw new Refusal('credit_note.nothing_owed')
  if (note.kind === 'credit_note') {
    const lines = new Map((await creditedLines(trx, note.invoice_id)).map((line) => [line.id, line]))
    for (const item of note.items)
      if (takenFrom(lines.get(item.id)!, item.amount_sen).tax_sen !== item.tax_sen)
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
