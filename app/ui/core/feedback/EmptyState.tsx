import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/core/form/Button.tsx'

interface EmptyStateProps {
  title: string
  /** What to do next, in a sentence. */
  hint?: string | undefined
  action?: { label: string; href: string } | undefined
  /** Which part of the organisation the reader sees, where it is only a part. */
  part?: ReactNode
}

/** Where a list would be, when there is nothing in it yet. */
export function EmptyState({ title, hint, action, part }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {hint && <p className="quiet">{hint}</p>}
      {part && <p className="quiet">{part}</p>}
      {action && (
        <LinkButton href={action.href} look="primary">
          {action.label}
        </LinkButton>
      )}
    </div>
  )
}
