import { sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { type Actor, userOrSystemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { isUnchangedInvoice, lockGeneration, remainingInvoices } from './find-generations.ts'

/** How many of the invoices that cannot be cancelled are listed in the audit entry. */
const maxListed = 200

/**
 * Undoes a run in one transaction: every invoice that is not paid, in payment or changed is cancelled and keeps its number,
 * its fees can be billed again, and a queued e-mail is not sent because its invoice is cancelled by then. Invoices are locked
 * in the order of their ids, as payments lock them, so that an undo and a payment cannot deadlock and one of them wins.
 */
export async function undoGeneration(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockGeneration(trx, id)
  if (!row?.undo_asked_at || row.undone_at) return
  const actor = await userOrSystemActor(trx, row.undone_by)
  await returnCredit(trx, actor, id)
  const { rows } = await sql<{ id: string }>`
    with undoable as materialized (
      select id from invoice where generation_id = ${id} and ${isUnchangedInvoice} order by id for update
    ), undone as (
      update invoice set status = 'cancelled', cancel_reason = ${row.undo_reason}, cancelled_at = now(),
        cancelled_by = ${row.undone_by}::uuid, version = version + 1, updated_at = now(), updated_by = ${row.undone_by}::uuid
      from undoable where invoice.id = undoable.id and ${isUnchangedInvoice}
      returning invoice.id
    ), released as (
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
  const { rows: remaining, staying } = await remainingInvoices(trx, id, maxListed)
  const after = {
    ...{ month: row.month.slice(0, 7), reason: row.undo_reason, cancelled: rows.length, staying },
    invoices: rows.map((invoice) => invoice.id),
    stayed: remaining.map(({ number }) => number),
  }
  await record(trx, actor, 'generation.undone', { type: 'generation', id }, { after })
}

/** Returns to the families the credit that has paid for invoices of the run; they count as unpaid until they are cancelled. */
async function returnCredit(trx: Transaction<DB>, actor: Actor, generation_id: string): Promise<void> {
  const invoices = await trx
    .selectFrom('invoice')
    .select(['id', 'payer_parent_id', 'status', 'paid_sen'])
    .where('generation_id', '=', generation_id)
    .where('paid_sen', '>', 0)
    .where(isUnchangedInvoice)
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

/** Clears the request after an undo that failed, so that it can be requested again. */
export async function cancelUndoRequest(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('generation')
    .set({ undo_asked_at: null, undone_by: null, undo_reason: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()
}
