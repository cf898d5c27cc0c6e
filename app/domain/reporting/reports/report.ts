import type { Kysely } from 'kysely'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader, SearchOf } from '#app/domain/core/lists/list.ts'

import type { ListTotals } from '#app/domain/core/lists/read-list.ts'
import type { DB } from '#db/types.ts'

/** Under which heading the index shows a report, in this order. */
export const reportGroups = ['billing', 'payments', 'students', 'branches', 'trainers'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** The rows that make up a figure: a list, by its name, and the search of its page. */
export interface Source {
  list: string
  search: Readonly<Record<string, string | undefined>>
  /** The column of that list whose total is the figure; without it the number of its rows is. */
  sum?: string
}

/**
 * A report: a list, and what a report has more than a list. Its page, print, CSV, XLSX, PDF and background file are those of
 * its list, at `/report/<group>/<name>`.
 */
export interface Report<
  F extends Filters<Reader> = Filters<Reader>,
  Row extends object = object,
  Raw extends object = object,
  Key extends string = string,
> {
  list: List<Reader, Permission, F, Row, Raw, Key>
  group: ReportGroup
  /** Key of the sentence below its heading, in the index too. */
  subtitle: string
  /** A feature without which it is not offered. */
  feature?: FeatureCode
  /** What span of time its filters choose: from a day to another, a year (`year`), a month (`month`), or a day (`on`). */
  period?: 'span' | 'year' | 'month' | 'day'
  /** Columns of the query by which its rows may be grouped, each with sub-totals of the columns that have a total. */
  groups?: readonly (keyof Raw & string)[]
  /** From a column to the rows that make its figure; no source where the figure has none. */
  sources?: Partial<Record<Key, (row: Row, search: SearchOf<F>) => Source | undefined>>
  /** From a column with a total to the rows that make it: those of a whole search, in which no text is searched for. */
  wholes?: Partial<Record<Key, (reader: Pick<Reader, 'today'>, search: SearchOf<F>) => Source | undefined>>
  /** What a group of `groups` adds to the searches of `wholes`, so that they make its sub-totals. */
  narrowed?(column: string, value: unknown): Source['search'] | undefined
  /**
   * What the columns of a search add up to, where that is cheaper than to add up its rows; for what a period is compared with.
   * Of the number of rows it tells only whether there are any. Undefined where only the rows tell.
   */
  sums?(db: Kysely<DB>, reader: Reader, search: SearchOf<F>): Promise<ListTotals> | undefined
  /** A drawing of its rows: the column that names a bar, and the columns that are drawn, in sen or counts. */
  chart?: { name: Key; values: readonly Key[] }
}

/** Checks the types of a report against its list. */
export function defineReport<
  const F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(report: Report<F, Row, Raw, Key>): Report<F, Row, Raw, Key> {
  return report
}

/** A report of whatever rows, as the registry holds it. */
export type AnyReport = Report<Filters<Reader>, object, object, string>
