import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { figuresOfMonths, invoiceYearlyReport } from '#app/domain/reporting/reports/money/invoice-yearly.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'
import { MonthLine } from '#app/ui/reporting/report-money/FigureLine.tsx'

/** What each student was billed in each month, and what became of it. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.invoice_yearly.title',
} satisfies Handle

export const loader = reportLoader(invoiceYearlyReport)

export default function InvoicesByMonth() {
  const report = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ReportPage
      {...report}
      open={({ student_id }) => paths.student.view(student_id)}
      note={(row) => <MonthLine figures={figuresOfMonths(row, report.list.page.search)} />}
      searchHint={t('report_money.student_hint')}
    />
  )
}
