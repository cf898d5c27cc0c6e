import { randomBytes } from 'node:crypto'
import { type AliasableExpression, CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { memoize } from '#app/domain/core/memoize.ts'
import type { DB } from '#db/types.ts'
import type { Filters } from './filters.ts'
import {
  backgroundLimit,
  columnsFor,
  filtersFor,
  type List,
  type ListPageOf,
  permittedSearch,
  type Search,
  type SearchOf,
  type Summed,
  type TabCounts,
  type Tabs,
} from './list.ts'

/**
 * One page of a list for a reader; filters and sorting that they may not use are dropped. Its rows and its totals are asked
 * for together; a page beyond the last shows the last.
 */
export async function readPage<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<ListPageOf<Row, SearchOf<F>>> {
  const search = permittedSearch(list, reader, asked)
  const { limit } = search
  const { maxRows } = list
  const wanted = maxRows === undefined ? search.page : Math.min(search.page, Math.ceil(maxRows / limit))
  const deep = (wanted - 1) * limit >= deepFrom
  const { pageQuery, totalsQuery, sums, summed, groupBy } = memoize(
    list,
    [reader, { ...search, page: 1 }, deep],
    () => pageQueries(list, db, reader, search, deep),
  )
  const read = async (page: number) => (await db.executeQuery(pageQuery((page - 1) * limit))).rows
  const rowsOf = async (page: number) => (totalsQuery ? read(page) : apart(await read(page))[0])
  const [wantedRows, groups] = totalsQuery
    ? await Promise.all([read(wanted), db.executeQuery(totalsQuery).then(({ rows }) => rows)])
    : apart(await read(wanted))
  const sumOf = (name: string) => groups.reduce((sum, group) => sum + group[name]!, 0)
  const counted = sumOf('total')
  const more = maxRows !== undefined && counted > maxRows
  const total = more ? maxRows : counted
  const pages = Math.max(1, Math.ceil(total / limit))
  const page = Math.min(wanted, pages)
  return {
    rows: await toRows(list, db, page === wanted ? wantedRows : await rowsOf(page), reader, search),
    total,
    totals: Object.fromEntries(sums.map((name) => [name, sumOf(name)])),
    ...(groupBy ? { counts: toTabCounts(groups as unknown as GroupCount[]) } : {}),
    ...(more ? { more } : {}),
    ...(summed ? { summed: summed.word } : {}),
    page,
    limit,
    pages,
    search: { ...search, page },
  }
}

/** The first rows of a search, whatever page it asks for. */
export function readFirstRows<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
  limit: number,
): Promise<ListPageOf<Row, SearchOf<F>>> {
  return readPage(list, db, reader, { ...asked, page: 1, limit })
}

/**
 * How many rows each tab of a list would show with the rest of the search unchanged, and how many all tabs have together;
 * undefined without tabs. A page that shows all tabs has these counts already (`counts`).
 */
export async function tabCounts<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<TabCounts | undefined> {
  if (!list.tabs) return undefined
  const search = {
    ...permittedSearch(list, reader, asked),
    ...{ [list.tabs.filter]: undefined, sort: undefined, page: 1 },
  }
  const groupBy = tabColumn(list, reader, search)
  if (!groupBy) return undefined
  const query = memoize(list, ['tabs', reader, { ...search, limit: 1 }], () =>
    compileToText(db, countQuery(list.query(db, reader, search).as('listed'), { sums: [], groupBy })),
  )
  return toTabCounts((await db.executeQuery(query)).rows as unknown as GroupCount[])
}

/** How many rows a search has; a log that grows without end is counted only as far as a file may go. */
export async function countRows<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<{ total: number; more: boolean }> {
  const listed = list.query(db, reader, permittedSearch(list, reader, asked)).as('listed')
  const capped = list.maxRows !== undefined
  const query = capped ? cappedCountQuery(listed, backgroundLimit) : countQuery(listed)
  const { total } = (await query.execute(db)).rows[0]!
  if (!capped || total <= backgroundLimit) return { total, more: false }
  return { total: backgroundLimit, more: true }
}

