import { type Kysely, sql, type Transaction } from 'kysely'
import { returnToCredit } from '#app/domain/accounting/credits/change-credit.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { countsOf, isUnchangedInvoice, lockedGeneration, remainingInvoices } from './find-generations.ts'
import type { GenerationStatus } from './generation.ts'

/** The actor for the audit log: a user by their id, or the system where nobody started it. */
export async function userOrSystemActor(db: Kysely<DB>, user_id: string | null): Promise<Actor> {
  if (!user_id) return systemActor
  const row = await db
    .selectFrom('user_account')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { ...systemActor, type: 'user', id: user_id, name: row.name }
}

/** Stores the totals of a generation for each branch. */
export async function countBranches(trx: Transaction<DB>, generation_id: string): Promise<void> {
  await trx.deleteFrom('generation_branch').where('generation_id', '=', generation_id).execute()
  await sql`
    insert into generation_branch (generation_id, branch_id, considered, created, skipped, failed, invoices, total_sen)
    select generation_id, branch_id, count(*), count(*) filter (where result in ('created', 'undone')),
      count(*) filter (where result = 'skipped'), count(*) filter (where result = 'failed'),
      coalesce(sum(invoices) filter (where result in ('ready', 'created', 'undone')), 0),
      coalesce(sum(total_sen) filter (where result in ('ready', 'created', 'undone')), 0)
    from generation_student where generation_id = ${generation_id}
    group by generation_id, branch_id`.execute(trx)
}

/** Marks a run as ended. Safe to repeat: a second call changes nothing. */
export async function endRun(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockedGeneration(trx, id)
  if (row?.status !== 'running') return
  const counts = await countsOf(trx, id)
  const status = counts.failed === 0 ? 'completed' : counts.created > 0 ? 'partial' : 'failed'
  await countBranches(trx, id)
  await setEnd(trx, id, status, null)
  const { created, skipped, failed, invoices, total_sen } = counts
  const after = { month: row.month.slice(0, 7), status, created, skipped, failed, invoices, total_sen }
  const actor = await userOrSystemActor(trx, row.run_by)
  await record(trx, actor, 'generation.finished', { type: 'generation', id }, { after })
}

/** Marks a preview or a run that cannot continue as failed; invoices that were issued stay. */
export async function failGeneration(trx: Transaction<DB>, id: string, error_code: string): Promise<void> {
  const row = await lockedGeneration(trx, id)
  if (!row || !['previewing', 'running'].includes(row.status)) return
  if (row.run_at)
    await trx
      .updateTable('generation_student')
      .set({ result: 'failed', reason: 'error' })
      .where('generation_id', '=', id)
      .where('result', '=', 'ready')
      .execute()
  await countBranches(trx, id)
  const created = row.run_at ? (await countsOf(trx, id)).created : 0
  await setEnd(trx, id, created > 0 ? 'partial' : 'failed', error_code)
  const after = { month: row.month.slice(0, 7), status: 'failed', code: error_code }
  const actor = await userOrSystemActor(trx, row.run_by)
  await record(trx, actor, 'generation.finished', { type: 'generation', id }, { after })
}

async function setEnd(
  trx: Transaction<DB>,
  id: string,
  status: GenerationStatus,
  error_code: string | null,
): Promise<void> {
  await trx
    .updateTable('generation')
    .set({
      status,
      error_code,
      finished_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** How many of the invoices that cannot be cancelled are listed in the audit entry. */
const mostNamed = 200

/**
 * Undoes a run in one transaction: every invoice that is not paid, in payment or changed is cancelled and keeps its number,
 * its fees can be billed again, and a queued e-mail is not sent because its invoice is cancelled by then. Invoices are locked
 * in the order of their ids, as payments lock them, so that an undo and a payment cannot deadlock and one of them wins.
 */
export async function undoGeneration(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockedGeneration(trx, id)
  if (!row?.undo_asked_at || row.undone_at) return
  const actor = await userOrSystemActor(trx, row.undone_by)
  await giveCreditBack(trx, actor, id)
  const { rows } = await sql<{ id: string }>`
    with held as materialized (
      select id from invoice where generation_id = ${id} and ${isUnchangedInvoice} order by id for update
    ), undone as (
      update invoice set status = 'cancelled', cancel_reason = ${row.undo_reason}, cancelled_at = now(),
        cancelled_by = ${row.undone_by}::uuid, version = version + 1, updated_at = now(), updated_by = ${row.undone_by}::uuid
      from held where invoice.id = held.id and ${isUnchangedInvoice}
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
  const { rows: stay, staying } = await remainingInvoices(trx, id, mostNamed)
  const after = {
    ...{ month: row.month.slice(0, 7), reason: row.undo_reason, cancelled: rows.length, staying },
    invoices: rows.map((invoice) => invoice.id),
    stayed: stay.map(({ number }) => number),
  }
  await record(trx, actor, 'generation.undone', { type: 'generation', id }, { after })
}

/** Returns to the families the credit that has paid for invoices of the run; they count as unpaid until they are cancelled. */
async function giveCreditBack(trx: Transaction<DB>, actor: Actor, generation_id: string): Promise<void> {
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
export async function abandonUndo(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('generation')
    .set({ undo_asked_at: null, undone_by: null, undo_reason: null, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .execute()
}
