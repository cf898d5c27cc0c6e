import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { invoiceReport } from '#app/domain/reporting/reports/money/invoice-list.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** Invoices of some days, as they are today. */
export const handle = {
  access: 'report_money.view',
  title: 'report_money.invoice_list.title',
} satisfies Handle

export const loader = reportLoader(invoiceReport)

export default function InvoicesIssued() {
  const { t } = useTranslation()
  return (
    <ReportPage
      {...useLoaderData<typeof loader>()}
      open={({ id }) => paths.invoice.view(id)}
      searchHint={t('report_money.invoice_hint')}
    />
  )
}
