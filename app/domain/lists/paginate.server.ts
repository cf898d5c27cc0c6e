import { type SelectQueryBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListPageOf, Search } from './search.ts'

/** Rows that an export or a print may have at most; more is a job for the background. */
export const exportLimit = 10_000

interface Order<O> {
  /** Columns of the query by sort key; `-` in front of the key turns the order round. */
  sorts: Record<string, string>
  /** The sort without a choice, such as `-issued_on`. */
  standard: string
  /** Breaks ties, so that no row is on two pages. */
  tie: string
  /** Columns to add up over all rows (int sen or counts), by row key. */
  sums?: Partial<Record<keyof O & string, string>>
}

/**
 * One page of a query that has neither select of totals nor order yet. The page and the totals are two queries sent
 * together; a page beyond the last shows the last.
 */
export async function paginate<T extends keyof DB, O extends object, S extends Search>(
  query: SelectQueryBuilder<DB, T, O>,
  search: S,
  { sorts, standard, tie, sums = {} }: Order<O>,
): Promise<ListPageOf<O, S>> {
  const chosen = search.sort ?? standard
  const key = chosen.replace(/^-/, '')
  const direction = chosen.startsWith('-') ? sql`desc` : sql`asc`
  const column = sql.ref(sorts[key] ?? sorts[standard.replace(/^-/, '')]!)
  const page = (number: number) =>
    query
      .orderBy(sql`${column} ${direction} nulls last, ${sql.ref(tie)} ${direction}`)
      .limit(search.limit)
      .offset((number - 1) * search.limit)
      .execute()
  const names = Object.keys(sums) as (keyof O & string)[]
  const counted = query
    .clearSelect()
    .select([
      sql<number>`count(*)`.as('total'),
      ...names.map((name) => sql<number>`coalesce(sum(${sql.ref(sums[name]!)}), 0)`.as(name)),
    ])
    .executeTakeFirstOrThrow() as Promise<Record<string, number>>
  const [first, { total = 0, ...totals }] = await Promise.all([page(search.page), counted])
  const pages = Math.max(1, Math.ceil(total / search.limit))
  const number = Math.min(search.page, pages)
  return {
    rows: (number === search.page ? first : await page(number)) as O[],
    total,
    totals: totals as ListPageOf<O, S>['totals'],
    page: number,
    limit: search.limit,
    pages,
    search: { ...search, page: number },
  }
}
