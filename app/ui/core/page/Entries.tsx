import type { ReactNode } from 'react'
import { formatRinggit } from '#app/domain/core/money.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

export interface Entry {
  title: string
  href?: string | undefined
  /** What one should know beside the name: a date, a child, a number. */
  meta?: string | undefined
  sen?: number | undefined
  /** A StatusBadge. */
  status?: ReactNode
}

/** A short list for a narrow page, where a table has no room: invoices of a family, receipts, children. */
export function Entries({ items }: { items: readonly Entry[] }) {
  return (
    <ul className="facts">
      {items.map(({ title, href, meta, sen, status }) => (
        <li key={href ?? `${title} ${meta}`}>
          <div>
            {href ? <a href={href}>{unbroken(title)}</a> : unbroken(title)}
            {meta && <p className="quiet small">{unbroken(meta)}</p>}
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
