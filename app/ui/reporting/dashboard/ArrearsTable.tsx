import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ArrearsRow, arrearsColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'

/** What is owed by how long, each amount with a bar as long as its share of the largest. */
export function ArrearsTable({ rows }: { rows: readonly ArrearsRow[] }) {
  const { t } = useTranslation()
  const total = sumOf(rows, 'owed_sen')
  const largest = Math.max(...rows.map(({ owed_sen }) => owed_sen))
  if (total === 0) return null
  return (
    <TableSection
      title={t('dashboard.arrears')}
      columns={arrearsColumns}
      brief
      rows={rows.map((row) => ({ ...row, share: row.owed_sen / largest }))}
      rowKey={(row) => row.bucket}
      totals={{ invoices: sumOf(rows, 'invoices'), owed_sen: total }}
      cells={{
        bucket: ({ bucket, invoices }) => {
          const word = t(`dashboard.buckets.${bucket}`)
          return invoices > 0 ? <a href={paths.invoice.list({ age: bucket })}>{word}</a> : word
        },
        share: (row) => <Bar share={row.share} late={isLate(row)} />,
      }}
    />
  )
}

/** Decorative: the amount next to it says the same. */
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

/** Outstanding and overdue, each a link to the list whose total it is. */
export function arrearsFigures(arrears: readonly ArrearsRow[], t: TFunction) {
  const late = arrears.filter(({ bucket }) => bucket !== 'not_due' && bucket !== 'pending')
  return [
    { label: t('dashboard.outstanding'), rows: arrears, status: 'outstanding' },
    { label: t('dashboard.overdue'), rows: late, status: 'overdue' },
  ].map(({ label, rows, status }) => ({
    label,
    value: formatRinggit(sumOf(rows, 'owed_sen')),
    hint: t('dashboard.count_invoices', { count: sumOf(rows, 'invoices') }),
    href: `${paths.invoice.list()}?status=${status}`,
  }))
}

export function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
