import { redirect } from '@remix-run/node'
import type { Kysely } from 'kysely'
import { entityAuditList } from '#app/domain/audit/log/audit.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import { type Filters, invalidDays } from '#app/domain/core/lists/filters.ts'
import {
  columnsFor,
  exportLimit,
  type List,
  type ListPageOf,
  type Search,
  type Side,
} from '#app/domain/core/lists/list.ts'
import { readFirstRows } from '#app/domain/core/lists/read-list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import {
  type Grouping,
  groupColumn,
  inOrderOf,
  readGrouping,
} from '#app/domain/reporting/reports/grouping.ts'
import { choosePeriod, presentOn } from '#app/domain/reporting/reports/period.ts'
import { paths } from '#app/paths.ts'
import { type AppliedFilter, appliedFilters } from '#app/print/applied-filters.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { operatorReaderOf, readerOf, searchIn } from '#app/server/lists/list-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { DB } from '#db/types.ts'
import { enterLogOf } from './audit-log.ts'

/** A list for print or a file: all rows of its search in the reader's scope, up to {@link exportLimit}. */
export interface ExportedList {
  title: string
  columns: Column[]
  page: ListPageOf<object>
  /** The filters and the search text, in words. */
  filters: AppliedFilter[]
  /** Sub-totals of a report whose rows are grouped. */
  grouping?: Grouping | undefined
  /** Name of its file, without the ending. */
  file: string
}

/** A list that can be printed or exported, by its name in the address; refuses who may not print it. */
export function printableList(context: RequestContext, name: string) {
  const list = Object.hasOwn(printables, name) ? printables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  return { list, reader: readerOf(context, list.access.print!) }
}

/**
 * Redirects to the page of a list when the address has days that do not exist: the page says so at the field, while a
 * sheet or a file would look as if it showed what was asked for.
 */
export function redirectInvalidDays(
  list: { side: Side; name: string; filters: Filters<never> },
  request: Pick<Request, 'url'>,
) {
  const { searchParams } = new URL(request.url)
  if (Object.keys(invalidDays(list.filters, Object.fromEntries(searchParams))).length === 0) return
  const page = list.side === 'operator' ? paths.admin.listed : paths.listed
  throw redirect(page(list.name, searchParams.toString()))
}

/** Refuses a list that there is not (not_found.page), and who may not print it. */
export async function readTenantExport(
  context: RequestContext,
  name: string,
  request: Request,
): Promise<ExportedList> {
  const { list, reader } = printableList(context, name)
  const report = reportNamed(name)
  const address = new URL(request.url)
  if (report) choosePeriod(report, address.searchParams, presentOn(reader.today))
  const asked = { url: address.href }
  const column = groupColumn(report, reader, address.searchParams)
  const grouping = column && {
    column,
    read: (db: Kysely<DB>, search: Search) => readGrouping(report!, db, reader, search, column),
  }
  const about = { title: context.t(list.title), file: fileName(name) }
  return readExport(context, list, reader, asked, about, grouping)
}

/** The same for a list of the operator's; when the search names an organisation, the log in that organisation's tables. */
export async function readOperatorExport(
  context: RequestContext,
  name: string,
  request: Request,
): Promise<ExportedList> {
  const list = Object.hasOwn(operatorPrintables, name) ? operatorPrintables[name] : undefined
  if (!list) throw new Refusal('not_found.page')
  if (!context.operatorCan(list.access.print!)) throw new Refusal('action_not_allowed')
  const reader = operatorReaderOf(context)
  const { entity } = searchIn(request, list)
  if (!entity) {
    return readExport(context, list, reader, request, { title: context.t(list.title), file: fileName(name) })
  }
  const { name: organisation, subdomain } = await enterLogOf(context, entity)
  const title = context.t(entityAuditList.title, { name: organisation })
  return readExport(context, entityAuditList, reader, request, {
    title,
    file: `${fileName(name)}-${subdomain}`,
  })
}

/** Reads on a connection for reports, and gives back the one for pages. */
async function readExport<
  Who,
  F extends Filters<Who>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  context: RequestContext,
  list: List<Who, unknown, F, Row, Raw, Key>,
  reader: Who,
  request: Pick<Request, 'url'>,
  { title, file }: { title: string; file: string },
  groups?: { column: Column; read(db: Kysely<DB>, search: Search): Promise<Grouping> },
): Promise<ExportedList> {
  redirectInvalidDays(list, request)
  const search = inOrderOf(searchIn(request, list), groups?.column)
  await context.releaseConnection()
  const [page, filters, grouping] = await context.report(async (db) => [
    await readFirstRows(list, db, reader, search, exportLimit),
    await appliedFilters(db, { list, reader, search }, context),
    await groups?.read(db, search),
  ])
  return {
    title,
    columns: columnsFor(list, reader, 'file'),
    page,
    filters,
    grouping,
    file: `${file}-${context.today}`,
  }
}

const fileName = (name: string) => name.replaceAll('/', '-')
