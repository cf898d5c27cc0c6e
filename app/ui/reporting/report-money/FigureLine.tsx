import { Fragment } from 'react'
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
      {label} {source ? <a href={addressOf(source)}>{formatRinggit(sen)}</a> : formatRinggit(sen)}
    </Fragment>
  ))
}

function addressOf({ list, search }: Source): string {
  const asked = Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return paths.listed(list, String(new URLSearchParams(asked)))
}
