import { useTranslation } from 'react-i18next'

/** What waits for the reader, each a link to exactly that. */
export function ToDoStrip({ items }: { items: readonly { key: string; count: number; href: string }[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <nav className="subnav" aria-label={t('dashboard.to_do')}>
      {items.map(({ key, count, href }) => (
        <a key={key} href={href}>
          <b>{count}</b>
          {` ${t(`dashboard.waiting.${key}`, { count })}`}
        </a>
      ))}
    </nav>
  )
}
