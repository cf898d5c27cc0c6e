import type { ReactNode } from 'react'
import { Letterhead, type Sender } from './Letterhead.tsx'

interface PaperHeadingProps {
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
  title: string
  /** Its number, or whom it is about. */
  number: string | null
  /** What is known about it in brief, as `Brief`. */
  children: ReactNode
}

/** The head of a sheet: whose paper it is, what it is called, and beside that its days and numbers. */
export function PaperHeading({ organisation, logo, title, number, children }: PaperHeadingProps) {
  return (
    <>
      <Letterhead organisation={organisation} logo={logo} />
      <div className="heading">
        <div>
          <h1>{title}</h1>
          <p>{number}</p>
        </div>
        <dl className="brief">{children}</dl>
      </div>
    </>
  )
}

/** One fact beside its name; a dash where there is nothing to tell. */
export function Brief({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || '–'}</dd>
    </div>
  )
}
