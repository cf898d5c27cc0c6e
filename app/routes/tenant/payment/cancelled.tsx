import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { cancelledReport } from '#app/domain/reporting/reports/money/cancelled-payments.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Payments that were cancelled, by whom and why. */
export const handle = { access: 'report_money.view', title: 'payment.cancelled_list.title' } satisfies Handle

export const loader = reportLoader(cancelledReport)

export default function CancelledPayments() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ id }) => paths.payment.view(id)}
      searchHint={t('payment.cancelled_list.search_hint')}
      empty={{ title: t('payment.cancelled_list.empty'), hint: t('payment.cancelled_list.empty_hint') }}
    />
  )
}
