import { randomBytes } from 'node:crypto'
import { type AliasableExpression, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { memoize } from '#app/domain/core/memoize.ts'
import type { DB } from '#db/types.ts'
import type { Column } from './columns.ts'
import type { Filters } from './filters.ts'
import {
  backgroundLimit,
  columnsFor,
  filtersFor,
  type List,
  type ListPageOf,
  type Search,
  type SearchOf,
  type Summed,
  searchFor,
  type TabCounts,
  type Tabs,
} from './list.ts'

/** Rows that are in memory at once while a long file is made. */
const chunk = 1_000

/** One page of a list, with no more than its reader may see, and by what they may not ask for left out. */
export async function pageOf<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<ListPageOf<Row, SearchOf<F>>> {
  const search = searchFor(list, reader, asked)
  const { queries, order } = memoize(list, [reader, { ...search, page: 1 }], () => {
    const columns = columnsFor(list, reader, 'file')
    const order = {
      ...orderOf({ ...list, columns }, search),
      splitIntoParts: dividedBy(list, reader, search),
    }
    return { order, queries: pageQueries(db, list.query(db, reader, search), search, order) }
  })
  const page = await onePage(db, queries, search, order)
  return { ...page, rows: shown(list, page.rows, reader) }
}

/** The column by whose values a search that shows all tabs is counted; undefined where no tab is, or one was chosen. */
function dividedBy<Who>(
  list: { tabs?: Tabs; filters: Filters<Who> },
  reader: Who,
  search: object,
): string | undefined {
  const { tabs } = list
  if (!tabs || (search as Record<string, unknown>)[tabs.filter]) return undefined
  return filtersFor(list, reader).some(([name]) => name === tabs.filter) ? tabs.column : undefined
}

/**
 * How many rows each tab of a list would show with the rest of the search as it is, and how many all of them have;
 * undefined without tabs. A page that shows all tabs has them counted already (`counts`).
 */
export async function tabCounts<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<TabCounts | undefined> {
  if (!list.tabs) return undefined
  const search = {
    ...searchFor(list, reader, asked),
    ...{ [list.tabs.filter]: undefined, sort: undefined, page: 1 },
  }
  const splitIntoParts = dividedBy(list, reader, search)
  if (!splitIntoParts) return undefined
  const counts = memoize(list, ['tabs', reader, { ...search, limit: 1 }], () =>
    countingEach(db, list.query(db, reader, search), splitIntoParts),
  )
  return tabCountsOf((await db.executeQuery(counts)).rows)
}

interface Ordered extends Omit<Order, 'sums' | 'tie' | 'summed' | 'splitIntoParts'> {
  tie?: string
  columns: readonly Column[]
  tabs?: Tabs
  summed?: Summed
}

/** How a list is ordered and what of the columns a reader sees is added up: of rows in one state all, of others those that go together. */
function orderOf({ standard, tie = 'id', most, columns, tabs, summed }: Ordered, search: object): Order {
  const state = tabs && (search as Record<string, unknown>)[tabs.filter]
  const sums = most === undefined ? columns.flatMap(({ key, total }) => (total ? [key] : [])) : []
  return {
    ...{ standard, tie, most, sums },
    summed: state ? undefined : summed,
  }
}

/** The first rows of a search, whatever page it asks for. */
export function firstOf<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
  limit: number,
): Promise<ListPageOf<Row, SearchOf<F>>> {
  return pageOf(list, db, reader, { ...asked, page: 1, limit })
}

/** How many rows a search has; of a log without an end it counts no further than a file may go. */
export async function countOf<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<{ total: number; more: boolean }> {
  const listed = list.query(db, reader, searchFor(list, reader, asked)).as('listed')
  const endless = list.most !== undefined
  const { rows } = await (endless ? countingUpTo(listed, backgroundLimit) : counting(listed)).execute(db)
  const { total } = rows[0]!
  if (!endless || total <= backgroundLimit) return { total, more: false }
  return { total: backgroundLimit, more: true }
}

/**
 * All rows of a search in the order of its list, up to the limit of the background, a thousand at a time. They are those
 * of one moment: a cursor holds them until the transaction ends.
 */
