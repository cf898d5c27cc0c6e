import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { mayBegin } from '#app/domain/core/features/has-feature.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { insertGeneration } from '../change-generation.ts'
import { previewDays, runsBeforeAuto, stuckHours } from '../generation.ts'

interface DaySetting {
  /** Of a month; 29 to 31 is its last day where it has no such day. */
  day: number
  for: 'next_month' | 'same_month'
}

/**
 * The last day on which a run by itself was due, and the first day of the month that it bills. Looks back: a night that
 * nobody was there, or that the clock has jumped over, is found on the next one.
 */
export function lastDue({ day, for: which }: DaySetting, today: string): { on: string; month: string } {
  const [now, before] = [startOfMonth(today), addMonths(startOfMonth(today), -1)]
  const dayIn = (first: string) => {
    const last = endOfMonth(first)
    return day >= Number(last.slice(8)) ? last : `${first.slice(0, 8)}${String(day).padStart(2, '0')}`
  }
  const first = dayIn(now) <= today ? now : before
  return { on: dayIn(first), month: which === 'next_month' ? addMonths(first, 1) : first }
}

/** Whether two previews were looked at and run, which is what lets the day begin a run by itself. */
export async function mayRunItself(db: Kysely<DB>): Promise<boolean> {
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
 * Begins the run of the day where the organisation has it so, once for a month: also when the night was missed, but never
 * for a day before it was switched on. Returns the id of what was begun.
 */
export async function beginDueRun(trx: Transaction<DB>, today: string): Promise<string | undefined> {
  const { auto_run, auto_since, ...setting } = await settings(trx, 'generation')
  if (!auto_run || !(await mayBegin(trx, 'recurring')) || !(await mayRunItself(trx))) return undefined
  const { on, month } = lastDue(setting, today)
  if (on < (auto_since ?? today)) return undefined
  // Two that look at the same moment: the second waits here, and then finds what the first has begun.
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

/** Previews that nobody ran take up room; returns how many went. */
export async function cleanPreviews(trx: Transaction<DB>): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('generation')
    .where('run_at', 'is', null)
    .where('status', 'in', ['previewed', 'failed', 'previewing'])
    .where('trigger', '=', 'manual')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${sql.lit(previewDays)})`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** What nobody is at any more, although it is not over: its job was given up. Returns how many go on. */
export async function takeUpStuck(trx: Transaction<DB>): Promise<number> {
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
