import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

export interface Fact {
  label: string
  value: ReactNode
  /** Where a touch leads, of a value that is plain text. */
  href?: string | null | undefined
  /** Needs the whole width even where facts stand in two columns. */
  wide?: true
}

interface FactsProps {
  /** What is not there to be told may be left out with `false` or `null`; an empty value shows a dash. */
  items: readonly (Fact | false | null | undefined)[]
  columns?: 1 | 2
}

/** What is known about one thing, name by name. */
export function Facts({ items, columns = 1 }: FactsProps) {
  return (
    <dl className={columns === 2 ? 'facts two' : 'facts'}>
      {items.map((fact) => fact && <Told key={fact.label} {...fact} />)}
    </dl>
  )
}

function Told({ label, value, href, wide }: Fact) {
  const shown = typeof value === 'string' ? unbroken(value) : value
  const empty = isEmpty(value)
  return (
    <div className={wide && !empty ? 'wide' : undefined}>
      <dt>{unbroken(label)}</dt>
      <dd>{empty ? '–' : href ? <a href={href}>{shown}</a> : shown}</dd>
    </div>
  )
}

function isEmpty(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}
