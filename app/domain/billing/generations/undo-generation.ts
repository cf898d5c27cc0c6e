import { sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/book-credit.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { runnerOf } from './end-generation.ts'
import { heldGeneration, invoicesThatStay, stillUntouched } from './find-generations.ts'

/** Invoices that stay and are named in the log entry. */
const mostNamed = 200

/**
 * Takes a run back in one act: every invoice on which nothing was paid, is being paid or was changed is cancelled and keeps
 * its number, what it billed can be billed again, and a mail that waits is not sent, since it finds the invoice cancelled.
 * Invoices are locked in the order of their ids, as payers lock them, so that of an undo and a payment one wins.
 */
export async function undoGeneration(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await heldGeneration(trx, id)
  if (!row?.undo_asked_at || row.undone_at) return
  const actor = await runnerOf(trx, row.undone_by)
  await giveCreditBack(trx, actor, id)
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select id from invoice where generation_id = ${id} and ${stillUntouched} order by id for update
    ), undone as (
      update invoice set status = 'cancelled', cancel_reason = ${row.undo_reason}, cancelled_at = now(),
        cancelled_by = ${row.undone_by}::uuid, version = version + 1, updated_at = now(), updated_by = ${row.undone_by}::uuid
      from held where invoice.id = held.id and ${stillUntouched}
      returning invoice.id
    ), freed as (
      delete from billed_fee using undone join invoice_item as item on item.invoice_id = undone.id
      where billed_fee.invoice_item_id = item.id
    )
    select id from undone order by id`.execute(trx)
  await sql`
    update generation_student set result = 'undone'
    where generation_id = ${id} and result = 'created' and not exists (
      select from invoice where invoice.generation_id = ${id}
        and invoice.student_id = generation_student.student_id and invoice.status <> 'cancelled')`.execute(
    trx,
  )
  await trx
    .updateTable('generation')
    .set({
      ...{ undone_at: sql<Date>`now()`, version: sql<number>`version + 1` },
      ...{ updated_at: sql<Date>`now()`, updated_by: row.undone_by },
    })
    .where('id', '=', id)
    .execute()
  const { rows: stay, staying } = await invoicesThatStay(trx, id, mostNamed)
  const after = {
    ...{ month: row.month.slice(0, 7), reason: row.undo_reason, cancelled: rows.length, staying },
    invoices: rows.map((invoice) => invoice.id),
    stayed: stay.map(({ number }) => number),
  }
  await record(trx, actor, 'generation.undone', { type: 'generation', id }, { after })
}

/** What credit has paid of invoices that are undone goes back to their families; until they are cancelled they are owed. */
async function giveCreditBack(trx: Transaction<DB>, actor: Actor, generation_id: string): Promise<void> {
  const invoices = await trx
    .selectFrom('invoice')
    .select(['id', 'payer_parent_id', 'status', 'paid_sen'])
    .where('generation_id', '=', generation_id)
    .where('paid_sen', '>', 0)
    .where(stillUntouched)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id: invoice_id, payer_parent_id: parent_id, status, paid_sen: sen } of invoices) {
    await trx
      .updateTable('invoice')
      .set({ paid_sen: 0, paid_on: null, status: 'unpaid', ...changed(actor) })
      .where('id', '=', invoice_id)
      .where('status', '=', status)
      .execute()
    await returnToCredit(trx, actor, { parent_id, invoice_id, sen })
  }
}

/** An undo that could not be done, so that it can be asked for again. */
export async function giveUpUndo(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('generation')
    .set({ undo_asked_at: null, undone_by: null, undo_reason: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()
}
