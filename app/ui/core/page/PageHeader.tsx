import type { ReactNode } from 'react'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

export interface PageHeaderProps {
  title: string
  subtitle?: string | undefined
  /** The page this one belongs to. */
  back?: { label: string; href: string } | undefined
  /** Stands beside the title, usually a StatusBadge. */
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
