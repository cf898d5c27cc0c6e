import type { AliasableExpression, Kysely } from 'kysely'
import { z } from 'zod'
import type { Permission, SessionRole } from '#app/domain/core/access/access.ts'
import type { OperatorPermission, OperatorRole } from '#app/domain/core/access/operator-access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { withoutMarks } from '#app/domain/core/invisible.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import type { Column } from './columns.ts'
import { type Filter, type Filters, filterSchema, invalidDays } from './filters.ts'

/** The most rows of a print or file that is made while its reader waits. */
export const exportLimit = 10_000

/** The most rows of a file that is made in the background. */
export const backgroundLimit = 100_000

/** Rows on a page, unless the reader chooses more. */
export const defaultPageSize = 25

/** Ways to print or export a list. */
export type Format = 'print' | 'csv' | 'xlsx' | 'pdf'

export const formats: readonly Format[] = ['print', 'csv', 'xlsx', 'pdf']
/** The operator's lists have no PDF: the platform stores no documents. */
export const operatorFormats: readonly Format[] = ['print', 'csv', 'xlsx']
/** Formats that allow very many rows; a PDF does not. */
export const backgroundFormats: readonly Format[] = ['csv', 'xlsx']

/** Who reads a list of an organisation's: the rows they reach, the roles they hold, and the day it is. */
export interface Reader {
  scope: RowScope
  roles: readonly SessionRole[]
  /** `YYYY-MM-DD` */
  today: string
  /** Opens sealed numbers for a list that shows them masked; without it they are left out. */
  keys?: Keys
}

/** Who reads a list of the operator's. */
export interface OperatorReader {
  id: string
  role: OperatorRole
}

/** A column of a list, and to whom it is shown; by default to everybody. */
interface ListColumn<Key extends string, Who> extends Column<Key> {
  when?(reader: Who): boolean
}

/** What every list understands in addition to its own filters. `sort`: key of a column; `-` in front: descending. */
export interface Search {
  q: string
  page: number
  limit: number
  sort?: string | undefined
}

type ValueOf<F> = F extends { kind: 'choice'; values: readonly (infer Value)[] } ? Value : string

/** A search with what these filters may say. */
export type SearchOf<F> = Search & { [Name in keyof F]: ValueOf<F[Name]> | undefined }

/** A row as a query selects it. */
export type Selected<Find extends (...given: never[]) => { execute(): Promise<object[]> }> = Awaited<
  ReturnType<ReturnType<Find>['execute']>
>[number]

export type Side = 'tenant' | 'operator' | 'own'

/** A filter whose values are tabs above the list. */
export interface Tabs {
  filter: string
  /** Key of the query's rows: which of the filter's values leave a row, as one text or several. */
  column: string
  /** The tab on which its page opens. By default that of all rows. */
  opens?: string
}

/** Rows whose amounts are added up, so that the sum is of one kind of money. */
export interface Summed {
  /** Key of the query's rows. A search for one state alone adds up all of that. */
  column: string
  values: readonly string[]
  /** Key of what the sum is called. */
  word: string
}

/** Tabs of a list whose rows have a status. */
export const byStatus = { filter: 'status', column: 'status' } as const

/**
 * A list of rows: what its page, its print and its files have in common. Data and pure functions only.
 */
export interface List<
  Who,
  Access,
  F extends Filters<Who> = Filters<Who>,
  Row extends object = object,
  Raw extends object = object,
  Key extends string = string,
> {
  /** An organisation's, the operator's, or a person's list of their own actions. */
  side: Side
  /** The list in addresses: `/category`, `/category/print`; a log's has two parts. */
  name: string
  /** Key of its heading in the language files. */
  title: string
  /** Who may view it, create rows, and print or export it. Without `print` nobody may. */
  access: { view?: Access; create?: Access; print?: Access }
  /** For a list of documents: key of the button that requests all of them in one PDF. */
  papers?: string
  columns: readonly ListColumn<Key, Who>[]
  filters: F
  /** A key of the query's rows, with `-` in front for descending. */
  defaultSort: string
  /** The same for one reader; undefined where nothing else is said for them. */
  sortFor?(reader: Who): string | undefined
  /** Breaks ties, so that no row is on two pages. Default: `id`. */
  tieBreaker?: string
  /** The tabs above its page, one for each state, with the number of rows in it; not for a log that grows without end. */
  tabs?: Tabs
  /** Which rows the totals add up, where not all. */
  summed?: Summed
  /** The most rows that are counted and paged through, for a log that grows without end. */
  maxRows?: number
  /**
   * Whether a page and its totals are read from one result of the query, kept while it is read: for rows that are themselves sums
   * of much, which would else be added up twice.
   */
  once?(search: SearchOf<F>): boolean
  /** The rows of a search within the reader's scope, without order, limit and sums; it must honour every filter. */
  query(db: Kysely<DB>, reader: Who, search: SearchOf<F>): AliasableExpression<Raw>
  /**
   * Adds to the rows of a page, or of a part of a file, what is too dear to be worked out for all: in one query, and in the same
   * order.
   */
  fill?(db: Kysely<DB>, raws: Raw[], reader: Who, search: SearchOf<F>): Promise<Raw[]>
  /** Turns a row of the query into the one that is shown, where SQL cannot do that. */
  row?(raw: Raw, reader: Who): Row
  /** Parses the parameters of its address; a value that does not fit is ignored, so that an old link still opens. */
  search: z.ZodType<SearchOf<F>>
}

