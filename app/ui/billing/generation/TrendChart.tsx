import { useTranslation } from 'react-i18next'
import { type TrendDay, trendColumns } from '#app/domain/billing/generations/find-generations.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { barsOf } from '#app/ui/core/chart/chart-bars.ts'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** Pixels: the height of the chart, of the space above its bars, and of the axis. */
const height = 168
const head = 20
const foot = 24

/**
 * The last thirty days: a bar for the students billed on a day, with a cross above it when somebody failed, so that it does not
 * depend on colour. The table below has all figures.
 */
export function TrendChart({ days }: { days: readonly TrendDay[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const ran = days.filter(({ runs }) => runs > 0)
  if (ran.length === 0) return null
  const sum = (key: 'runs' | 'created' | 'skipped' | 'failed' | 'sen') =>
    days.reduce((total, day) => total + day[key], 0)
  const best = ran.reduce((most, day) => (day.created > most.created ? day : most))
  const said = t('generation.trend_said', {
    ...{ count: sum('runs'), runs: formatCount(sum('runs')), best: formatDate(best.on, locale) },
    ...{ students: formatCount(best.created), failed: formatCount(sum('failed')) },
  })
  const width = 100 / days.length
  return (
    <Section title={t('generation.trend')}>
      <Figures
        items={[
          { label: t('generation.runs'), value: formatCount(sum('runs')) },
          { label: t('generation.total'), value: formatRinggit(sum('sen')) },
          { label: t('generation.failed'), value: formatCount(sum('failed')) },
        ]}
      />
      <p className="quiet small">{said}</p>
      <svg width="100%" height={height} role="img" aria-label={said}>
        {barsOf(
          days.map((day) => ({ ...day, sen: day.created })),
          height - head - foot,
        ).map(({ row, x, y, tall, zero }, index) => (
          <g key={row.on}>
            {row.runs > 0 && (
              <>
                <title>{`${formatDate(row.on, locale)}: ${formatCount(row.created)}`}</title>
                <rect
                  x={`${x + width * 0.15}%`}
                  y={head + y}
                  width={`${width * 0.7}%`}
                  height={Math.max(tall, 1)}
                  fill="var(--brand)"
                />
              </>
            )}
            {row.failed > 0 && (
              <text
                x={`${x + width / 2}%`}
                y={head + y - 4}
                fontSize="14"
                textAnchor="middle"
                fill="currentColor"
              >
                ×
              </text>
            )}
            <rect x={`${x}%`} y={head + zero} width={`${width}%`} height="1" fill="currentColor" />
            {(days.length - 1 - index) % 7 === 0 && (
              <text
                x={`${index === days.length - 1 ? 100 : x + width / 2}%`}
                y={height - 6}
                fontSize="14"
                textAnchor={index === days.length - 1 ? 'end' : 'middle'}
                fill="currentColor"
              >
                {Number(row.on.slice(8))}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('generation.trend_numbers')}</summary>
        <Table
          caption={t('generation.trend')}
          columns={trendColumns}
          brief
          rows={[...ran].reverse()}
          rowKey={({ on }) => on}
          totals={{
            ...{ runs: sum('runs'), created: sum('created'), skipped: sum('skipped') },
            ...{ failed: sum('failed'), sen: sum('sen') },
          }}
        />
      </details>
    </Section>
  )
}
