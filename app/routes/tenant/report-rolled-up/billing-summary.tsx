import { useLoaderData } from '@remix-run/react'
import { billingSummaryReport } from '#app/domain/reporting/reports/rolled-up/billing-summary.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** What was billed in a month and what became of it. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.rolled_up.billing_summary.title',
} satisfies Handle

export const loader = reportLoader(billingSummaryReport)

export default function BillingSummary() {
  return <ReportPage {...useLoaderData<typeof loader>()} />
}
