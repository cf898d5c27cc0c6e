import { useLoaderData } from '@remix-run/react'
import { collectionYearlyReport } from '#app/domain/reporting/reports/rolled-up/collection-yearly.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** What was collected in each month of a year, by method. */
export const handle = {
  access: 'report_money.year_totals',
  title: 'report_money.rolled_up.collection_yearly.title',
} satisfies Handle

export const loader = reportLoader(collectionYearlyReport)

export default function CollectionYearly() {
  return <ReportPage {...useLoaderData<typeof loader>()} />
}
