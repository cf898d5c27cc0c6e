import type { ReactNode } from 'react'
import { formatRinggit } from '#app/domain/core/money.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

export interface Fact {
  label: string
  value: ReactNode
  /** Where a touch leads, of a value that is plain text. */
  href?: string | null | undefined
  /** Needs the whole width even where facts are in two columns. */
  wide?: true
}

interface FactsProps {
  /** What is falsy is left out; an empty value shows a dash. */
  items: readonly (Fact | false | null | undefined | '' | 0)[]
  columns?: 1 | 2
}

/** What is known about one thing, name by name. */
export function Facts({ items, columns = 1 }: FactsProps) {
  return (
    <dl className={columns === 2 ? 'facts two' : 'facts'}>
      {items.map((fact) => (fact ? <FactRow key={fact.label} {...fact} /> : null))}
    </dl>
  )
}

function FactRow({ label, value, href, wide }: Fact) {
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

interface Figure {
  label: string
  /** Already written out: `RM1,234.50`, `42`. */
  value: string
  /** What it is compared with or made of. */
  hint?: string | undefined
  /** The list behind the figure. */
  href?: string | undefined
}

/** The few numbers that a day begins with. */
export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl className="figures">
      {items.map(({ label, value, hint, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href ? <a href={href}>{value}</a> : value}</dd>
          {hint && <dd>{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}

export interface Sum {
  label: string
  /** Small beside it: the number of a document. */
  note?: string | null | undefined
  sen: number
}

/** Amounts line by line; the total is ruled off. Without a total, where the page has it in its heading. */
export function Sums({ items, total }: { items: readonly Sum[]; total?: Sum }) {
  return (
    <dl className="sums">
      {items.map(({ label, note, sen }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sums have their order and no other
        <div key={index}>
          <dt>
            {unbroken(label)}
            {note && (
              <>
                <br />
                <small>{unbroken(note)}</small>
              </>
            )}
          </dt>
          <dd className="number">{formatRinggit(sen)}</dd>
        </div>
      ))}
      {total && (
        <div className="sum">
          <dt>{total.label}</dt>
          <dd className="number">{formatRinggit(total.sen)}</dd>
        </div>
      )}
    </dl>
  )
}

interface Entry {
  title: string
  href?: string | undefined
  /** A detail below the name: a date, a child, a number. */
  meta?: string | undefined
  /** Further lines below it, each with its amount. */
  lines?: readonly Sum[] | undefined
  sen?: number | undefined
  /** A StatusBadge. */
  status?: ReactNode
}

/** A short list for a narrow page, where a table has no room: invoices of a family, receipts, children. */
export function Entries({ items }: { items: readonly Entry[] }) {
  return (
    <ul className="facts">
      {items.map(({ title, href, meta, lines = [], sen, status }) => (
        <li key={href ?? `${title} ${meta}`}>
          <div>
            {href ? <a href={href}>{unbroken(title)}</a> : unbroken(title)}
            {meta && <p className="quiet small">{unbroken(meta)}</p>}
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry have their order and no other
              <p className="quiet small" key={index}>
                {unbroken(line.label)} <span className="number">{formatRinggit(line.sen)}</span>
              </p>
            ))}
          </div>
          <div className="end">
            {sen !== undefined && <span className="number">{formatRinggit(sen)}</span>}
            {status && <div>{status}</div>}
          </div>
        </li>
      ))}
    </ul>
  )
}
