import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { mayStartNew } from '#app/domain/core/features/feature.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { insertGeneration } from './change-generation.ts'
import { previewDays, runsBeforeAuto, stuckHours } from './generation.ts'

interface DaySetting {
  /** Of a month; 29 to 31 is its last day where it has no such day. */
  day: number
  for: 'next_month' | 'same_month'
}

/**
 * The last day on which an automatic run was due, and the first day of the month that it bills. Looks back, so that a run that
 * was missed (no worker, or the clock jumped) is found on the next night.
 */
export function lastDueRun({ day, for: which }: DaySetting, today: string): { on: string; month: string } {
  const [now, before] = [startOfMonth(today), addMonths(startOfMonth(today), -1)]
  const dayIn = (first: string) => {
    const last = endOfMonth(first)
    return day >= Number(last.slice(8)) ? last : `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
  }
  const first = dayIn(now) <= today ? now : before
  return { on: dayIn(first), month: which === 'next_month' ? addMonths(first, 1) : first }
}

/** Whether enough manual runs have succeeded for automatic runs to be enabled. */
export async function mayAutoRun(db: Kysely<DB>): Promise<boolean> {
  const { runs } = await db
    .selectFrom('generation')
    .select(sql<number>`count(*)`.as('runs'))
    .where('trigger', '=', 'manual')
    .where('retry_of_id', 'is', null)
    .where('run_at', 'is not', null)
    .where('status', 'in', ['completed', 'partial'])
    .executeTakeFirstOrThrow()
  return runs >= runsBeforeAuto
}

/**
 * Starts the automatic run that is due, once for a month: also a missed one, but never for a day before automatic runs were
 * enabled. Returns the id of the generation.
 */
export async function startDueRun(trx: Transaction<DB>, today: string): Promise<string | undefined> {
  const { auto_run, auto_since, ...setting } = await settings(trx, 'generation')
  if (!auto_run || !(await mayStartNew(trx, 'recurring')) || !(await mayAutoRun(trx))) return undefined
  const { on, month } = lastDueRun(setting, today)
  if (on < (auto_since ?? today)) return undefined
  // Of two concurrent calls the second waits here and then finds the generation of the first.
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ':generation.schedule'))`.execute(trx)
  const begun = await trx
    .selectFrom('generation')
    .select('id')
    .where('trigger', '=', 'schedule')
    .where('month', '=', month)
    .executeTakeFirst()
  if (begun) return undefined
  return insertGeneration(trx, systemActor, { month, filters: {}, trigger: 'schedule', runs_itself: true })
}

/** Removes previews that nobody ran; returns how many. */
export async function removeOldPreviews(trx: Transaction<DB>): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('generation')
    .where('run_at', 'is', null)
    .where('status', 'in', ['previewed', 'failed', 'previewing'])
    .where('trigger', '=', 'manual')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(previewDays)})`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Enqueues again the jobs of generations that make no progress, because their job was given up. Returns how many. */
export async function resumeStuckGenerations(trx: Transaction<DB>): Promise<number> {
  const stuck = await trx
    .updateTable('generation')
    .set({ updated_at: sql<Date>`now()` })
    .where('updated_at', '<', sql<Date>`now() - make_interval(hours => ${sql.lit(stuckHours)})`)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['previewing', 'running']),
        eb.and([eb('undo_asked_at', 'is not', null), eb('undone_at', 'is', null)]),
      ]),
    )
    .returning(['id', 'status'])
    .execute()
  for (const { id: generation_id, status } of stuck) {
    if (status === 'previewing') await enqueue(trx, 'generation.preview', { generation_id })
    else if (status === 'running') await enqueue(trx, 'generation.run', { generation_id })
    else await enqueue(trx, 'generation.undo', { generation_id })
  }
  return stuck.length
}
