import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paidOnDays, paymentMonthlyReport } from '#app/domain/reporting/reports/money/payment-monthly.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** What was received on each day of a month, by student, fee category or in sum. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.payment_monthly.title',
} satisfies Handle

export const loader = reportLoader(paymentMonthlyReport)

export default function PaymentsByDay() {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ ref, student_no }) => (ref && student_no ? paths.student.view(ref) : null)}
      note={(row) =>
        paidOnDays(row)
          .map(({ day, sen }) => `${formatDate(`${row.month}-${day}`, locale)} ${formatRinggit(sen)}`)
          .join(' · ')
      }
      searchHint={t('report_money.monthly_hint')}
    />
  )
}
