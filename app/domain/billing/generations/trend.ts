import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { DB } from '#db/types.ts'
import { trendDays } from './generation.ts'

/** What the runs of a day made of their students. */
export interface TrendDay {
  /** `YYYY-MM-DD` */
  on: string
  runs: number
  created: number
  skipped: number
  failed: number
  sen: number
  /** Of the run in the middle; null without one. */
  seconds: number | null
}

/** Each of the last days, those without a run included. */
export function trendOf(found: readonly TrendDay[], today: string): TrendDay[] {
  return Array.from({ length: trendDays }, (_, index) => {
    const on = addDays(today, index + 1 - trendDays)
    const none = { on, runs: 0, created: 0, skipped: 0, failed: 0, sen: 0, seconds: null }
    return found.find((day) => day.on === on) ?? none
  })
}

export const trendColumns = columnsOf<TrendDay>()(
  { key: 'on', label: 'generation.on', kind: 'date' },
  { key: 'runs', label: 'generation.runs', kind: 'count', total: true },
  { key: 'created', label: 'generation.created', kind: 'count', total: true },
  { key: 'skipped', label: 'generation.skipped', kind: 'count', room: 'table', total: true },
  { key: 'failed', label: 'generation.failed', kind: 'count', room: 'table', total: true },
  { key: 'sen', label: 'generation.total', kind: 'money', room: 'much', total: true },
  { key: 'seconds', label: 'generation.median_seconds', kind: 'count', room: 'table' },
)

/**
 * What was billed on each of the last days, today the last of them, of the branches that a reader reaches, by the runs that
 * their log lists.
 */
export async function trend(
  db: Kysely<DB>,
  { scope, branch_ids }: RowScope,
  today: string,
): Promise<TrendDay[]> {
  const from = addDays(today, 1 - trendDays)
  const own = scope === 'all' ? sql`true` : sql`part.branch_id = any(${[...branch_ids]}::uuid[])`
  const { rows } = await sql<TrendDay>`
    with run as (
      select id, (run_at at time zone 'Asia/Kuala_Lumpur')::date as on,
        ceil(extract(epoch from finished_at - run_at))::int as seconds
      from generation
      where run_at >= ${from}::timestamp at time zone 'Asia/Kuala_Lumpur' and finished_at is not null
    ), part as (
      select part.generation_id, sum(created) as created, sum(skipped) as skipped, sum(failed) as failed,
        sum(total_sen) as sen
      from generation_branch as part where ${own} and generation_id in (select id from run) group by part.generation_id
    )
    select run.on::text as on, count(*)::int as runs, coalesce(sum(created), 0)::int as created,
      coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(sen), 0)::bigint as sen,
      percentile_disc(0.5) within group (order by run.seconds)::int as seconds
    from run left join part on part.generation_id = run.id
    where ${scope === 'all'} or part.generation_id is not null
    group by run.on order by run.on`.execute(db)
  return trendOf(rows, today)
}
