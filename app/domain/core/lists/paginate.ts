import { type AliasableExpression, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { ListPageOf, Search, Summed, TabCounts } from './list.ts'

export interface Order {
  /** The sort without a choice, such as `-issued_on`. */
  standard: string
  /** Breaks ties, so that no row is on two pages. */
  tie: string
  /** Columns to add up over all rows (int sen or counts). */
  sums: readonly string[]
  /** Of which rows; of all, unless it says. */
  summed?: Summed | undefined
  /** Column by whose values the rows are counted and added up apart; in one go, unless it says. */
  divided?: string | undefined
  /** Rows that are counted and paged through at most. */
  most?: number | undefined
}

type Totals = { total: number } & Record<string, number>

/** A value of the column by which a list is divided, which may be several, and how many rows have it. */
interface Counted {
  value: string | string[]
  total: number
}

/** The queries of a list as they are sent, without the trees that they were made from. */
export interface PageQueries<Row> {
  /** The rows of a page, which begins after so many. */
  page(offset: number): CompiledQuery<Row>
  /** A row for each value by which the list is divided, or one. */
  totals: CompiledQuery<Totals>
}

/** Puts the queries of a list together. `query` has neither order nor limit; it is ordered and summed by what it selects. */
export function pageQueries<Row extends object>(
  db: Kysely<DB>,
  query: AliasableExpression<Row>,
  search: Search,
  order: Order,
): PageQueries<Row> {
  const listed = query.as('listed')
  const ordered = orderBy(search, order)
  const { sql: text, parameters } = textOf(
    db,
    sql<Row>`select * from ${listed} ${ordered} limit ${search.limit} offset ${0}`,
  )
  const totals = textOf(
    db,
    order.most === undefined ? counting(listed, order) : countingUpTo(listed, order.most),
  )
  return {
    page: (offset) => CompiledQuery.raw(text, [...parameters.slice(0, -1), offset]) as CompiledQuery<Row>,
    totals,
  }
}

/** One page of a list: its rows and its totals are asked for together; a page beyond the last shows the last. */
export async function onePage<Row extends object, S extends Search>(
  db: Kysely<DB>,
  queries: PageQueries<Row>,
  search: S,
  { most, summed, sums, divided }: Pick<Order, 'most' | 'summed' | 'sums' | 'divided'>,
): Promise<ListPageOf<Row, S>> {
  const { limit } = search
  const page = async (number: number) => (await db.executeQuery(queries.page((number - 1) * limit))).rows
  const asked = most === undefined ? search.page : Math.min(search.page, Math.ceil(most / limit))
  const [first, counted] = await Promise.all([page(asked), countOf(db, queries)])
  const sumOf = (name: string) => counted.reduce((sum, row) => sum + row[name]!, 0)
  const found = sumOf('total')
  const more = most !== undefined && found > most
  const total = more ? most : found
  const pages = Math.max(1, Math.ceil(total / limit))
  const number = Math.min(asked, pages)
  return {
    rows: number === asked ? first : await page(number),
    total,
    totals: Object.fromEntries(sums.map((name) => [name, sumOf(name)])),
    ...(divided ? { counts: tabCountsOf(counted as unknown as Counted[]) } : {}),
    ...(more ? { more } : {}),
    ...(summed ? { summed: summed.word } : {}),
    page: number,
    limit,
    pages,
    search: { ...search, page: number },
  }
}

const countOf = async (db: Kysely<DB>, { totals }: PageQueries<object>) =>
  (await db.executeQuery(totals)).rows

type Listed = ReturnType<AliasableExpression<object>['as']>

/**
 * As indexes have it: what has no value is last in either direction, but for the way back through a log. What breaks
 * ties always has one, and says nothing of it: by its index a page is found without sorting all rows.
 */
export function orderBy(search: Search, { standard, tie, most }: Order) {
  const chosen = search.sort ?? standard
  const down = chosen.startsWith('-')
  const column = chosen.replace(/^-/, '')
  const direction = down ? sql`desc` : sql`asc`
  if (column === tie) return sql`order by ${sql.ref(tie)} ${direction}`
  const nulls = most !== undefined && !down ? sql`nulls first` : sql`nulls last`
  return sql`order by ${sql.ref(column)} ${direction} ${nulls}, ${sql.ref(tie)} ${direction}`
}

/** The number of rows, and the sums of some columns over all of them that are summed; apart where the list is divided. */
export function counting(
  listed: Listed,
  { sums, summed, divided }: Pick<Order, 'sums' | 'summed' | 'divided'> = { sums: [] },
): RawBuilder<Totals> {
  const which = summed && sql` filter (where ${sql.ref(summed.column)} = any(${summed.values}::text[]))`
  const added = sums.map(
    (name) => sql`, coalesce(sum(${sql.ref(name)})${which ?? sql``}, 0) as ${sql.ref(name)}`,
  )
  const counted = sql`count(*) as total${sql.join(added, sql``)} from ${listed}`
  if (!divided) return sql`select ${counted}`
  return sql`select ${sql.ref(divided)} as value, ${counted} group by ${sql.ref(divided)}`
}

/** How many rows are counted for each value by itself, and for all. */
export function tabCountsOf(counted: readonly Counted[]): TabCounts {
  const each = new Map<string, number>()
  let all = 0
  for (const { value, total } of counted) {
    all += total
    for (const one of [value].flat()) each.set(one, (each.get(one) ?? 0) + total)
  }
  return { all, each }
}

/** Counts one more than `most` at most, so that counting costs no more as a log grows. */
export function countingUpTo(listed: Listed, most: number): RawBuilder<Totals> {
  return sql`select count(*) as total from (select from ${listed} limit ${most + 1}) as counted`
}

/** How many rows there are of each value by which a list is divided. */
export function countingEach<Row extends object>(
  db: Kysely<DB>,
  query: AliasableExpression<Row>,
  divided: string,
): CompiledQuery<Counted> {
  return textOf(db, counting(query.as('listed'), { sums: [], divided })) as CompiledQuery<Counted>
}

/** A query as it is sent, without the tree from which it was put together: many times as long, and of no use to who keeps it. */
export function textOf<Row>(db: Kysely<DB>, query: RawBuilder<Row>): CompiledQuery<Row> {
  const { sql: text, parameters } = query.compile(db)
  return CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>
}
