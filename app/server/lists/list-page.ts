import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Kysely } from 'kysely'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import {
  backgroundFormats,
  columnsFor,
  type Format,
  formats,
  type List,
  type OperatorReader,
  operatorFormats,
  type Reader,
  type TabCounts,
  type Tabs,
} from '#app/domain/core/lists/list.ts'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import { readPage, tabCounts } from '#app/domain/core/lists/read-list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { FilterField, Tab } from '#app/ui/core/table/ListTools.tsx'
import type { DB } from '#db/types.ts'
import { filterFields } from './filter-fields.ts'
import { reachOf } from './reach.ts'
import { givenOrRemembered, rememberedSearches, rememberSearch } from './remembered-search.ts'

/** The loader of a page that shows a list and reads nothing else. */
export function listLoader<
  Who,
  Access,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(list: List<Who, Access, F, Row, Raw, Key>) {
  return (args: LoaderFunctionArgs) => listPage(args, list, { alone: true })
}

/**
 * What the loader of a page with a list returns, on either side: the list as this reader sees it, and what they may do with
 * it. `alone` and `usual`: see {@link listView}.
 */
export async function listPage<
  Who,
  Access,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  list: List<Who, Access, F, Row, Raw, Key>,
  { alone = false, usual = {} }: { alone?: boolean; usual?: Readonly<Record<string, string>> } = {},
) {
  // TypeScript cannot see that the type of the reader follows from `list.side`.
  const side = (list.side === 'tenant' ? tenantSide : operatorSide) as unknown as SideOfList<Who, Access>
  const { view, create, print } = list.access
  const may = (permission: Access | undefined) => permission !== undefined && side.may(context, permission)
  const reader = side.reader(context, view)
  const shown = await listView(context, list, reader, request, { alone, usual })
  const family = isFamily(context, reader)
  return {
    ...shown,
    ...(family ? withoutTools : {}),
    family,
    columns: family ? shown.columns.map(unsorted) : shown.columns,
    mayCreate: may(create),
    print: may(print) && !family ? side.printAddress(list.name) : undefined,
    papers: list.papers,
    formats: side.formats,
    background: side.background,
  }
}

/** A parent has few rows, in one order. A list without `print` offers no exports either. */
const withoutTools = { filters: [], tabs: undefined }

const unsorted = <C extends Column>(column: C): C => ({ ...column, sort: undefined })

/** Whether a person reads the list as a parent: they are one, and it reaches only their own rows. */
const isFamily = <Who>({ actor }: RequestContext, reader: Who): boolean =>
  actor.roles.includes('parent') &&
  typeof reader === 'object' &&
  reader !== null &&
  'scope' in reader &&
  (reader as unknown as Reader).scope.scope === 'own'

/**
 * What a page shows of a list to any kind of reader: the rows of the search in the address, or else of the search that
 * this browser remembers for the list, the form of its filters, and its tabs. `alone`: the page reads nothing else, so the
 * connection is given back behind these queries and is free while the page is rendered. `usual`: values with which the page
 * opens, and which it need not remember.
 */