/** The number of rows of a search, and the sums of its columns that have one. */
export interface ListTotals {
  total: number
  /** By column key, in the column's own unit. */
  totals: Partial<Record<string, number>>
}

/** What the page of a search adds up, without its rows; a log that grows without end adds up nothing. */
export async function readTotals<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): Promise<ListTotals> {
  const search = permittedSearch(list, reader, asked)
  const { sums, summed } = countOptions(list, reader, search)
  const listed = list.query(db, reader, search).as('listed')
  const { total, ...totals } = (await countQuery(listed, { sums, summed }).execute(db)).rows[0]!
  return { total, totals }
}

/** The rows of a search that have the same value in a column, added up; what is beyond the most that are read is in `rest`. */
export interface ListGroups extends ListTotals {
  groups: (ListTotals & { value: unknown })[]
  rest: ListTotals | undefined
}

/**
 * Sub-totals of a search by the values of a column of its query, worked out by the database, in the order of the values, at
 * most so many. Their sum, with that of the rest, is the total.
 */
export async function readGroups<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
  { column, most }: { column: string; most: number },
): Promise<ListGroups> {
  const search = permittedSearch(list, reader, asked)
  const { sums, summed } = countOptions(list, reader, search)
  const listed = list.query(db, reader, search).as('listed')
  const { rows } = await sql<Totals & { value: unknown }>`
    select * from (${countQuery(listed, { sums, summed, groupBy: column, withAll: true })}) as grouped
    order by is_all desc, value nulls last limit ${most + 1}`.execute(db)
  const [all, ...groups] = rows.map(({ value, is_all: _, total, ...totals }) => ({
    value: value as unknown,
    total,
    totals,
  })) as [ListTotals, ...ListGroups['groups']]
  const left = (whole: number, key: (group: ListTotals) => number) =>
    whole - groups.reduce((sum, group) => sum + key(group), 0)
  const rest = {
    total: left(all.total, ({ total }) => total),
    totals: Object.fromEntries(
      sums.map((name) => [name, left(all.totals[name] ?? 0, ({ totals }) => totals[name] ?? 0)]),
    ),
  }
  return { total: all.total, totals: all.totals, groups, rest: rest.total > 0 ? rest : undefined }
}

/** Rows that are in memory at once while a long file is made. */
const chunk = 1_000

/**
 * All rows of a search in the order of its list, up to the limit of the background, a thousand at a time. They are a
 * snapshot: the cursor sees the data of one moment until the transaction ends.
 */
