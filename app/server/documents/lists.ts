import { redirect } from '@remix-run/node'
import { entityAuditList } from '#app/domain/audit/log/audit.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import { dayFaults, type Filters } from '#app/domain/core/lists/filters.ts'
import {
  columnsFor,
  exportLimit,
  type List,
  type ListPageOf,
  type Side,
} from '#app/domain/core/lists/list.ts'
import { firstOf } from '#app/domain/core/lists/read-list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { paths } from '#app/paths.ts'
import { printables } from '#app/print/lists.ts'
import { type Narrowing, narrowedBy } from '#app/print/narrowed.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { operatorReaderOf, readerOf, searchIn } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { enterLogOf } from './audit-log.ts'

/** A list as it is taken away: all rows that its filters and the reader's reach leave, up to the limit of an export. */
export interface TakenList {
  title: string
  columns: Column[]
  page: ListPageOf<object>
  /** What its filters leave out, in words. */
  narrowed: Narrowing[]
  /** What a file of it is called, without its ending. */
  file: string
}

/** A list that can be taken away, by its name in the address; refuses who may not. */
export function printableOf(context: RequestContext, name: string) {
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  return { list, reader: readerOf(context, list.access.print!) }
}

/**
 * Leads to the page of a list when its address asks for days that there are not: it says so at the field, where a sheet
 * or a file would seem to be what was asked for.
 */
export function refuseFaults(list: { side: Side; name: string; filters: Filters<never> }, request: Request) {
  const { searchParams } = new URL(request.url)
  if (Object.keys(dayFaults(list.filters, Object.fromEntries(searchParams))).length === 0) return
  const page = list.side === 'operator' ? paths.admin.listed : paths.listed
  throw redirect(page(list.name, searchParams.toString()))
}

export async function takenList(context: RequestContext, name: string, request: Request): Promise<TakenList> {
  const { list, reader } = printableOf(context, name)
  return take(context, list, reader, request, { title: context.t(list.title), file: fileName(name) })
}

/** A list of the operator's; when the search names an organisation, that organisation's log, at its place. */
export async function takenOperatorList(
  context: RequestContext,
  name: string,
  request: Request,
): Promise<TakenList> {
  const list = Object.hasOwn(operatorPrintables, name) ? operatorPrintables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  if (!context.operatorCan(list.access.print!)) throw new Refusal('action_not_allowed')
  const reader = operatorReaderOf(context)
  const { entity } = searchIn(request, list)
  if (!entity) {
    return take(context, list, reader, request, { title: context.t(list.title), file: fileName(name) })
  }
  const { name: organisation, subdomain } = await enterLogOf(context, entity)
  const title = context.t(entityAuditList.title, { name: organisation })
  return take(context, entityAuditList, reader, request, { title, file: `${fileName(name)}-${subdomain}` })
}

/** Reads on the connections of reports, with none for pages held meanwhile. */
async function take<Who, F extends Filters<Who>, Row extends object, Raw extends object, Key extends string>(
  context: RequestContext,
  list: List<Who, unknown, F, Row, Raw, Key>,
  reader: Who,
  request: Request,
  { title, file }: { title: string; file: string },
): Promise<TakenList> {
  refuseFaults(list, request)
  const search = searchIn(request, list)
  await context.rest()
  const [page, narrowed] = await context.report(async (db) => [
    await firstOf(list, db, reader, search, exportLimit),
    await narrowedBy(db, { list, reader, search }, context),
  ])
  return {
    title,
    columns: columnsFor(list, reader, 'file'),
    page,
    narrowed,
    file: `${file}-${context.today}`,
  }
}

const fileName = (name: string) => name.replaceAll('/', '-')
