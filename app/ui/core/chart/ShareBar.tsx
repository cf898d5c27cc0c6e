import type { ReactNode } from 'react'
import { formatPercent } from '#app/domain/core/money.ts'
import { inLook, type Look, Patterns, Swatch } from './looks.tsx'
import { partsOf } from './scale.ts'

interface Part {
  key: string
  /** In sen, or a count; what is below zero is in the table alone. */
  value: number
  look: Look
}

interface ShareBarProps {
  /** Of this chart on its page; the swatches of its table need it, too. */
  id: string
  said: string
  parts: readonly Part[]
}

/** A whole as one bar of its parts; the table below names each with its swatch, its share and what it is. */
export function ShareBar({ id, said, parts }: ShareBarProps) {
  const places = partsOf(parts.map(({ value }) => value))
  return (
    <svg width="100%" height="34" role="img" aria-label={said} overflow="visible">
      <Patterns id={id} used={parts.map(({ look }) => look)} />
      {parts.map(({ key, look }, index) =>
        places[index]!.width > 0 ? (
          <rect
            key={key}
            x={`${places[index]!.x}%`}
            y="1"
            width={`${places[index]!.width}%`}
            height="28"
            {...inLook(look, id)}
          />
        ) : null,
      )}
    </svg>
  )
}

interface PartNameProps {
  id: string
  look: Look
  href?: string | undefined
  children: ReactNode
}

/** The first cell of a part's row. */
export function PartName({ id, look, href, children }: PartNameProps) {
  return (
    <>
      <Swatch look={look} id={id} /> {href ? <a href={href}>{children}</a> : children}
    </>
  )
}

/** `42%` of a whole; nothing of no whole, and of what is below zero. */
export function shareWords(value: number, whole: number): string {
  if (whole <= 0 || value <= 0) return ''
  const share = Math.round((value * 100) / whole)
  return share === 0 ? `<${formatPercent(100)}` : formatPercent(share * 100)
}
