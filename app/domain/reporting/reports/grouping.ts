import type { TFunction } from 'i18next'
import type { Kysely } from 'kysely'
import type { Column, formatCell } from '#app/domain/core/lists/columns.ts'
import { columnsFor, type Reader, type Search } from '#app/domain/core/lists/list.ts'
import { type ListTotals, readGroups } from '#app/domain/core/lists/read-list.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { AnyReport } from './report.ts'

/** The parameter of a report's address that says by which column its rows are grouped. */
export const groupParameter = 'group_by'

/** Sub-totals that a page or a sheet of paper shows; those beyond are one row. */
export const shownGroups = 200

/** Sub-totals of rows by a column, and what they are of. */
export interface Grouping extends ListTotals {
  /** The column by which the rows are grouped, as its cells are written. */
  column: Column
  /** The columns that are added up. */
  columns: readonly Column[]
  groups: readonly (ListTotals & { value: unknown })[]
  /** What is beyond the groups that are named. */
  rest: ListTotals | undefined
}

/** The columns by which a reader may group the rows of a report; a log that grows without end has none. */
export function groupColumns({ list, groups = [] }: AnyReport, reader: Reader): Column[] {
  if (list.maxRows !== undefined) return []
  const seen = columnsFor(list, reader, 'file')
  return groups.flatMap((key) => seen.find((column) => column.key === key) ?? [])
}

/** The column by which an address groups the rows; undefined where it names none that the reader may use. */
export function groupColumn(
  report: AnyReport | undefined,
  reader: Reader,
  given: { get(name: string): string | null },
): Column | undefined {
  const key = given.get(groupParameter)
  return key && report ? groupColumns(report, reader).find((column) => column.key === key) : undefined
}

/** A search whose rows come group by group, unless it has an order of its own. */
export function inOrderOf<S extends Search>(search: S, column: Column | undefined): S {
  return column?.sort && !search.sort ? { ...search, sort: column.key } : search
}

/** The sub-totals of a report by a column, within the reader's scope; at most so many, the others together. */
export async function readGrouping(
  { list }: AnyReport,
  db: Kysely<DB>,
  reader: Reader,
  search: Search,
  column: Column,
  most: number = shownGroups,
): Promise<Grouping> {
  const found = await readGroups(list, db, reader, search as never, { column: column.key, most })
  const columns = columnsFor(list, reader, 'file').filter(({ total }) => total)
  return { ...found, column, columns }
}

/** Sub-totals as a table: the name of each group, its number of rows, and its sums, by the keys of their columns. */
export interface GroupTable {
  title: string
  columns: readonly Column[]
  rows: readonly Readonly<Record<string, unknown>>[]
  totals: Readonly<Record<string, number>>
}

/** `write`: how the name of a group is written, on paper or in a file. */
export function groupTable(
  { column, columns, groups, rest, total, totals }: Grouping,
  { t, locale, write }: { t: TFunction; locale: Locale; write: typeof formatCell },
): GroupTable {
  const nameOf = (value: unknown) => write(column, value, locale, t) || t('report.no_value')
  const rowOf = (id: string, group: string, sums: ListTotals) => ({
    ...sums.totals,
    ...{ id, group_name: group, group_rows: sums.total },
  })
  return {
    title: t('report.sub_totals', { by: t(column.label) }),
    columns: [
      { key: 'group_name', label: column.label, room: 'who' },
      { key: 'group_rows', label: 'report.rows', kind: 'count', total: true },
      ...columns.map(({ key, label, kind }): Column => ({ key, label, kind, total: true })),
    ],
    rows: [
      ...groups.map((group, index) => rowOf(String(index), nameOf(group.value), group)),
      ...(rest ? [rowOf('rest', t('report.others'), rest)] : []),
    ],
    totals: { ...(totals as Record<string, number>), group_rows: total },
  }
}
