import { useTranslation } from 'react-i18next'
import { type ArrearsRow, arrearsColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { sumOf } from './arrears-figures.ts'

/** What is owed by how long, each amount with a bar as long as its share of the largest. */
export function ArrearsTable({ rows }: { rows: readonly ArrearsRow[] }) {
  const { t } = useTranslation()
  const total = sumOf(rows, 'owed_sen')
  const largest = Math.max(...rows.map(({ owed_sen }) => owed_sen))
  if (total === 0) return null
  return (
    <Section title={t('dashboard.arrears')}>
      <Table
        caption={t('dashboard.arrears')}
        columns={arrearsColumns}
        brief
        rows={rows.map((row) => ({ ...row, share: row.owed_sen / largest }))}
        rowKey={(row) => row.bucket}
        totals={{ invoices: sumOf(rows, 'invoices'), owed_sen: total }}
        cells={{
          bucket: ({ bucket, invoices }) => {
            const word = t(`dashboard.buckets.${bucket}`)
            return invoices > 0 ? <a href={paths.invoice.aged(bucket)}>{word}</a> : word
          },
          share: (row) => <Bar share={row.share} late={isLate(row)} />,
        }}
      />
    </Section>
  )
}

/** Only drawn: the amount beside it says the same in figures. */
function Bar({ share, late }: { share: number; late: boolean }) {
  if (share === 0) return null
  return (
    <svg
      className={late ? 'bar late' : 'bar'}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={Math.max(1, Math.round(share * 100))} height="8" />
    </svg>
  )
}

function isLate({ bucket }: ArrearsRow): boolean {
  return bucket === 'months_2' || bucket === 'months_3'
}
