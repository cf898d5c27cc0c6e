import type { Reader, Search } from '#app/domain/core/lists/list.ts'
import type { AnyReport, Source } from './report.ts'

/** The rows that make a total or a sub-total, by the key of its column. */
export type Wholes = Readonly<Record<string, Source>>

/** The key under which a group's number of rows has its source. */
export const rowsOfGroup = 'group_rows'

/** The rows that make the totals of a search. */
export function wholesOf({ wholes = {} }: AnyReport, reader: Pick<Reader, 'today'>, search: Search): Wholes {
  if (search.q) return {}
  return Object.fromEntries(
    Object.entries(wholes).flatMap(([key, sourceOf]) => {
      const source = sourceOf?.(reader, search as never)
      return source ? [[key, source]] : []
    }),
  )
}

/**
 * The rows that make the sub-totals of a group: those of the report itself where a filter of the same name chooses the group,
 * else those of the whole, narrowed.
 */
export function wholesOfGroup(
  report: AnyReport,
  reader: Pick<Reader, 'today'>,
  search: Search,
  { column, value }: { column: string; value: unknown },
): Wholes {
  const filter = report.list.filters[column]
  if (filter?.kind === 'choice' && filter.values.some((one) => one === value)) {
    const source = (sum?: string): Source => ({
      list: report.list.name,
      search: { ...asked(report, search), [column]: String(value) },
      ...(sum && { sum }),
    })
    const sums = report.list.columns.filter(({ total }) => total).map(({ key }) => [key, source(key)])
    return { ...Object.fromEntries(sums), [rowsOfGroup]: source() }
  }
  const more = report.narrowed?.(column, value)
  if (!more) return {}
  return Object.fromEntries(
    Object.entries(wholesOf(report, reader, search)).map(([key, source]) => [
      key,
      { ...source, search: { ...source.search, ...more } },
    ]),
  )
}

/** The filters and the text of a search. */
function asked({ list }: AnyReport, search: Search): Record<string, string | undefined> {
  const values = search as unknown as Readonly<Record<string, string | undefined>>
  const filters = Object.keys(list.filters).map((name) => [name, values[name]])
  return { ...Object.fromEntries(filters), q: search.q || undefined }
}
