import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { MonthKey } from '#app/domain/core/lists/calendar-filters.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Source } from '#app/domain/reporting/reports/report.ts'
import { paths } from '#app/paths.ts'

interface Figure {
  /** The month or the day. */
  label: string
  sen: number
  /** The rows that make it. */
  source: Source | undefined
}

/** The figures of a row, which a page has no columns for: each leads to the rows that make it. */
export function FigureLine({ figures }: { figures: readonly Figure[] }) {
  return figures.map(({ label, sen, source }, index) => (
    <Fragment key={label}>
      {index > 0 && ' · '}
      {label} {source ? <a href={paths.source(source)}>{formatRinggit(sen)}</a> : formatRinggit(sen)}
    </Fragment>
  ))
}

interface MonthLineProps {
  figures: readonly (Omit<Figure, 'label'> & { month: MonthKey })[]
}

/** The same of the months of a year. */
export function MonthLine({ figures }: MonthLineProps) {
  const { t } = useTranslation()
  return (
    <FigureLine
      figures={figures.map(({ month, ...figure }) => ({
        ...figure,
        label: t(`attendance_report.months.${month}`),
      }))}
    />
  )
}
