import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import type { BilledLine } from './billed-days.ts'

interface Stale {
  /** Lines of which proposed credit notes ask too much. */
  credits: readonly BilledLine[]
  /** Lines whose proposed drafts charge too much. */
  charges: readonly BilledLine[]
}

/**
 * Withdraws open credit notes that were proposed about lines, and removes drafts that charge nothing but days again. Returns
 * the invoices that they were about.
 */
export async function withdrawProposals(
  trx: Transaction<DB>,
  actor: Actor,
  { credits, charges }: Stale,
): Promise<string[]> {
  const items = credits.flatMap(({ item_id, later }) => [item_id, ...later.map((one) => one.item_id)])
  const drafts = charges.flatMap(({ later }) =>
    later.flatMap(({ status, invoice_id }) => (status === 'draft' ? [invoice_id] : [])),
  )
  const noted = items.length > 0 ? await withdrawNotes(trx, actor, items) : []
  const drafted = drafts.length > 0 ? await removeDrafts(trx, actor, [...new Set(drafts)]) : []
  const own = charges.filter(({ later }) => later.some(({ invoice_id }) => drafted.includes(invoice_id)))
  return [...new Set([...noted, ...own.map(({ invoice_id }) => invoice_id)])]
}

async function withdrawNotes(
  trx: Transaction<DB>,
  actor: Actor,
  items: readonly string[],
): Promise<string[]> {
  const withdrawn = await trx
    .updateTable('credit_note')
    .set({
      ...{ status: 'withdrawn', decided_by: actor.id, decided_at: sql<Date>`now()` },
      ...changed(actor),
    })
    .where('status', '=', 'requested')
    .where('is_proposed', '=', true)
    .where('id', 'in', (eb) =>
      eb.selectFrom('credit_note_item').select('credit_note_id').where('invoice_item_id', 'in', items),
    )
    .returning(['id', 'invoice_id', 'total_sen'])
    .execute()
  for (const { id, total_sen } of withdrawn)
    await record(trx, actor, 'credit_note.withdrawn', { type: 'credit_note', id }, { after: { total_sen } })
  return withdrawn.map(({ invoice_id }) => invoice_id)
}

/** A draft to which somebody has added other lines stays. */
async function removeDrafts(trx: Transaction<DB>, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const drafts = await trx
    .selectFrom('invoice')
    .select(['id', 'student_id', 'due_on', 'total_sen', 'internal_note'])
    .where('id', 'in', ids)
    .where('status', '=', 'draft')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoice_item')
            .select('invoice_item.id')
            .whereRef('invoice_item.invoice_id', '=', 'invoice.id')
            .where('adjusts_period_on', 'is', null),
        ),
      ),
    )
    .forUpdate()
    .execute()
  for (const { id, ...before } of drafts) {
    await record(trx, actor, 'invoice.removed', { type: 'invoice', id }, { before })
    await trx.deleteFrom('invoice').where('id', '=', id).where('status', '=', 'draft').execute()
  }
  return drafts.map(({ id }) => id)
}
