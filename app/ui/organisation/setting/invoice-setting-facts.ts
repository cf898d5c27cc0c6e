import type { TFunction } from 'i18next'
import { type InvoiceSettings, namedSeries } from '#app/domain/billing/invoice-settings/invoice-settings.ts'

/** How invoices are numbered, due and mailed, and what they show. */
export function invoiceSettingFacts(row: InvoiceSettings, t: TFunction) {
  const yes = (is: boolean) => t(is ? 'common.yes' : 'common.no')
  return [
    ...namedSeries.map((series) => ({
      label: t(`setting.invoice.${series}_prefix`),
      value: row[`${series}_prefix`],
    })),
    { label: t('setting.invoice.due_days'), value: row.due_days },
    { label: t('setting.invoice.terms'), value: row.terms, wide: true as const },
    { label: t('setting.invoice.footer'), value: row.footer, wide: true as const },
    { label: t('setting.invoice.mail_invoices'), value: yes(row.mail_invoices) },
    { label: t('setting.invoice.mail_receipts'), value: yes(row.mail_receipts) },
  ]
}
