import { type Compilable, CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
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

interface List<T extends keyof DB, O extends object, S extends Search> {
  /** What is listed, without select of totals and without order. */
  query: SelectQueryBuilder<DB, T, O>
  search: S
  order: Order<O>
}

type Totals = Record<string, number>

/**
 * One page of a query that has neither select of totals nor order yet. The page and the totals are two queries sent
 * together; a page beyond the last shows the last.
 */
export function paginate<T extends keyof DB, O extends object, S extends Search>(
  query: SelectQueryBuilder<DB, T, O>,
  search: S,
  order: Order<O>,
): Promise<ListPageOf<O, S>> {
  const { page, totals } = queriesOf({ query, search, order })
  return onePage(
    search,
    (number) => page(number).execute() as Promise<O[]>,
    () => totals.execute() as Promise<Totals[]>,
  )
}

/** Ways in which a list is asked for, by whom and for what, whose queries are kept. */
const mostKept = 500

/**
 * The same for a list that is opened often: its queries are put together once for those who ask alike, since that costs
 * more than sending them and most ask for the first page without a filter.
 * @param listOf depends on what is asked alone, which must be plain data
 */
export function paginated<Asked extends unknown[], T extends keyof DB, O extends object, S extends Search>(
  listOf: (db: Kysely<DB>, ...asked: Asked) => List<T, O, S>,
): (db: Kysely<DB>, ...asked: Asked) => Promise<ListPageOf<O, S>> {
  const kept = new Map<string, { search: S; first: CompiledQuery<O>; totals: CompiledQuery<Totals> }>()
  const put = (db: Kysely<DB>, asked: Asked) => {
    const list = listOf(db, ...asked)
    const { page, totals } = queriesOf(list)
    return { search: list.search, first: textOf<O>(page(list.search.page)), totals: textOf<Totals>(totals) }
  }
  return (db, ...asked) => {
    const name = JSON.stringify(asked)
    const list = kept.get(name) ?? put(db, asked)
    kept.set(name, list)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    const { search, first, totals } = list
    const other = (number: number) => textOf<O>(queriesOf(listOf(db, ...asked)).page(number))
    return onePage(
      search,
      async (number) => (await db.executeQuery(number === search.page ? first : other(number))).rows,
      async () => (await db.executeQuery(totals)).rows,
    )
  }
}

/** The queries of a list: each of its pages, and the number of its rows with what they add up to. */
function queriesOf<T extends keyof DB, O extends object, S extends Search>({
  query,
  search,
  order: { sorts, standard, tie, sums = {} },
}: List<T, O, S>) {
  const chosen = search.sort ?? standard
  const key = chosen.replace(/^-/, '')
  const direction = chosen.startsWith('-') ? sql`desc` : sql`asc`
  const column = sql.ref(sorts[key] ?? sorts[standard.replace(/^-/, '')]!)
  const names = Object.keys(sums) as (keyof O & string)[]
  return {
    page: (number: number) =>
      query
        .orderBy(sql`${column} ${direction} nulls last, ${sql.ref(tie)} ${direction}`)
        .limit(search.limit)
        .offset((number - 1) * search.limit),
    totals: query
      .clearSelect()
      .select([
        sql<number>`count(*)`.as('total'),
        ...names.map((name) => sql<number>`coalesce(sum(${sql.ref(sums[name]!)}), 0)`.as(name)),
      ]),
  }
}

async function onePage<O extends object, S extends Search>(
  search: S,
  rowsOf: (page: number) => Promise<O[]>,
  count: () => Promise<Totals[]>,
): Promise<ListPageOf<O, S>> {
  const [first, [counted]] = await Promise.all([rowsOf(search.page), count()])
  const { total = 0, ...totals } = counted ?? {}
  const pages = Math.max(1, Math.ceil(total / search.limit))
  const number = Math.min(search.page, pages)
  return {
    rows: number === search.page ? first : await rowsOf(number),
    total,
    totals: totals as ListPageOf<O, S>['totals'],
    page: number,
    limit: search.limit,
    pages,
    search: { ...search, page: number },
  }
}

/** A query as it is sent, without the tree that it was made from. */
function textOf<R>(query: Compilable): CompiledQuery<R> {
  const { sql, parameters } = query.compile()
  return CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<R>
}