/** What the author of a list writes; a key that its rows do not have does not compile. */
type ListDefinition<Who, Access, F extends Filters<Who>, Row extends object, Raw extends object> = Omit<
  List<Who, Access, F, Row, Raw, keyof Row & string>,
  'side' | 'defaultSort' | 'sortFor' | 'tieBreaker' | 'tabs' | 'summed' | 'search'
> & {
  defaultSort: (keyof Raw & string) | `-${keyof Raw & string}`
  sortFor?(reader: Who): (keyof Raw & string) | `-${keyof Raw & string}` | undefined
  tieBreaker?: keyof Raw & string
  tabs?: Tabs & { filter: keyof F & string; column: keyof Raw & string }
  summed?: Summed & { column: keyof Raw & string }
}

/** Makes lists for one kind of reader. `Row`: as it is shown; `Raw`: as the query finds it, where that differs. */
function listsFor<Who, Access>(side: Side) {
  return <Row extends object, Raw extends object = Row>() =>
    <const F extends Filters<Who>>(
      given: ListDefinition<Who, Access, F, Row, Raw>,
    ): List<Who, Access, F, Row, Raw, keyof Row & string> => ({
      ...given,
      side,
      search: searchSchema(given.columns, given.filters),
    })
}

export const tenantList = listsFor<Reader, Permission>('tenant')
export const operatorList = listsFor<OperatorReader, OperatorPermission>('operator')
/** A list of what somebody did themselves; it cannot be printed. */
export const ownList = listsFor<{ id: string }, never>('own')

export type TenantList = List<Reader, Permission>
export type OperatorList = List<OperatorReader, OperatorPermission>

const baseSearch = {
  q: z.string().overwrite(withoutMarks).trim().max(100).catch('').default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).catch(defaultPageSize).default(defaultPageSize),
}

function searchSchema<Who, F extends Filters<Who>>(
  columns: readonly Column[],
  filters: F,
): z.ZodType<SearchOf<F>> {
  const keys = columns.filter(({ sort }) => sort).flatMap(({ key }) => [key, `-${key}`])
  const narrowing = Object.entries(filters).map(([name, filter]) => [name, filterSchema(filter)] as const)
  const schema = z
    .object({
      ...baseSearch,
      sort: z.enum(keys).optional().catch(undefined),
      ...Object.fromEntries(narrowing),
    })
    .transform((search) => ({ ...search, ...blank(Object.keys(invalidDays(filters, search))) }))
  return schema as unknown as z.ZodType<SearchOf<F>>
}

/** The columns of a list that a reader is shown on a page, or in print and files. */
export function columnsFor<Who, Key extends string>(
  { columns }: { columns: readonly ListColumn<Key, Who>[] },
  reader: Who,
  where: 'page' | 'file',
): Column<Key>[] {
  return columns
    .filter(({ only, when }) => (where === 'file' || only !== 'file') && (when?.(reader) ?? true))
    .map(({ when: _when, ...column }) => column)
}

/** The filters that a reader may use. */
export function filtersFor<Who, F extends Filters<Who>>({ filters }: { filters: F }, reader: Who) {
  return (Object.entries(filters) as [keyof F & string, Filter<Who>][]).filter(
    ([, { when }]) => when?.(reader) ?? true,
  )
}

/** Drops filters and sorting that this reader may not use, so that a hidden column cannot be probed by searching. */
export function permittedSearch<Who, S extends Search, Key extends string>(
  list: { columns: readonly ListColumn<Key, Who>[]; filters: Filters<Who> },
  reader: Who,
  search: S,
): S {
  const allowed = new Set(filtersFor(list, reader).map(([name]) => name))
  const forbidden = Object.keys(list.filters).filter((name) => !allowed.has(name))
  const key = search.sort?.replace(/^-/, '')
  const sorts = key && columnsFor(list, reader, 'file').some((column) => column.sort && column.key === key)
  return {
    ...search,
    sort: sorts ? search.sort : undefined,
    ...blank(forbidden),
  }
}

const blank = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]))

/** How many rows each tab shows, and how many there are in all; a row may be in several tabs. */
export interface TabCounts {
  all: number
  each: ReadonlyMap<string, number>
}

/** One page of a list, with the totals of all its rows. */
export interface ListPageOf<Row, S extends Search = Search> {
  rows: Row[]
  total: number
  /** Sums by column key, in the column's own unit. */
  totals: Partial<Record<string, number>>
  /** Key of what the sums are called, where not all rows are in them. */
  summed?: string | undefined
  /** Only where the page shows the rows of all tabs. */
  counts?: TabCounts
  /** There are more rows than the list pages through. */
  more?: boolean | undefined
  page: number
  limit: number
  pages: number
  search: S
}
