import type { TFunction } from 'i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { ArrearsRow } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'

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
