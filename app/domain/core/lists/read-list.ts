import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { keptFor } from '#app/domain/core/kept.ts'
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
  type TabCounts,
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
  tabCountsOf,
} from './paginate.ts'

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
  const { queries, order } = keptFor(list, [reader, { ...search, page: 1 }], () => {
    const columns = columnsFor(list, reader, 'file')
    const order = { ...orderOf({ ...list, columns }, search), divided: dividedBy(list, reader, search) }
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
 * undefined without tabs. A page of all tabs has counted them by itself.
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
  const divided = dividedBy(list, reader, search)
  if (!divided) return undefined
  const counts = keptFor(list, ['tabs', reader, { ...search, limit: 1 }], () =>
    countingEach(db, list.query(db, reader, search), divided),
  )
  return tabCountsOf((await db.executeQuery(counts)).rows)
}

interface Ordered extends Omit<Order, 'sums' | 'tie' | 'summed' | 'divided'> {
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
