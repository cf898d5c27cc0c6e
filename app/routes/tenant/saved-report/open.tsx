import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { reportReaders } from '#app/addresses/report-readers.ts'
import { savedReport } from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { openedQuery } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { paths } from '#app/paths.ts'
import { calendarOf } from '#app/server/lists/report-page.ts'
import { savedReader } from '#app/server/lists/saved-reader.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'

/** Leads to the report with the filters that were saved, and a period such as last month worked out for today. */
export const handle = { access: reportReaders } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { row, report } = await savedReport(db, savedReader(context), idOf(params, 'not_found.saved_report'))
  const query = openedQuery(report, row, await calendarOf(db, context.today))
  return redirect(paths.listed(report.list.name, query.toString() || 'q='))
}
