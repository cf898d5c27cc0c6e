import { LinkButton } from '#app/ui/core/form/Button.tsx'

interface EmptyStateProps {
  title: string
  /** What to do next, in a sentence. */
  hint?: string | undefined
  action?: { label: string; href: string } | undefined
}

/** Where a list would be, when there is nothing in it yet. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {hint && <p className="quiet">{hint}</p>}
      {action && (
        <LinkButton href={action.href} look="primary">
          {action.label}
        </LinkButton>
      )}
    </div>
  )
}
