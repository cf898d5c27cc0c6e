import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import type { RowStatus } from '#app/domain/enrolment/imports/import.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface ImportFactsProps {
  record: {
    kind: string
    date_order: string
    row_count: number
    by: string | null
    created_at: Date | string
    run_by_name: string | null
    run_at: Date | string | null
    finished_at: Date | string | null
    undone_at: Date | string | null
  }
  counts: Record<RowStatus, number>
}

/** What is known of an import as a whole; of its rows all are told, so that they add up. */
export function ImportFacts({ record, counts }: ImportFactsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const at = (instant: Date | string | null) => instant && formatInstant(instant, locale)
  const states = ['ready', 'wrong', 'left_out', 'written', 'failed'] as const
  return (
    <Facts
      columns={2}
      items={[
        { label: t('import.kind'), value: t(`import.kinds.${record.kind}`) },
        { label: t('import.date_order'), value: t(`import.date_orders.${record.date_order}`) },
        { label: t('import.by'), value: `${record.by ?? '–'}, ${at(record.created_at)}` },
        record.run_at !== null && {
          label: t('import.run_by'),
          value: `${record.run_by_name ?? '–'}, ${at(record.run_at)}`,
        },
        record.finished_at !== null && { label: t('import.finished_at'), value: at(record.finished_at) },
        record.undone_at !== null && { label: t('import.undone_at'), value: at(record.undone_at) },
        { label: t('import.rows'), value: formatCount(record.row_count) },
        ...states.map(
          (state) =>
            counts[state] > 0 && {
              label: t(`import.row_statuses.${state}`),
              value: formatCount(counts[state]),
            },
        ),
      ]}
    />
  )
}
