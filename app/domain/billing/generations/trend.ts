import { addDays } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
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
