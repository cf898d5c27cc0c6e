import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface StatementFactsProps {
  record: {
    bank: string | null
    account_end: string | null
    branch: string | null
    format: string
    from_on: string | null
    until_on: string | null
    line_count: number
    skipped: number
    by: string | null
    created_at: Date | string
    undone_at: Date | string | null
    undone_by_name: string | null
  }
}

/** Whose account, of which days, and who brought it. */
export function StatementFacts({ record }: StatementFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { from_on, until_on, undone_at, account_end } = record
  const at = (instant: Date | string) => formatInstant(instant, locale)
  return (
    <Facts
      columns={2}
      items={[
        record.bank !== null && { label: t('bank_statement.bank'), value: record.bank },
        account_end !== null && {
          label: t('bank_statement.account'),
          value: t('bank_statement.account_end', { digits: account_end }),
        },
        { label: t('bank_statement.branch'), value: record.branch ?? t('bank_statement.all_branches') },
        { label: t('bank_statement.format'), value: t(`bank_statement.formats.${record.format}`) },
        from_on !== null &&
          until_on !== null && {
            label: t('bank_statement.period'),
            value: `${formatDate(from_on, locale)} – ${formatDate(until_on, locale)}`,
          },
        { label: t('bank_statement.by'), value: `${record.by ?? '–'}, ${at(record.created_at)}` },
        record.skipped > 0 && { label: t('bank_statement.skipped'), value: formatCount(record.skipped) },
        undone_at !== null && {
          label: t('bank_statement.undone_by'),
          value: `${record.undone_by_name ?? '–'}, ${at(undone_at)}`,
        },
      ]}
    />
  )
}
