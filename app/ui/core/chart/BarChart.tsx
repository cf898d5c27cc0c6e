import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { inLook, type Look, Patterns, Swatch } from './looks.tsx'
import { isNamed, scaleOf, slotsOf } from './scale.ts'

interface BarName {
  key: string
  /** Below the bar: `Nov`, of which a phone shows the first letter, or a number. */
  short: string
  /** In a second line below: a year, where it begins. */
  under?: string | undefined
  /** In the order of the series; null where there is none. In the unit of the chart. */
  values: readonly (number | null)[]
  /** It is not over: its last bar is hatched in a dashed outline. */
  isRunning?: boolean
}

interface BarChartProps {
  /** Of this chart on its page. */
  id: string
  /** What it shows in a sentence, for those who cannot see it. */
  said: string
  unit: 'sen' | 'count' | 'percent'
  /** What stands beside each other under one name. */
  series: readonly { name: string; look: Look }[]
  bars: readonly BarName[]
  /** What a bar that is not over is called. */
  running?: string | undefined
  /** The same numbers as a table. */
  children: ReactNode
}

/** Pixels: between the highest and the lowest gridline, above them, and of a line of names below. */
const height = 150
const head = 10
const line = 18

/**
 * Bars over an axis with gridlines, drawn on the server. Places are shares of the width and text has a fixed size, so that it
 * reads the same on a phone, a wide screen and on paper; series differ by their pattern, not their colour.
 */
export function BarChart({ id, said, unit, series, bars, running, children }: BarChartProps) {
  const { t } = useTranslation()
  const all = bars.flatMap(({ values }) => values.map((value) => value ?? 0))
  const scale = scaleOf(unit === 'percent' ? [...all, 10_000] : all, {
    ...{ height, head, least: unit === 'sen' ? 100 : unit === 'percent' ? 2_500 : 1 },
  })
  const slots = slotsOf(bars.length, series.length)
  const hasUnder = bars.some(({ under }) => under)
  const isSpoken = series.length > 1 || running !== undefined
  return (
    <figure className="chart">
      <figcaption className="quiet small">
        {said}
        {isSpoken && <Legend id={id} series={series} running={running} />}
      </figcaption>
      <svg
        width="100%"
        height={head + height + line * (hasUnder ? 2 : 1) + 4}
        fontSize="13"
        fill="currentColor"
        role="img"
        aria-label={said}
      >
        <Patterns
          id={id}
          used={[...series.map(({ look }) => look), ...(running ? ['running' as const] : [])]}
        />
        {scale.ticks.map(({ value, y }) => (
          <g key={value}>
            <rect x="0" y={y} width="100%" height="1" fillOpacity={value === 0 ? undefined : 0.18} />
            <text x="-5" y={y + 5} textAnchor="end">
              {axisWords(value, unit, t)}
            </text>
          </g>
        ))}
        {bars.map(({ key, short, under, values, isRunning }, index) => (
          <g key={key}>
            {values.map((value, serie) => {
              if (!value) return null
              const { x, width } = slots.slot(index, serie)
              const { y, tall } = scale.barOf(value)
              const look = isRunning && serie === values.length - 1 ? 'running' : series[serie]!.look
              return (
                <rect
                  key={series[serie]!.name}
                  x={`${x}%`}
                  y={y}
                  width={`${width}%`}
                  height={tall}
                  {...inLook(look, id)}
                />
              )
            })}
            {isNamed(index, bars.length) && (
              <text x={`${slots.middle(index)}%`} y={head + height + line - 1} textAnchor="middle">
                {/^\d/.test(short) ? (
                  short
                ) : (
                  <>
                    {short.slice(0, 1)}
                    <tspan>{short.slice(1)}</tspan>
                  </>
                )}
              </text>
            )}
            {under && (
              <text x={`${slots.middle(index)}%`} y={head + height + 2 * line - 1} textAnchor="middle">
                {under}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details>
        <summary>{t('home_chart.numbers')}</summary>
        {children}
      </details>
    </figure>
  )
}

type LegendProps = Pick<BarChartProps, 'id' | 'series' | 'running'>

function Legend({ id, series, running }: LegendProps) {
  // One series is what the heading says.
  const entries = [
    ...(series.length > 1 ? series : []),
    ...(running ? [{ name: running, look: 'running' as const }] : []),
  ]
  return (
    <span className="legend">
      {entries.map(({ name, look }) => (
        <span key={name}>
          <Swatch look={look} id={id} /> {name}
        </span>
      ))}
    </span>
  )
}

/** A gridline in few letters: `RM20k`, `RM1.5m`, `1,200`, `75%`. */
export function axisWords(value: number, unit: BarChartProps['unit'], t: TFunction): string {
  if (unit === 'percent') return `${value / 100}%`
  const sign = value < 0 ? '−' : ''
  const size = Math.abs(value)
  if (unit === 'count') return sign + formatCount(size)
  const ringgit = size / 100
  if (ringgit >= 1_000_000) return sign + t('home_chart.millions', { number: ringgit / 1_000_000 })
  if (ringgit >= 1_000) return sign + t('home_chart.thousands', { number: ringgit / 1_000 })
  return `${sign}RM${ringgit}`
}
