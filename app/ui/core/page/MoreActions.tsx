import { useTranslation } from 'react-i18next'

interface MoreActionsProps {
  /** What is falsy is left out. */
  items: readonly ({ label: string; href: string } | false)[]
}

/** The actions of a page that are needed less often, behind one button; nothing when there are none. */
export function MoreActions({ items }: MoreActionsProps) {
  const { t } = useTranslation()
  const offered = items.filter((item) => item !== false)
  if (offered.length === 0) return null
  return (
    <details className="confirm more">
      <summary className="plain">{t('common.action.more')}</summary>
      <ul className="facts">
        {offered.map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}
