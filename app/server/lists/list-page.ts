import type { LoaderFunctionArgs } from '@remix-run/node'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
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
} from '#app/domain/core/lists/list.ts'
import { pageOf, tabCounts } from '#app/domain/core/lists/read-list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { FilterField, Tab } from '#app/ui/core/table/ListTools.tsx'
import { filterFields } from './filter-fields.ts'
import { askedOrLeft, leave, leftBy } from './left-search.ts'

interface Reading<Who, Access> {
  reader(context: RequestContext, permission: Access | undefined): Who
  may(context: RequestContext, permission: Access): boolean
  printed(name: string): string
  formats: readonly Format[]
  background: readonly Format[]
}

const ofTenant: Reading<Reader, Permission> = {
  reader: (context, permission) => readerOf(context, permission!),
  may: (context, permission) => context.can(permission),
  printed: paths.printed,
  formats,
  background: backgroundFormats,
}

const ofOperator: Reading<OperatorReader, OperatorPermission> = {
  reader: (context) => operatorReaderOf(context),
  may: (context, permission) => context.operatorCan(permission),
  printed: paths.admin.printed,
  formats: operatorFormats,
  background: [],
}

/** The loader of a list of an organisation's or of the operator's. */
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
  { alone = false } = {},
) {
  // A list is read by those for whom its side makes it.
  const reading = (list.side === 'tenant' ? ofTenant : ofOperator) as unknown as Reading<Who, Access>
  const { view, create, print } = list.access
  const may = (permission: Access | undefined) => permission !== undefined && reading.may(context, permission)
  return {
    ...(await viewOf(context, list, reading.reader(context, view), request, alone)),
    mayCreate: may(create),
    print: may(print) ? reading.printed(list.name) : undefined,
    papers: list.papers,
    formats: reading.formats,
    background: reading.background,
  }
}

/**
 * The loader of a page that is such a list and reads nothing else: the end of its transaction travels behind its queries,
 * and the connection is free while the page is drawn.
 */
export function onlyList<
  Who,
  Access,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(list: List<Who, Access, F, Row, Raw, Key>) {
  return (args: LoaderFunctionArgs) => listPage(args, list, { alone: true })
}

/** The reader of this request, with the rows that a permission of a list gives; refuses who does not hold it. */
export function readerOf(context: RequestContext, permission: Permission): Reader {
  const { actor, today } = context
  return { scope: context.scope(permission), roles: actor.roles, today }
}

/** Refuses (action_not_allowed) who is no operator. */
export function operatorReaderOf({ actor }: RequestContext): OperatorReader {
  if (!actor.id || !actor.operator_role) throw new Refusal('action_not_allowed')
  return { id: actor.id, role: actor.operator_role }
}

/**
 * What a page shows of a list to any kind of reader: the rows of the address's search, or of the one with which they left
 * the list, the form of its filters, and its tabs. `alone`: nothing but this reads for the page.
 */
export async function viewOf<
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
  alone = false,
) {
  const left = await leftBy(context, request)
  const given = Object.fromEntries(askedOrLeft(left, list, request))
  const search = list.search.parse(given)
  const db = await context.read()
  const chosen = list.tabs && (search as Record<string, unknown>)[list.tabs.filter]
  const asking = Promise.all([
    pageOf(list, db, reader, search),
    filterFields(context, db, list, reader, { given, search }),
    chosen ? tabCounts(list, db, reader, search) : undefined,
    leave(context, left, list, search),
  ])
  // Everything has been asked by now, but where the page may lie beyond the last one, which is then asked for.
  if (alone && search.page === 1) void context.rest()
  const [page, fields, others] = await asking
  const counts = page.counts ?? others
  const splitIntoParts = counts ? fields.find(({ name }) => name === list.tabs?.filter) : undefined
  return {
    title: context.t(list.title),
    columns: columnsFor(list, reader, 'page'),
    page,
    filters: fields.filter((field) => field !== splitIntoParts),
    tabs: counts && splitIntoParts ? tabsOf(splitIntoParts, counts) : undefined,
    today: context.today,
  }
}

/** The states that some rows are in, and the one that is looked at. */
function tabsOf(field: FilterField, { all, each }: TabCounts) {
  if (field.kind !== 'choice') return undefined
  const items: Tab[] = field.options
    .map(({ value, label }) => ({ value, label, count: each.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === field.value)
  return { name: field.name, label: field.label, value: field.value, items, all }
}

export function searchIn<S>(request: Request, { search }: { search: { parse(given: unknown): S } }): S {
  return search.parse(Object.fromEntries(new URL(request.url).searchParams))
}