export async function* chunksOf<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): AsyncGenerator<Row[]> {
  const search = searchFor(list, reader, asked)
  const listed = list.query(db, reader, search).as('listed')
  // A name of its own, since a connection keeps what it has prepared, with the columns that it had.
  const cursor = sql.raw(`rows_${randomBytes(8).toString('hex')}`)
  await sql`
    declare ${cursor} no scroll cursor for
    select * from ${listed} ${orderBy(search, orderOf(list, search))} limit ${backgroundLimit}`.execute(db)
  for (;;) {
    const { rows } = await sql<Raw>`fetch ${sql.lit(chunk)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield shown(list, rows, reader)
    if (rows.length < chunk) return
  }
}

/** Rows of the query as they are shown. */
function shown<Who, Raw extends object, Row extends object>(
  { row }: { row?(raw: Raw, reader: Who): Row },
  raws: Raw[],
  reader: Who,
): Row[] {
  // Without a way to show them, the rows of the query are those of the list.
  return row ? raws.map((raw) => row(raw, reader)) : (raws as object[] as Row[])
}

interface Order {
  /** The sort without a choice, such as `-issued_on`. */
  standard: string
  /** Breaks ties, so that no row is on two pages. */
  tie: string
  /** Columns to add up over all rows (int sen or counts). */
  sums: readonly string[]
  /** Of which rows; of all, unless it says. */
  summed?: Summed | undefined
  /** Column by whose values the rows are counted and added up apart; in one go, unless it says. */
  splitIntoParts?: string | undefined
  /** Rows that are counted and paged through at most. */
  most?: number | undefined
}

type Totals = { total: number } & Record<string, number>

/** A value of the column by which a list is splitIntoParts, which may be several, and how many rows have it. */
interface Counted {
  value: string | string[]
  total: number
}

/** The queries of a list as they are sent, without the trees that they were made from. */
interface PageQueries<Row> {
  /** The rows of a page, which begins after so many. */
  page(offset: number): CompiledQuery<Row>
  /** A row for each value by which the list is splitIntoParts, or one. */
  totals: CompiledQuery<Totals>
}

/** Puts the queries of a list together. `query` has neither order nor limit; it is ordered and summed by what it selects. */
function pageQueries<Row extends object>(
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
async function onePage<Row extends object, S extends Search>(
  db: Kysely<DB>,
  queries: PageQueries<Row>,
  search: S,
  { most, summed, sums, splitIntoParts }: Pick<Order, 'most' | 'summed' | 'sums' | 'splitIntoParts'>,
): Promise<ListPageOf<Row, S>> {
  const { limit } = search
  const page = async (number: number) => (await db.executeQuery(queries.page((number - 1) * limit))).rows
  const asked = most === undefined ? search.page : Math.min(search.page, Math.ceil(most / limit))
  const [first, counted] = await Promise.all([page(asked), totalsOf(db, queries)])
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
    ...(splitIntoParts ? { counts: tabCountsOf(counted as unknown as Counted[]) } : {}),
    ...(more ? { more } : {}),
    ...(summed ? { summed: summed.word } : {}),
    page: number,
    limit,
    pages,
    search: { ...search, page: number },
  }
}

const totalsOf = async (db: Kysely<DB>, { totals }: PageQueries<object>) =>
  (await db.executeQuery(totals)).rows

type Listed = ReturnType<AliasableExpression<object>['as']>

/**
 * As indexes have it: what has no value is last in either direction, but for the way back through a log. What breaks
 * ties always has one, and says nothing of it: by its index a page is found without sorting all rows.
 */
function orderBy(search: Search, { standard, tie, most }: Order) {
  const chosen = search.sort ?? standard
  const down = chosen.startsWith('-')
  const column = chosen.replace(/^-/, '')
  const direction = down ? sql`desc` : sql`asc`
  if (column === tie) return sql`order by ${sql.ref(tie)} ${direction}`
  const nulls = most !== undefined && !down ? sql`nulls first` : sql`nulls last`
  return sql`order by ${sql.ref(column)} ${direction} ${nulls}, ${sql.ref(tie)} ${direction}`
}

/** The number of rows, and the sums of some columns over all of them that are summed; apart where the list is splitIntoParts. */
export function counting(
  listed: Listed,
  { sums, summed, splitIntoParts }: Pick<Order, 'sums' | 'summed' | 'splitIntoParts'> = { sums: [] },
): RawBuilder<Totals> {
  const which = summed && sql` filter (where ${sql.ref(summed.column)} = any(${summed.values}::text[]))`
  const added = sums.map(
    (name) => sql`, coalesce(sum(${sql.ref(name)})${which ?? sql``}, 0) as ${sql.ref(name)}`,
  )
  const counted = sql`count(*) as total${sql.join(added, sql``)} from ${listed}`
  if (!splitIntoParts) return sql`select ${counted}`
  return sql`select ${sql.ref(splitIntoParts)} as value, ${counted} group by ${sql.ref(splitIntoParts)}`
}

/** The counts of each value, and of all rows. */
function tabCountsOf(counted: readonly Counted[]): TabCounts {
  const each = new Map<string, number>()
  let all = 0
  for (const { value, total } of counted) {
    all += total
    for (const one of [value].flat()) each.set(one, (each.get(one) ?? 0) + total)
  }
  return { all, each }
}

/** Counts one more than `most` at most, so that counting costs no more as a log grows. */
function countingUpTo(listed: Listed, most: number): RawBuilder<Totals> {
  return sql`select count(*) as total from (select from ${listed} limit ${most + 1}) as counted`
}

/** How many rows there are of each value by which a list is splitIntoParts. */
function countingEach<Row extends object>(
  db: Kysely<DB>,
  query: AliasableExpression<Row>,
  splitIntoParts: string,
): CompiledQuery<Counted> {
  return textOf(db, counting(query.as('listed'), { sums: [], splitIntoParts })) as CompiledQuery<Counted>
}

/** A query as it is sent, without the tree from which it was put together: many times as long, and useless once it is compiled. */
export function textOf<Row>(db: Kysely<DB>, query: RawBuilder<Row>): CompiledQuery<Row> {
  const { sql: text, parameters } = query.compile(db)
  return CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>
}
