import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { figuresOfDays, paymentMonthlyReport } from '#app/domain/reporting/reports/money/payment-monthly.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'
import { FigureLine } from '#app/ui/reporting/report-money/FigureLine.tsx'

/** What was received on each day of a month, by student, fee category or in sum. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.payment_monthly.title',
} satisfies Handle

export const loader = reportLoader(paymentMonthlyReport)

export default function PaymentsByDay() {
  const report = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ReportPage
      {...report}
      open={({ ref, student_no }) => (ref && student_no ? paths.student.view(ref) : null)}
      note={(row) => (
        <FigureLine
          figures={figuresOfDays(row, report.list.page.search).map(({ on, ...figure }) => ({
            ...figure,
            // the year is said beside it
            label: formatDate(on, locale).replace(/ \d{4}$/, ''),
          }))}
        />
      )}
      searchHint={t('report_money.monthly_hint')}
    />
  )
}
