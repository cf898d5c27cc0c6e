import { useLoaderData } from '@remix-run/react'
import { billedLinesReport } from '#app/domain/reporting/reports/rolled-up/billed-lines.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** The lines behind the summary of a month. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.rolled_up.billed_lines.title',
} satisfies Handle

export const loader = reportLoader(billedLinesReport)

export default function BilledLines() {
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ invoice_id }) => paths.invoice.view(invoice_id)}
    />
  )
}
