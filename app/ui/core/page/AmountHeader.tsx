import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { Amount } from './Amount.tsx'

interface AmountHeaderProps {
  /** What the amount is for: "Invoice INV26-00119 · Muhammad Irfan bin Azman". */
  about: string
  sen: number
  /** Above the figures: "To pay by 9 Jan 2026". */
  label?: string | undefined
  settled?: boolean | undefined
  /** A StatusBadge. */
  status?: ReactNode
}

/** The top of a page where money is paid: what for, how much, and how it stands. */
export function AmountHeader({ about, status, ...amount }: AmountHeaderProps) {
  return (
    <header className="lead">
      <p className="quiet">{unbroken(about)}</p>
      <Amount heading {...amount} />
      {status}
    </header>
  )
}
