import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'

interface ProgressPageProps {
  title: string
  text?: string
  /** How much is done of how much; without them the bar only says that something happens. */
  done?: number
  total?: number
  /** This page again. */
  refresh: string
  /** Where one may go meanwhile; the work goes on. */
  leave?: { label: string; href: string }
  /** What else may be done, such as giving up. */
  actions?: ReactNode
}

/**
 * Long work that is under way. The loader sends the header `Refresh: 3` until it is done: that moves the bar on
 * without a script.
 */
export function ProgressPage({ title, text, done, total, refresh, leave, actions }: ProgressPageProps) {
  const { t } = useTranslation()
  const counted = done !== undefined && total !== undefined
  const label = counted
    ? t('common.progress', { done: formatCount(done), total: formatCount(total) })
    : undefined
  return (
    <div className="message">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <progress {...(counted && { value: done, max: Math.max(total, 1) })} aria-label={title}>
        {label}
      </progress>
      {label && (
        <p className="quiet" role="status">
          {label}
        </p>
      )}
      <div className="actions">
        {actions}
        <a href={refresh}>{t('common.action.refresh')}</a>
        {leave && <a href={leave.href}>{leave.label}</a>}
      </div>
    </div>
  )
}