export async function listView<
  Who,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  context: RequestContext,
  list: List<Who, unknown, F, Row, Raw, Key>,
  reader: Who,
  request: Request,
  { alone = false, usual = {} }: { alone?: boolean; usual?: Readonly<Record<string, string>> } = {},
) {
  // A parent has no filters with which to undo what is remembered.
  const remembers = !isFamily(context, reader)
  const remembered = remembers ? await rememberedSearches(context, request) : new Map<string, string>()
  const asked = Object.fromEntries(givenOrRemembered(remembered, list, request))
  const given = remembers ? onOpeningTab(list, asked) : asked
  const search = list.search.parse(given)
  const db = await context.read()
  const chosenTab = remembers && list.tabs && (search as Record<string, unknown>)[list.tabs.filter]
  const queries = Promise.all([
    readPage(list, db, reader, search),
    filterFields(context, db, list, reader, { given, search }),
    chosenTab ? tabCounts(list, db, reader, search) : undefined,
    remembers && rememberSearch(context, remembered, list, without(search, usual)),
    reachOfReader(db, reader),
  ])
  // All queries are on their way. Only a page beyond the first may need another one, when it lies beyond the last, and a list
  // that fills its rows once it has found them.
  if (alone && search.page === 1 && !list.fill) void context.releaseConnection()
  const [page, fields, otherCounts, , reach] = await queries
  const counts = page.counts ?? otherCounts
  const tabField = counts ? fields.find(({ name }) => name === list.tabs?.filter) : undefined
  const tabs = counts && tabField ? tabsOf(tabField, counts, list.tabs?.opens) : undefined
  return {
    title: context.t(list.title),
    columns: columnsFor(list, reader, 'page'),
    // Links of the page stay on its tab.
    page: tabs?.every ? { ...page, search: { ...page.search, [tabs.name]: tabs.value } } : page,
    filters: fields.filter((field) => field !== tabField),
    tabs,
    today: context.today,
    // Where something is found nobody asks what is elsewhere.
    reach: page.total === 0 && !isFamily(context, reader) ? reach : undefined,
  }
}

const without = (search: object, usual: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => usual[name] !== value))

/** What the reader of a list of an organisation is limited to. */
function reachOfReader<Who>(db: Kysely<DB>, reader: Who): Promise<Reach> | undefined {
  return typeof reader === 'object' && reader !== null && 'scope' in reader
    ? reachOf(db, (reader as unknown as Reader).scope)
    : undefined
}

/** With the tab on which the list opens, where the address names none. */
function onOpeningTab(
  { tabs }: { tabs?: Tabs | undefined },
  given: Record<string, string>,
): Record<string, string> {
  return tabs?.opens === undefined ? given : { [tabs.filter]: tabs.opens, ...given }
}

/** Names the tab of all rows, where an address without a tab means another one. */
const everyTab = 'all'

/** A tab for each state that some rows are in, and for the chosen one and the one on which the list opens. */
function tabsOf(field: FilterField, { all, each }: TabCounts, opens: string | undefined) {
  if (field.kind !== 'choice') return undefined
  const items: Tab[] = field.options
    .map(({ value, label }) => ({ value, label, count: each.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === field.value || value === opens)
  const every = opens === undefined ? undefined : everyTab
  return { name: field.name, label: field.label, value: field.value ?? every, items, all, opens, every }
}

/** The reader of this request, with the rows that a permission of a list gives; refuses who does not hold it. */
export function readerOf(context: RequestContext, permission: Permission): Reader {
  const { actor, today } = context
  return { scope: context.scope(permission), roles: actor.roles, today, keys: keysOf(context) }
}

/** Refuses (action_not_allowed) who is no operator. */
export function operatorReaderOf({ actor }: RequestContext): OperatorReader {
  if (!actor.id || !actor.operator_role) throw new Refusal('action_not_allowed')
  return { id: actor.id, role: actor.operator_role }
}

/** What differs between the lists of an organisation and those of the operator. */
interface SideOfList<Who, Access> {
  reader(context: RequestContext, permission: Access | undefined): Who
  may(context: RequestContext, permission: Access): boolean
  printAddress(name: string): string
  formats: readonly Format[]
  background: readonly Format[]
}

const tenantSide: SideOfList<Reader, Permission> = {
  reader: (context, permission) => readerOf(context, permission!),
  may: (context, permission) => context.can(permission),
  printAddress: paths.printed,
  formats,
  background: backgroundFormats,
}

const operatorSide: SideOfList<OperatorReader, OperatorPermission> = {
  reader: (context) => operatorReaderOf(context),
  may: (context, permission) => context.operatorCan(permission),
  printAddress: paths.admin.printed,
  formats: operatorFormats,
  background: [],
}

/** The search of a request's address, as the list understands it; values that do not fit are dropped. */
export function searchIn<S>(
  request: Pick<Request, 'url'>,
  { search }: { search: { parse(given: unknown): S } },
): S {
  return search.parse(Object.fromEntries(new URL(request.url).searchParams))
}