export async function* readInChunks<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  asked: SearchOf<F>,
): AsyncGenerator<Row[]> {
  const search = permittedSearch(list, reader, asked)
  const listed = list.query(db, reader, search).as('listed')
  // A name of its own, since a connection caches prepared statements together with the columns that they had.
  const cursor = sql.raw(`rows_${randomBytes(8).toString('hex')}`)
  await sql`
    declare ${cursor} no scroll cursor for
    select * from ${listed} ${orderBy(list, search, reader)} limit ${backgroundLimit}`.execute(db)
  for (;;) {
    const { rows } = await sql<Raw>`fetch ${sql.lit(chunk)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield await toRows(list, db, rows, reader, search)
    if (rows.length < chunk) return
  }
}

/** Rows of the query as the list shows them; without `fill` and `row` of the list they are the same. */
async function toRows<Who, F extends Filters<Who>, Raw extends object, Row extends object>(
  { fill, row }: Pick<List<Who, unknown, F, Row, Raw>, 'fill' | 'row'>,
  db: Kysely<DB>,
  found: Raw[],
  reader: Who,
  search: SearchOf<F>,
): Promise<Row[]> {
  const raws = fill && found.length > 0 ? await fill(db, found, reader, search) : found
  return row ? raws.map((raw) => row(raw, reader)) : (raws as object[] as Row[])
}

/**
 * Rows that are skipped before a page is found by its keys first. What is skipped is worked out all the same, so far down
 * only the keys are, mostly from an index alone, and everything else for the rows of the page.
 */
const deepFrom = 1_000

/** The compiled queries of one page, and how its totals are made. */
interface PageQueries<Raw> extends CountOptions {
  /** The rows of a page, after so many that are skipped. */
  pageQuery(offset: number): CompiledQuery<Raw>
  /** A row for each value of `groupBy`, or a single one; undefined where the rows of the page bring their totals. */
  totalsQuery: CompiledQuery<Totals> | undefined
}

function pageQueries<Who, F extends Filters<Who>, Row extends object, Raw extends object>(
  list: List<Who, unknown, F, Row, Raw>,
  db: Kysely<DB>,
  reader: Who,
  search: SearchOf<F>,
  deep: boolean,
): PageQueries<Raw> {
  const listed = list.query(db, reader, search).as('listed')
  const counts = countOptions(list, reader, search)
  const order = orderBy(list, search, reader)
  const within = sql`limit ${search.limit} offset ${0}`
  const key = sql.ref(list.tieBreaker ?? 'id')
  const once = list.once?.(search) === true && !counts.groupBy && list.maxRows === undefined
  const { sql: text, parameters } = compileToText(
    db,
    once
      ? onceQuery<Raw>(listed, counts, { order, within })
      : deep
        ? sql<Raw>`select * from ${listed} where ${key} = any(array(select ${key} from ${listed} ${order} ${within})) ${order}`
        : sql<Raw>`select * from ${listed} ${order} ${within}`,
  )
  return {
    ...counts,
    pageQuery: (offset) =>
      CompiledQuery.raw(text, [...parameters.slice(0, -1), offset]) as CompiledQuery<Raw>,
    totalsQuery: once
      ? undefined
      : compileToText(
          db,
          list.maxRows === undefined ? countQuery(listed, counts) : cappedCountQuery(listed, list.maxRows),
        ),
  }
}

/** In front of the names of what a row of {@link onceQuery} has besides those of its list. */
const ofAll = 'all: '

/** The rows of a page, each with the totals of all rows; for a page without rows one that has nothing but those. */
function onceQuery<Raw>(
  listed: Listed,
  counts: CountOptions,
  { order, within }: Record<'order' | 'within', RawBuilder<unknown>>,
): RawBuilder<Raw> {
  const sums = ['total', ...counts.sums].map((name) => sql`sums.${sql.ref(name)} as ${sql.ref(ofAll + name)}`)
  return sql<Raw>`
    with listed as materialized (select * from ${listed}),
      sums as (${countQuery(sql`listed` as unknown as Listed, counts)}),
      page as (select *, true as ${sql.ref(ofAll)} from listed ${order} ${within})
    select page.*, ${sql.join(sums)} from sums left join page on true ${order}`
}

/** The rows of {@link onceQuery} without the totals that they brought, and these. */
function apart<Raw extends object>(found: Raw[]): [Raw[], Totals[]] {
  const each = found.map((row) => {
    const entries = Object.entries(row)
    return {
      row: Object.fromEntries(entries.filter(([name]) => !name.startsWith(ofAll))) as Raw,
      isRow: (row as Record<string, unknown>)[ofAll] === true,
      all: entries.flatMap(([name, value]) =>
        name.startsWith(ofAll) && name !== ofAll ? [[name.slice(ofAll.length), value] as const] : [],
      ),
    }
  })
  return [
    each.filter(({ isRow }) => isRow).map(({ row }) => row),
    [Object.fromEntries(each[0]!.all) as Totals],
  ]
}

interface CountOptions {
  /** Columns to add up over all rows (int sen or counts). */
  sums: readonly string[]
  /** Which rows are added up, where not all. */
  summed?: Summed | undefined
  /** Column by whose values the rows are counted and added up separately. */
  groupBy?: string | undefined
  /** With `groupBy`: also a row of all together, which `is_all` tells apart. */
  withAll?: true
}

/** What of a list's rows is counted and added up for a reader: all of one state, or of all states those that go together. */
function countOptions<Who>(
  list: Pick<List<Who, unknown>, 'columns' | 'tabs' | 'summed' | 'maxRows'> & { filters: Filters<Who> },
  reader: Who,
  search: object,
): CountOptions {
  const state = list.tabs && (search as Record<string, unknown>)[list.tabs.filter]
  const columns = list.maxRows === undefined ? columnsFor(list, reader, 'file') : []
  return {
    sums: columns.flatMap(({ key, total }) => (total ? [key] : [])),
    summed: state ? undefined : list.summed,
    groupBy: tabColumn(list, reader, search),
  }
}

/** The column of the tabs, for a search that shows all of them; undefined where there are none, or one was chosen. */
function tabColumn<Who>(
  list: { tabs?: Tabs; filters: Filters<Who> },
  reader: Who,
  search: object,
): string | undefined {
  const { tabs } = list
  if (!tabs || (search as Record<string, unknown>)[tabs.filter]) return undefined
  return filtersFor(list, reader).some(([name]) => name === tabs.filter) ? tabs.column : undefined
}

/**
 * The order of indexes: rows without a value come last in either direction, except backwards through a log. The tie breaker
 * always has a value, so no `nulls` clause is needed for it: by its index a page is found without sorting all rows.
 */
function orderBy<Who>(list: Ordered<Who>, search: Search, reader: Who) {
  const { defaultSort, tieBreaker = 'id', maxRows } = list
  const sort = search.sort ?? list.sortFor?.(reader) ?? defaultSort
  const descending = sort.startsWith('-')
  const column = sort.replace(/^-/, '')
  const direction = descending ? sql`desc` : sql`asc`
  if (column === tieBreaker) return sql`order by ${sql.ref(tieBreaker)} ${direction}`
  const nulls = maxRows !== undefined && !descending ? sql`nulls first` : sql`nulls last`
  return sql`order by ${sql.ref(column)} ${direction} ${nulls}, ${sql.ref(tieBreaker)} ${direction}`
}

type Ordered<Who> = Pick<List<Who, unknown>, 'defaultSort' | 'sortFor' | 'tieBreaker' | 'maxRows'>

type Listed = ReturnType<AliasableExpression<object>['as']>

/** The number of rows as `total`, and each sum under the name of its column. */
type Totals = { total: number } & Record<string, number>

/** The number of rows and the sums of some columns; with `groupBy` a row for each of its values, as `value`. */
export function countQuery(
  listed: Listed,
  { sums, summed, groupBy, withAll }: CountOptions = { sums: [] },
): RawBuilder<Totals> {
  const which = summed && sql` filter (where ${sql.ref(summed.column)} = any(${summed.values}::text[]))`
  const added = sums.map(
    (name) => sql`, coalesce(sum(${sql.ref(name)})${which ?? sql``}, 0) as ${sql.ref(name)}`,
  )
  const counted = sql`count(*) as total${sql.join(added, sql``)} from ${listed}`
  if (!groupBy) return sql`select ${counted}`
  if (withAll)
    return sql`select ${sql.ref(groupBy)} as value, grouping(${sql.ref(groupBy)}) as is_all, ${counted}
      group by grouping sets ((${sql.ref(groupBy)}), ())`
  return sql`select ${sql.ref(groupBy)} as value, ${counted} group by ${sql.ref(groupBy)}`
}

/** Counts one more than `maxRows` at most, so that counting costs no more as a log grows. */
function cappedCountQuery(listed: Listed, maxRows: number): RawBuilder<Totals> {
  return sql`select count(*) as total from (select from ${listed} limit ${maxRows + 1}) as counted`
}

/** A value of the tabs' column, which may name several tabs, and how many rows have it. */
interface GroupCount {
  value: string | string[]
  total: number
}

function toTabCounts(groups: readonly GroupCount[]): TabCounts {
  const each = new Map<string, number>()
  let all = 0
  for (const { value, total } of groups) {
    all += total
    for (const tab of [value].flat()) each.set(tab, (each.get(tab) ?? 0) + total)
  }
  return { all, each }
}

/** A query as SQL text, without the syntax tree it was built from, which is many times as large and useless once compiled. */
export function compileToText<Row>(db: Kysely<DB>, query: RawBuilder<Row>): CompiledQuery<Row> {
  const { sql: text, parameters } = query.compile(db)
  return CompiledQuery.raw(text, [...parameters]) as CompiledQuery<Row>
}
