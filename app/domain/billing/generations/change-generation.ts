import { type Kysely, sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { countResults, findGeneration, lockGeneration } from './find-generations.ts'
import type { GenerationFilters, GenerationSetting, NewGenerationInput } from './generation.ts'

interface GenerationVersion {
  id: string
  version: number
}

/** Months that may be billed, about a day: the last twelve and the next twelve. */
const monthsAround = 12

/**
 * Requests a preview of what a month would bill, which a job makes. Refuses a month too far away (generation.month_range) and
 * a class, branch and so on that cannot be chosen. Returns its id.
 */
export async function requestPreview(
  trx: Transaction<DB>,
  actor: Actor,
  { month, due, branch_id, program_id, subject_id, fee_category_id }: NewGenerationInput,
  today: string,
): Promise<string> {
  const first = `${month}-01`
  const [from, until] = [-monthsAround, monthsAround].map((months) => addMonths(startOfMonth(today), months))
  if (first < from! || first > until!) throw new Refusal('generation.month_range', 'month')
  const chosen = {
    ...(branch_id && { branch_id }),
    ...(program_id && { program_id }),
    ...(subject_id && { subject_id }),
    ...(fee_category_id && { fee_category_id }),
  }
  await refuseUnoffered(
    trx,
    { branch_id: 'branch', program_id: 'program', subject_id: 'subject', fee_category_id: 'fee_category' },
    chosen,
  )
  return insertGeneration(trx, actor, {
    month: first,
    filters: { ...chosen, ...(due === 'catch_up' && { catch_up: true }) },
  })
}

/** Inserts a generation for a job to preview; with `runs_itself` that job also runs it. */
export async function insertGeneration(
  trx: Transaction<DB>,
  actor: Actor,
  given: {
    month: string
    filters: GenerationFilters
    trigger?: 'manual' | 'schedule'
    runs_itself?: true
    retry_of_id?: string
  },
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('generation')
    .values({
      ...given,
      id,
      filters: JSON.stringify(given.filters),
      setting: JSON.stringify(await currentSetting(trx)),
      created_by: actor.id,
      updated_by: actor.id,
      ...(given.runs_itself && { run_by: actor.id }),
    })
    .execute()
  await enqueue(trx, 'generation.preview', { generation_id: id })
  return id
}

/** The settings that are stored with a preview. */
export async function currentSetting(db: Kysely<DB>): Promise<GenerationSetting> {
  const { group_by, issue_zero } = await settings(db, 'generation')
  return { group_by, issue_zero }
}

/**
 * Starts to bill a preview; a job compares it with the current data first. Refuses one with nothing to bill
 * (generation.nothing), one in another state (generation.state), a day in a closed month, and a second run of the month at
 * the same time (generation.other_run).
 */
export async function startRun(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: GenerationVersion,
  today: string,
): Promise<void> {
  const row = await lockGenerationAt(trx, { id, version })
  if (row.status !== 'previewed') throw await meanwhile(trx, 'generation.state', { type: 'generation', id })
  if (row.changes) throw new Refusal('generation.changed')
  const counts = await countResults(trx, id)
  if (counts.ready === 0) throw new Refusal('generation.nothing')
  await markRunning(trx, actor, row, today)
}

/** Starts a run, for the button and for the automatic run. */
export async function markRunning(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, month, status }: { id: string; version: number; month: string; status: string },
  today: string,
): Promise<void> {
  await refuseClosedMonth(trx, today)
  await refuseOtherRun(trx, month)
  const values = { status: 'running', run_by: actor.id, run_at: sql<Date>`now()`, issued_on: today }
  await changeAt(trx, actor, 'generation', { id, version }, { ...values, error_code: null }, { status })
  const { ready, total_sen } = await countResults(trx, id)
  const after = { month: month.slice(0, 7), students: ready, total_sen }
  await record(trx, actor, 'generation.started', { type: 'generation', id }, { after })
  await enqueue(trx, 'generation.run', { generation_id: id })
}

/** Refuses (generation.other_run) while another run bills the month; of two at once the unique index refuses the second. */
async function refuseOtherRun(trx: Transaction<DB>, month: string): Promise<void> {
  const other = await trx
    .selectFrom('generation')
    .select('id')
    .where('month', '=', month)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (other) throw new Refusal('generation.other_run').blockedBy({ to: 'generation', id: other.id })
}

/** Makes an outdated preview again under the same id. Refuses (generation.state) one that was run. */
export async function refreshPreview(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: GenerationVersion,
): Promise<void> {
  const row = await lockGenerationAt(trx, { id, version })
  if (row.run_at || !['previewed', 'failed'].includes(row.status))
    throw await meanwhile(trx, 'generation.state', { type: 'generation', id })
  const setting = JSON.stringify(await currentSetting(trx))
  const values = { status: 'previewing', changes: null, error_code: null, setting }
  await changeAt(trx, actor, 'generation', { id, version }, values, { status: row.status })
  await enqueue(trx, 'generation.preview', { generation_id: id })
}

/** Removes a preview that was not run. */
export async function removePreview(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: GenerationVersion,
): Promise<void> {
  const row = await lockGenerationAt(trx, { id, version })
  if (row.run_at || row.status === 'running')
    throw await meanwhile(trx, 'generation.state', { type: 'generation', id })
  await trx.deleteFrom('generation').where('id', '=', id).where('version', '=', version).execute()
  const before = { month: row.month.slice(0, 7) }
  await record(trx, actor, 'generation.removed', { type: 'generation', id }, { before })
}

/** Bills the failed students again, as another run that refers to this one. Returns its id. */
export async function retryFailed(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: GenerationVersion,
): Promise<string> {
  await lockGenerationAt(trx, { id, version })
  const { month, filters, retryable } = await findGeneration(trx, id)
  if (!retryable) throw await meanwhile(trx, 'generation.state', { type: 'generation', id })
  return insertGeneration(trx, actor, { month, filters, runs_itself: true, retry_of_id: id })
}

/**
 * Requests to undo a run, which a job does. Refuses a run of somebody else to who may undo only their own
 * (action_not_allowed), and one that is too old or has nothing left to undo (generation.undo_over).
 */
export async function startUndo(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version, reason }: GenerationVersion & { reason: string },
): Promise<void> {
  const row = await lockGenerationAt(trx, { id, version })
  if (!mayUndo(scope, row)) throw new Refusal('action_not_allowed')
  const { undoable } = await findGeneration(trx, id)
  if (!undoable) throw new Refusal('generation.undo_over').blockedBy({ to: 'generation_invoices', id })
  const values = { undo_asked_at: sql<Date>`now()`, undone_by: actor.id, undo_reason: reason }
  await changeAt(trx, actor, 'generation', { id, version }, values, { status: row.status })
  await enqueue(trx, 'generation.undo', { generation_id: id })
}

/** Whether a run is within the reach of who wants to undo it: everybody's, or what they ran themselves. */
export const mayUndo = ({ scope, user_id }: RowScope, { run_by }: { run_by: string | null }): boolean =>
  scope === 'all' || run_by === user_id

async function lockGenerationAt(trx: Transaction<DB>, { id, version }: GenerationVersion) {
  const row = await lockGeneration(trx, id)
  if (!row) throw new Refusal('not_found.generation')
  refuseStale(row, version)
  return row
}
