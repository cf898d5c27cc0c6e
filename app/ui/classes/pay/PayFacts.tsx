import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatCount, formatDuration } from '#app/domain/core/lists/columns.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  row: {
    trainer: string
    sessions: number
    minutes: number
    bank_name: string | null
    submitter: string | null
    submitted_at: Date | string | null
    decider: string | null
    decided_at: Date | string | null
    payer: string | null
    paid_on: string | null
    bank_reference: string | null
  }
  /** The page of the trainer, for who may open it. */
  href: string | null
}

/** What is known of a pay sheet besides its lines. */
export function PayFacts({ row, href }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Facts
      columns={2}
      items={[
        { label: t('pay_sheet.trainer'), value: row.trainer, href },
        { label: t('pay_sheet.sessions'), value: formatCount(row.sessions) },
        { label: t('pay_sheet.hours'), value: formatDuration(row.minutes, t) },
        { label: t('pay_sheet.bank_name'), value: row.bank_name },
        row.submitted_at !== null && { label: t('pay_sheet.submitter'), value: row.submitter },
        row.submitted_at !== null && {
          label: t('pay_sheet.submitted_at'),
          value: formatInstant(row.submitted_at, locale),
        },
        row.decided_at !== null && { label: t('pay_sheet.decider'), value: row.decider },
        row.decided_at !== null && {
          label: t('pay_sheet.decided_at'),
          value: formatInstant(row.decided_at, locale),
        },
        row.paid_on !== null && { label: t('pay_sheet.paid_on'), value: formatDate(row.paid_on, locale) },
        row.paid_on !== null && { label: t('pay_sheet.bank_reference'), value: row.bank_reference },
        row.paid_on !== null && { label: t('pay_sheet.payer'), value: row.payer },
      ]}
    />
  )
}
