import { useTranslation } from 'react-i18next'

interface ProgressPageProps {
  title: string
  text?: string
  done: number
  total: number
  /** This page again. */
  refresh: string
  /** Where one may go meanwhile; the work goes on. */
  leave?: { label: string; href: string }
}

/**
 * Long work that is under way. The loader sends the header `Refresh: 3` until it is done: that moves the bar on
 * without a script.
 */
export function ProgressPage({ title, text, done, total, refresh, leave }: ProgressPageProps) {
  const { t } = useTranslation()
  const label = t('common.progress', { done, total })
  return (
    <div className="message">
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      <progress value={done} max={Math.max(total, 1)} aria-label={title}>
        {label}
      </progress>
      <p className="quiet" role="status">
        {label}
      </p>
      <p className="actions">
        <a href={refresh}>{t('common.action.refresh')}</a>
        {leave && <a href={leave.href}>{leave.label}</a>}
      </p>
    </div>
  )
}
