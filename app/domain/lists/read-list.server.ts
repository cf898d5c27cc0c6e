import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Column } from './columns.ts'
import type { Filters } from './filters.ts'
import { backgroundLimit } from './limits.ts'
import {
  columnsFor,
  filtersFor,
  type List,
  type ListPageOf,
  type SearchOf,
  type Summed,
  searchFor,
  type Tabs,
} from './list.ts'
import {
  counting,
  countingEach,
  countingUpTo,
  type Order,
  onePage,
  orderBy,
  pageQueries,
} from './paginate.server.ts'

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
  const { queries, order } = keptQueries(list, [reader, { ...search, page: 1 }], () => {
    const order = orderOf({ ...list, columns: columnsFor(list, reader, 'file') }, search)
    return { order, queries: pageQueries(db, list.query(db, reader, search), search, order) }
  })
  const page = await onePage(db, queries, search, order)
  return { ...page, rows: shown(list, page.rows, reader) }
}

/** Ways in which a list is asked for, by whom and for what, whose queries are kept. */
const mostKept = 500
const kept = new WeakMap<object, Map<string, unknown>>()

/**
 * The queries of a list are put together once for those who ask alike, since that costs more than sending them and most
 * ask for the first page without a filter.
 * @param asked all that they depend on, as plain data
 */
function keptQueries<Queries>(list: object, asked: unknown, make: () => Queries): Queries {
  const ofList = (kept.get(list) ?? new Map()) as Map<string, Queries>
  kept.set(list, ofList)
  const name = JSON.stringify(asked)
  const queries = ofList.get(name) ?? make()
  ofList.set(name, queries)
  if (ofList.size > mostKept) ofList.delete(ofList.keys().next().value!)
  return queries
}

/**
 * How many rows each tab of a list would show with the rest of the search as it is, and how many all of them have;
 * undefined without tabs.
 */
export async function tabCounts<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<{ all: number; each: ReadonlyMap<string, number> } | undefined> {
  const { tabs } = list
  if (!tabs || !filtersFor(list, reader).some(([name]) => name === tabs.filter)) return undefined
  const search = {
    ...searchFor(list, reader, asked),
    ...{ [tabs.filter]: undefined, sort: undefined, page: 1 },
  }
  const counts = keptQueries(list, ['tabs', reader, { ...search, limit: 1 }], () =>
    countingEach(db, list.query(db, reader, search), tabs.column),
  )
  const each = new Map<string, number>()
  let all = 0
  for (const { value, count } of (await db.executeQuery(counts)).rows) {
    all += count
    for (const one of [value].flat()) each.set(one, (each.get(one) ?? 0) + count)
  }
  return { all, each }
}

interface Ordered extends Omit<Order, 'sums' | 'tie' | 'summed'> {
  tie?: string
  columns: readonly Column[]
  tabs?: Tabs
  summed?: Summed
}

/** How a list is ordered and what of the columns a reader sees is added up: of rows in one state all, of others those that go together. */
function orderOf({ standard, tie = 'id', most, columns, tabs, summed }: Ordered, search: object): Order {
  const state = tabs && (search as Record<string, unknown>)[tabs.filter]
  return {
    ...{ standard, tie, most, sums: columns.flatMap(({ key, total }) => (total ? [key] : [])) },
    summed: state ? undefined : summed,
  }
}

/** The first rows of a search, wherever its address stands. */
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
export function shown<Who, Raw extends object, Row extends object>(
  { row }: { row?(raw: Raw, reader: Who): Row },
  raws: Raw[],
  reader: Who,
): Row[] {
  // Without a way to show them, the rows of the query are those of the list.
  return row ? raws.map((raw) => row(raw, reader)) : (raws as object[] as Row[])
}
