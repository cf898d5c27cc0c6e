import type { Kysely } from 'kysely'
import type { Column } from '#app/domain/core/lists/columns.ts'
import { columnsFor, type Reader, type Search } from '#app/domain/core/lists/list.ts'
import { type ListTotals, readTotals } from '#app/domain/core/lists/read-list.ts'
import { portion } from '#app/domain/core/money.ts'
import type { DB } from '#db/types.ts'
import { periodBefore } from './period.ts'
import type { AnyReport } from './report.ts'

/** A total and the same of the period before, in the unit of its column. */
export interface ComparedTotal {
  /** Key of the column. */
  key: string
  label: string
  kind: Column['kind']
  now: number
  before: number
  change: number
  /** Of the figure before, in basis points; null where that was nothing. */
  change_bp: number | null
}

export interface Comparison {
  /** The search of the period before. */
  search: Search
  /** False when there is not a single row in the period before: then there is no figure to compare with. */
  found: boolean
  totals: ComparedTotal[]
}

/**
 * The totals of a search beside those of the period before, within the reader's scope; undefined for a report without a period,
 * for a search of all time, and for one whose rows have no totals.
 */
export async function readComparison(
  report: AnyReport,
  db: Kysely<DB>,
  reader: Reader,
  search: Search,
  { totals }: ListTotals,
): Promise<Comparison | undefined> {
  const period = periodBefore(report, search)
  const columns = columnsFor(report.list, reader, 'file').filter(({ key, total }) => total && key in totals)
  if (!period || columns.length === 0) return undefined
  const earlier = { ...search, ...period, page: 1 }
  const before = await (report.sums?.(db, reader, earlier as never) ??
    readTotals(report.list, db, reader, earlier as never))
  return {
    search: earlier,
    found: before.total > 0,
    totals: columns.map(({ key, label, kind }) => ({
      ...{ key, label, kind },
      ...compared(totals[key] ?? 0, before.totals[key] ?? 0),
    })),
  }
}

/** How a figure differs from the one before, in whole units and basis points. */
export function compared(now: number, before: number) {
  const change = now - before
  return { now, before, change, change_bp: before === 0 ? null : portion(change, 10_000, Math.abs(before)) }
}
