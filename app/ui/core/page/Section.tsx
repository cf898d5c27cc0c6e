import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  id?: string
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page under its own heading. */
export function Section({ title, id, actions, children }: SectionProps) {
  return (
    <section className="section" id={id}>
      <div className="head">
        <h2>{title}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
