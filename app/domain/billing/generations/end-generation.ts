import { sql, type Transaction } from 'kysely'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DB } from '#db/types.ts'
import { countResults, lockGeneration } from './find-generations.ts'
import type { GenerationStatus } from './generation.ts'

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
  const row = await lockGeneration(trx, id)
  if (row?.status !== 'running') return
  const counts = await countResults(trx, id)
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
  const row = await lockGeneration(trx, id)
  if (!row || !['previewing', 'running'].includes(row.status)) return
  if (row.run_at)
    await trx
      .updateTable('generation_student')
      .set({ result: 'failed', reason: 'error' })
      .where('generation_id', '=', id)
      .where('result', '=', 'ready')
      .execute()
  await countBranches(trx, id)
  const created = row.run_at ? (await countResults(trx, id)).created : 0
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
