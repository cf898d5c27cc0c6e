import { useTranslation } from 'react-i18next'
import { formatCell } from '#app/domain/core/lists/columns.ts'
import { formatPercent } from '#app/domain/core/money.ts'
import type { ComparedTotal } from '#app/domain/reporting/reports/comparison.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { queryWith } from '#app/ui/core/table/query.ts'
import type { ReportFrame } from './report-frame.ts'

/** Each total beside that of the period before, with the difference as an amount and in percent. */
export function ReportComparison({
  comparison: { found, totals, now, before, search, running },
}: {
  comparison: NonNullable<ReportFrame['comparison']>
}) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const figure = ({ kind }: ComparedTotal, value: number) => formatCell({ kind }, value, locale, t)
  const none = <span className="quiet">{t('report.compare.none')}</span>
  return (
    <TableSection
      title={t('report.compare.title', { before })}
      actions={found && <a href={queryWith(search)}>{t('report.compare.open', { before })}</a>}
      brief
      columns={[
        { key: 'label', label: 'report.compare.figure', room: 'who' },
        { key: 'now', label: 'report.compare.now', kind: 'money', room: 'much' },
        { key: 'before', label: 'report.compare.before', kind: 'money' },
        { key: 'change', label: 'report.compare.change', kind: 'money' },
        { key: 'change_bp', label: 'report.compare.percent', kind: 'percent' },
      ]}
      rows={totals}
      rowKey={({ key }) => key}
      cells={{
        label: ({ label }) => t(label),
        now: (row) => figure(row, row.now),
        before: (row) => (found ? figure(row, row.before) : none),
        change: (row) => (found ? signed(row.change, figure(row, Math.abs(row.change))) : '–'),
        change_bp: ({ change_bp }) =>
          found && change_bp !== null ? signed(change_bp, formatPercent(Math.abs(change_bp))) : '–',
      }}
    >
      <p className="quiet small">
        {t(running ? 'report.compare.running' : 'report.compare.periods', { now, before })}
      </p>
    </TableSection>
  )
}

/** More or less, said by a sign and not by colour. */
const signed = (of: number, text: string) => (of === 0 ? text : `${of > 0 ? '+' : '−'}${text}`)
