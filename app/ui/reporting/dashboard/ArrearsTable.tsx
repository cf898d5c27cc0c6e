import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ArrearsBucket } from '#app/domain/core/invoicing/buckets.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ArrearsRow, arrearsColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import type { Look } from '#app/ui/core/chart/looks.tsx'
import { PartName, ShareBar, shareWords } from '#app/ui/core/chart/ShareBar.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** The longer something is owed, the darker. */
const lookOf: Record<ArrearsBucket, Look> = {
  not_due: 'hollow',
  days_1_30: 'dots',
  days_31: 'lines',
  months_2: 'cross',
  months_3: 'solid',
  pending: 'running',
}

/** What is owed by how long: one bar of all of it, and the amounts. */
export function ArrearsTable({ rows }: { rows: readonly ArrearsRow[] }) {
  const { t } = useTranslation()
  const total = sumOf(rows, 'owed_sen')
  if (total === 0) return null
  const late = sumOf(rows.filter(isLate), 'owed_sen')
  const said = t('home_chart.age_said', {
    ...{ amount: formatRinggit(late), share: shareWords(late, total) || '0%' },
  })
  const id = 'age'
  return (
    <Section title={t('dashboard.arrears')}>
      <p className="quiet small">{said}</p>
      <ShareBar
        id={id}
        said={said}
        parts={rows.map(({ bucket, owed_sen }) => ({ key: bucket, value: owed_sen, look: lookOf[bucket] }))}
      />
      <Table
        caption={t('dashboard.arrears')}
        columns={arrearsColumns}
        brief
        rows={rows.map((row) => ({ ...row, share: shareWords(row.owed_sen, total) }))}
        rowKey={(row) => row.bucket}
        totals={{ invoices: sumOf(rows, 'invoices'), owed_sen: total }}
        cells={{
          bucket: ({ bucket, invoices }) => (
            <PartName
              id={id}
              look={lookOf[bucket]}
              href={invoices > 0 ? paths.invoice.list({ age: bucket }) : undefined}
            >
              {t(`dashboard.buckets.${bucket}`)}
            </PartName>
          ),
        }}
      />
    </Section>
  )
}

const isLate = ({ bucket }: ArrearsRow) => bucket !== 'not_due' && bucket !== 'pending'

/** Outstanding and overdue, each a link to the list whose total it is. */
export function arrearsFigures(arrears: readonly ArrearsRow[], t: TFunction) {
  return [
    { label: t('dashboard.outstanding'), rows: arrears, status: 'outstanding' },
    { label: t('dashboard.overdue'), rows: arrears.filter(isLate), status: 'overdue' },
  ].map(({ label, rows, status }) => ({
    label,
    value: formatRinggit(sumOf(rows, 'owed_sen')),
    hint: t('dashboard.count_invoices', { count: sumOf(rows, 'invoices') }),
    href: paths.invoice.list({ status }),
  }))
}

export function sumOf<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
