import { z } from 'zod'
import { isPlainDate } from '#app/domain/dates.ts'

/** What every list understands; a list adds its own filters. */
const baseSearch = {
  q: z.string().trim().max(100).catch('').default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).catch(25).default(25),
}

/**
 * The search of a list: text, page, limit, a sort key of the list's own (`-` in front: descending) and its filters.
 * A value that does not fit is as if it were not there, so that an old link still opens the list.
 */
export function searchOf<const K extends string, F extends z.ZodRawShape>(
  sorts: readonly [K, ...K[]],
  filters: F,
) {
  const keys = sorts.flatMap((key) => [key, `-${key}`]) as [K | `-${K}`, ...(K | `-${K}`)[]]
  return z.object({ ...baseSearch, sort: z.enum(keys).optional().catch(undefined), ...filters })
}

/** A filter by one of some words; anything else means all. */
export function oneOf<const T extends string>(values: readonly [T, ...T[]]) {
  return z.enum(values).optional().catch(undefined)
}

/** A filter by a plain date. */
export const dateFilter = z.string().refine(isPlainDate).optional().catch(undefined)

/** A filter by an entry of another list. */
export const idFilter = z.uuid().optional().catch(undefined)

/** The search in the address of a request. */
export function readSearch<S extends z.ZodType>(request: Request, schema: S): z.output<S> {
  return schema.parse(Object.fromEntries(new URL(request.url).searchParams)) as z.output<S>
}

export interface Search {
  q: string
  page: number
  limit: number
  sort?: string | undefined
}

/** One page of a list, with the totals of all its rows. */
export interface ListPageOf<Row, S extends Search = Search> {
  rows: Row[]
  total: number
  totals: Partial<Record<keyof Row & string, number>>
  page: number
  limit: number
  pages: number
  search: S
}

/** Text for `ilike`, with its wild cards taken literally. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
}
