import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { countdown } from './EInvoiceStanding.tsx'
import type { OfficeView, ShownDocument } from './shown.ts'

/** What the document is about, and its times. */
export function EInvoiceFacts({ row, office }: { row: ShownDocument; office: OfficeView | null }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (when: Date | string | null) => when && formatInstant(when, locale)
  const isOpenValid = row.stored_status === 'valid' && row.bound === 'cancellable'
  // Sent again it has none of this yet: what the portal refused before is in the history.
  const isWaiting = row.stored_status === 'queued'
  const left =
    office && isOpenValid && row.cancellable_until
      ? countdown(row.cancellable_until, office.now, t, locale)
      : null
  return (
    <Section title={t('einvoice.facts')}>
      <Facts
        columns={2}
        items={[
          row.credit_note_id !== null && {
            label: t('einvoice.about.credit_note'),
            value: <a href={paths.credit_note.view(row.credit_note_id)}>{row.number}</a>,
          },
          row.about_id !== null && {
            label: row.credit_note_id ? t('einvoice.original') : t('einvoice.about.invoice'),
            value: <a href={paths.invoice.view(row.about_id)}>{row.about_number}</a>,
          },
          { label: t('einvoice.buyer'), value: row.buyer_name ?? t('einvoice.no_buyer') },
          office && { label: t('einvoice.family_code'), value: row.family_code },
          { label: t('einvoice.total_sen'), value: formatRinggit(row.total_sen) },
          row.uuid !== null &&
            !isWaiting && {
              label: t('einvoice.uuid'),
              value: <span className="long-word">{row.uuid}</span>,
            },
          office && {
            label: t('einvoice.asked_by'),
            value: row.asked_by ?? t('einvoice.automatic'),
          },
          office && { label: t('einvoice.created_at'), value: at(row.created_at) },
          row.submitted_at !== null &&
            !isWaiting && { label: t('einvoice.submitted_at'), value: at(row.submitted_at) },
          row.validated_at !== null && { label: t('einvoice.validated_at'), value: at(row.validated_at) },
          row.cancelled_at !== null && { label: t('einvoice.cancelled_at'), value: at(row.cancelled_at) },
          left && { label: t('einvoice.cancellable_until'), value: left },
          office && row.branch && { label: t('einvoice.branch'), value: row.branch },
          office && {
            label: t('einvoice.environment'),
            value: t(`einvoice.environments.${row.environment}`),
          },
        ]}
      />
    </Section>
  )
}
