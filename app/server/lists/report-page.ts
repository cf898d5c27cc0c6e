import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Kysely, sql } from 'kysely'
import { type Query, searchOf } from '#app/addresses/pages.ts'
import { academicYearStartMonth } from '#app/domain/billing/plan/period-sql.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import { columnsFor, type Reader } from '#app/domain/core/lists/list.ts'
import { readComparison } from '#app/domain/reporting/reports/comparison.ts'
import { goneFilters } from '#app/domain/reporting/reports/gone-filters.ts'
import {
  groupColumn,
  groupColumns,
  groupParameter,
  readGrouping,
} from '#app/domain/reporting/reports/grouping.ts'
import {
  type Calendar,
  choosePeriod,
  daysOfSearch,
  openingPeriod,
  periodFilters,
  periodNamed,
  periodsOf,
  periodWords,
} from '#app/domain/reporting/reports/period.ts'
import type { AnyReport, Report, Source } from '#app/domain/reporting/reports/report.ts'
import { type Wholes, wholesOf, wholesOfGroup } from '#app/domain/reporting/reports/wholes.ts'
import { savedOfReport } from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { paths } from '#app/paths.ts'
import { printables } from '#app/print/lists.ts'
import { savedReaderOf } from '#app/server/lists/saved-reader.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { FilterField } from '#app/ui/core/table/ListTools.tsx'
import type { ReportDrawing, ReportFrame } from '#app/ui/reporting/report/report-frame.ts'
import type { DB } from '#db/types.ts'
import { listPage, readerOf } from './list-page.ts'
import { givenOrRemembered, rememberedSearches } from './remembered-search.ts'

/** The loader of a report's page: its rows on the connections for reports, and what a report has more than a list. */
export function reportLoader<
  F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>(report: Report<F, Row, Raw, Key>) {
  return (args: LoaderFunctionArgs) => reportPage(args, report)
}

/** What {@link reportLoader} returns, for a page that reads something besides. */
export async function reportPage<
  F extends Filters<Reader>,
  Row extends object,
  Raw extends object,
  Key extends string,
>({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>, given: Report<F, Row, Raw, Key>) {
  const report = given as unknown as AnyReport
  const reader = readerOf(context, given.list.access.view!)
  return context.report(async (db) => {
    const within = { ...context, read: async () => db, releaseConnection: async () => {} }
    const subtitle = context.t(report.subtitle)
    if (reader.scope.scope === 'own' && context.actor.roles.includes('parent'))
      return { list: await listPage({ request, context: within }, given.list), subtitle, frame: undefined }
    const calendar = await calendarOf(db, context.today)
    const asked = givenOrRemembered(await rememberedSearches(context, request), report.list, request)
    const opening = openingPeriod(report, calendar)
    choosePeriod(report, asked, calendar)
    const gone = await goneFilters(report, db, reader, asked)
    for (const { name } of gone) asked.delete(name)
    const column = groupColumn(report, reader, asked)
    const ordered = column?.sort && !asked.get('sort') ? { sort: column.key } : {}
    for (const [name, value] of Object.entries(ordered)) asked.set(name, value)
    if (asked.size === 0) asked.set('q', '')
    const list = await listPage(
      { request: new Request(addressWith(request, asked), { headers: request.headers }), context: within },
      given.list,
      { usual: { ...opening, ...ordered } },
    )
    const search = { ...list.page.search, [groupParameter]: column?.key }
    const compared = await readComparison(report, db, reader, list.page.search, list.page)
    const grouping = column && (await readGrouping(report, db, reader, list.page.search, column))
    const frame: ReportFrame = {
      periods: periodsOf(report, calendar).map((one) => ({
        name: one.name,
        search: { ...search, ...one.search, page: undefined },
        current: one.name === periodNamed(report, search, calendar),
      })),
      gone: gone.map(({ label }) => context.t(label)),
      links: linksOf(context, report, list.page.rows, list.page.search),
      comparison: compared && {
        found: compared.found,
        totals: compared.totals,
        now: periodWords(report, search, context.locale) ?? '',
        before: periodWords(report, compared.search, context.locale) ?? '',
        search: { ...compared.search, [groupParameter]: column?.key },
        running: (daysOfSearch(report, search)?.to ?? '') >= context.today,
      },
      grouping,
      totalLinks: addressesOf(context, wholesOf(report, reader, list.page.search)),
      groupLinks: (grouping?.groups ?? []).map(({ value }) =>
        addressesOf(context, wholesOfGroup(report, reader, list.page.search, { column: column!.key, value })),
      ),
      chart: drawingOf(report, reader, list.page),
      ...(await savedOf(context, db, report, search)),
    }
    const filters = [
      ...list.filters.map((field) => alwaysChosen(context, report, field)),
      ...groupField(context, report, reader, column?.key),
    ]
    // The shortcuts to periods are the frame's own.
    const today = report.period ? undefined : list.today
    return { list: { ...list, page: { ...list.page, search }, filters, today }, subtitle, frame }
  })
}

/** Today, and where the organisation's academic year begins. */
export async function calendarOf(db: Kysely<DB>, today: string): Promise<Calendar> {
  const { rows } = await sql<{ month: number | null }>`select ${academicYearStartMonth} as month`.execute(db)
  return { today, startMonth: rows[0]?.month ?? 1 }
}

function addressWith(request: Request, search: URLSearchParams): URL {
  const address = new URL(request.url)
  address.search = search.toString()
  return address
}

/** The field of a report's year or month: without a choice it is the present one. */
function alwaysChosen({ t }: RequestContext, report: AnyReport, field: FilterField): FilterField {
  if (field.kind !== 'choice' || report.period === 'span' || !periodFilters(report).includes(field.name))
    return field
  return { ...field, all: t(`report.periods.${field.name === 'year' ? 'this_year' : 'this_month'}`) }
}

/** The choice by which column the rows are grouped. */
function groupField(
  { t }: RequestContext,
  report: AnyReport,
  reader: Reader,
  value: string | undefined,
): FilterField[] {
  const options = groupColumns(report, reader).map(({ key, label }) => ({ value: key, label: t(label) }))
  if (options.length === 0) return []
  return [
    {
      kind: 'choice',
      name: groupParameter,
      label: t('report.group_by'),
      all: t('report.ungrouped'),
      options,
      value,
    },
  ]
}

/** The addresses of the rows that make the figures of each row; none that the reader may not open. */
function linksOf(
  context: RequestContext,
  { sources = {} }: AnyReport,
  rows: readonly object[],
  search: object,
): Readonly<Record<string, string>>[] {
  const each = Object.entries(sources)
  return rows.map((row) =>
    Object.fromEntries(
      each.flatMap(([key, sourceOf]) => {
        const source = sourceOf?.(row, search as never)
        return source && mayOpen(context, source) ? [[key, paths.source(source)]] : []
      }),
    ),
  )
}

/** The addresses of those sources that the reader may open. */
const addressesOf = (context: RequestContext, sources: Wholes): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([key, source]) =>
      mayOpen(context, source) ? [[key, paths.source(source)]] : [],
    ),
  )

