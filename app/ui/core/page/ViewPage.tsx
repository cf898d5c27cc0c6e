import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** A page about one thing: its name, its state, what can be done with it, and then its facts and sections. */
export function ViewPage({ children, ...header }: PageHeaderProps & { children: ReactNode }) {
  return (
    <>
      <PageHeader {...header} />
      {children}
    </>
  )
}

export interface PageHeaderProps {
  title: string
  subtitle?: string | undefined
  /** The page this one belongs to. */
  back?: { label: string; href: string } | undefined
  /** Shown next to the title, usually a StatusBadge. */
  status?: ReactNode
  actions?: ReactNode
}

/** What the page is, and what can be done here. */
export function PageHeader({ title, subtitle, back, status, actions }: PageHeaderProps) {
  const name = unbroken(title)
  return (
    <header className="head">
      <div>
        {back && (
          <a className="back" href={back.href}>
            {back.label}
          </a>
        )}
        <h1>
          {typeof name === 'string' ? name : <span>{name}</span>}
          {status && <small>{status}</small>}
        </h1>
        {subtitle && <p className="quiet">{unbroken(subtitle)}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  )
}

interface SectionProps {
  title: string
  id?: string | undefined
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

interface SubNavProps {
  /** What the links have in common; heard, not seen. */
  label: string
  items: readonly { label: ReactNode; href: string; lang?: string; current?: boolean | undefined }[]
}

/** The pages about one thing, side by side. */
export function SubNav({ label, items }: SubNavProps) {
  return (
    <nav className="tabs subnav" aria-label={label}>
      {items.map((item) => (
        <a key={item.href} href={item.href} lang={item.lang} aria-current={item.current ? 'page' : undefined}>
          {item.label}
        </a>
      ))}
    </nav>
  )
}
