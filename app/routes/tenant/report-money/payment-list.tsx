import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paymentReport } from '#app/domain/reporting/reports/money/payment-list.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Payments, cancellations and refunds of some days. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.payment_list.title',
} satisfies Handle

export const loader = reportLoader(paymentReport)

export default function PaymentsReceived() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ payment_id }) => paths.payment.view(payment_id)}
      searchHint={t('report_money.payment_hint')}
    />
  )
}
