import type { ReactNode } from 'react'
import { formatRinggit } from '#app/domain/core/money.ts'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

interface AmountProps {
  sen: number
  /** What it is, above the figures: "To pay by 9 Jan 2026". */
  label?: string | undefined
  /** Ruled off, as a settled account in a ledger. */
  settled?: boolean | undefined
  /** The amount is what the page is about: its heading. */
  heading?: boolean
}

/** The amount that a page is about, in large figures. */
export function Amount({ sen, label, settled, heading }: AmountProps) {
  const [before = '', after = ''] = formatRinggit(sen).split('RM')
  const figures = `${before}${after}`
  const Element = heading ? 'h1' : 'p'
  return (
    <Element className="amount">
      {label && <small>{unbroken(label)} </small>}
      <span>RM</span>
      {settled ? <b>{figures}</b> : figures}
    </Element>
  )
}

interface AmountHeaderProps {
  /** What the amount is for: "Alya · fees December 2026". */
  about: string
  /** Small below it: the number of the document. */
  number?: string | null | undefined
  sen: number
  /** Above the figures: "To pay by 9 Jan 2026". */
  label?: string | undefined
  settled?: boolean | undefined
  /** A StatusBadge. */
  status?: ReactNode
}

/** The top of a page where money is paid: what for, how much, and its status. */
export function AmountHeader({ about, number, status, ...amount }: AmountHeaderProps) {
  return (
    <header className="lead">
      <p>
        <b>{unbroken(about)}</b>
        {number && (
          <>
            <br />
            <small className="quiet">{unbroken(number)}</small>
          </>
        )}
      </p>
      <Amount heading {...amount} />
      {status}
    </header>
  )
}
