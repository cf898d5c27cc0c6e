import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { barsOf } from '#app/ui/core/chart/chart-bars.ts'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import type { ReportDrawing } from './report-frame.ts'

/** In pixels: chart height, space above the bars, and labels below. */
const height = 168
const head = 8
const foot = 24

/** A phone has room for so many labels, each of a month with its year. */
const mostLabels = 4

/**
 * The rows of a report as bars, one drawing for each column that is drawn. A bar is known by its place and label, not by its
 * colour; the table below has the same figures.
 */
export function ReportChart({ drawing }: { drawing: ReportDrawing }) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const { name, values, rows, partly } = drawing
  const nameOf = (row: ReportDrawing['rows'][number]) => formatCell(name, row[name.key], locale, t)
  const every = Math.ceil(rows.length / mostLabels)
  const width = 100 / rows.length
  return (
    <Section title={t('report.chart')}>
      {partly && <p className="quiet small">{t('report.chart_partly')}</p>}
      {values.map((column) => {
        const drawn = rows.map((row) => ({ name: nameOf(row), sen: Number(row[column.key] ?? 0) }))
        const best = drawn.reduce((most, one) => (one.sen > most.sen ? one : most))
        const said = t('report.chart_said', {
          ...{ figure: t(column.label), best: best.name },
          amount: formatCell(column, best.sen, locale, t),
        })
        return (
          <figure key={column.key}>
            <figcaption className="quiet small">{said}</figcaption>
            <svg width="100%" height={height} overflow="visible" role="img" aria-label={said}>
              {barsOf(drawn, height - head - foot).map(({ row, x, y, tall, zero }, index) => (
                <g key={x}>
                  <title>{`${row.name}: ${formatCell(column, row.sen, locale, t)}`}</title>
                  <rect
                    x={`${x + width * 0.12}%`}
                    y={head + y}
                    width={`${width * 0.76}%`}
                    height={tall}
                    fill="var(--brand)"
                  />
                  <rect x={`${x}%`} y={head + zero} width={`${width}%`} height="1" fill="currentColor" />
                  {index % every === 0 && (
                    <text
                      x={`${x + width / 2}%`}
                      y={height - 6}
                      fontSize="14"
                      textAnchor="middle"
                      fill="currentColor"
                    >
                      {short(row.name)}
                    </text>
                  )}
                </g>
              ))}
            </svg>
          </figure>
        )
      })}
      <details>
        <summary>{t('report.chart_numbers')}</summary>
        <Table
          caption={t('report.chart')}
          columns={
            [name, ...values].map(({ key, label, kind, words, none }) => ({
              key,
              label,
              kind,
              words,
              none,
            })) as Column<never>[]
          }
          rows={rows}
          rowKey={(_, index) => String(index)}
          brief
        />
      </details>
    </Section>
  )
}

/** A label has room for a word; the table has all of it. */
const short = (text: string) => (text.length > 9 ? `${text.slice(0, 8)}…` : text)
