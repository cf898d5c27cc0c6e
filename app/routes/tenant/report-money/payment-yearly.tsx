import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { figuresOfMonths, paymentYearlyReport } from '#app/domain/reporting/reports/money/payment-yearly.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'
import { MonthLine } from '#app/ui/reporting/report-money/FigureLine.tsx'

/** What was received for each student in each month. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.payment_yearly.title',
} satisfies Handle

export const loader = reportLoader(paymentYearlyReport)

export default function PaymentsByMonth() {
  const report = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ReportPage
      {...report}
      open={({ ref }) => (ref ? paths.student.view(ref) : null)}
      cells={{ student: ({ student, kind }) => student ?? t(`report_money.kinds.${kind}`) }}
      note={(row) => <MonthLine figures={figuresOfMonths(row, report.list.page.search)} />}
      searchHint={t('report_money.student_hint')}
    />
  )
}