function mayOpen({ can }: RequestContext, { list }: Source): boolean {
  const view = Object.hasOwn(printables, list) ? printables[list]!.access.view : undefined
  return view !== undefined && can(view)
}

/** A report with more rows than this on a page is not drawn. */
const mostBars = 60

function drawingOf(
  { chart, list }: AnyReport,
  reader: Reader,
  { rows, pages }: { rows: readonly object[]; pages: number },
): ReportDrawing | undefined {
  if (!chart || rows.length < 2 || rows.length > mostBars) return undefined
  const seen = columnsFor(list, reader, 'file')
  const name = seen.find(({ key }) => key === chart.name)
  const values = chart.values.flatMap((key) =>
    rows.some((row) => (row as Record<string, unknown>)[key]) ? seen.filter((one) => one.key === key) : [],
  )
  if (!name || values.length === 0) return undefined
  return { name, values, rows: inTime(rows as ReportDrawing['rows'], name), partly: pages > 1 }
}

/** Time goes from left to right, however the rows are ordered. */
function inTime(rows: ReportDrawing['rows'], { key, kind }: { key: string; kind?: string | undefined }) {
  if (kind !== 'month' && kind !== 'date') return rows
  return rows.toSorted((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1))
}

/** The reports that were saved of this one, and the form that saves it as it is. */
async function savedOf(
  context: RequestContext,
  db: Kysely<DB>,
  { list }: AnyReport,
  search: Readonly<Record<string, unknown>>,
): Promise<Pick<ReportFrame, 'save' | 'saved'>> {
  const reader = savedReaderOf(context)
  if (!reader) return { save: undefined, saved: [] }
  const saved = await savedOfReport(db, reader, list.name)
  const query = searchOf({ ...search, page: undefined, limit: undefined } as Query).slice(1)
  const saves = list.access.print !== undefined && context.can(list.access.print)
  return {
    save:
      saves && !context.actor.roles.includes('helper')
        ? paths.saved_report.new({ report: list.name, query })
        : undefined,
    saved: saved.map(({ id, name }) => ({ name, href: paths.saved_report.open(id) })),
  }
}
