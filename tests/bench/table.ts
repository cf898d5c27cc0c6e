import type { Figure, Findings, Target } from './benchmark.ts'
import { median, spread } from './rounds.ts'

/** Rounds that lie further apart say nothing, so their ratio is not published. */
const widestSpread = 0.2

export type Verdict = 'met' | 'missed' | 'too noisy' | 'not measured' | ''

/** Whether a figure meets its target; a ratio whose rounds lie too far apart is no figure at all. */
export function verdictOf(figure: Figure): Verdict {
  const numbers = figure.kind === 'ratio' ? figure.ratios : [figure.value]
  if (numbers.length === 0 || numbers.some(Number.isNaN)) return 'not measured'
  if (figure.kind === 'ratio' && spread(figure.ratios) > widestSpread) return 'too noisy'
  if (!figure.target) return ''
  const value = figure.kind === 'ratio' ? median(figure.ratios) : figure.value
  const { bound, value: limit } = figure.target
  return (bound === 'most' ? value <= limit : value >= limit) ? 'met' : 'missed'
}

/** True when something is wrong that noise cannot explain, or was not measured. */
export function isBroken({ figures }: Findings): boolean {
  return figures.some((figure) => {
    const verdict = verdictOf(figure)
    return verdict === 'not measured' || (figure.kind === 'exact' && verdict === 'missed')
  })
}

/** The findings of one benchmark as lines of a table. */
export function linesOf(
  name: string,
  title: string,
  { figures, notes = [] }: Findings,
  ms: number,
): string[] {
  const rows = figures.map((figure) => [
    figure.what,
    ...shown(figure),
    targetOf(figure.target),
    verdictOf(figure),
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map(
    ([what, value, range, target, verdict]) =>
      `  ${what!.padEnd(widths[0]!)}  ${value!.padStart(widths[1]!)}  ${range!.padStart(widths[2]!)}  ` +
      `${target!.padEnd(widths[3]!)}  ${verdict}`,
  )
  return [
    `${name}  ${title} (${(ms / 1000).toFixed(0)} s)`,
    ...lines.map((line) => line.trimEnd()),
    ...notes.map((note) => `  · ${note}`),
    '',
  ]
}

function shown(figure: Figure): [string, string] {
  if (verdictOf(figure) === 'not measured') return ['—', '']
  if (figure.kind !== 'ratio') return [`${round(figure.value)} ${figure.unit}`, '']
  const range = `spread ${Math.round(spread(figure.ratios) * 100)} %`
  return verdictOf(figure) === 'too noisy' ? ['—', range] : [`${round(median(figure.ratios))}×`, range]
}

function targetOf(target: Target | undefined): string {
  if (!target) return ''
  return `${target.stretch ? 'stretch' : 'target'} ${target.bound === 'most' ? '≤' : '≥'} ${round(target.value)}`
}

/** Three figures are enough: 0.0831, 1.23, 14.6, 14,600. */
function round(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(digits, 4) })
}
