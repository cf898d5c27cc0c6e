import { useTranslation } from 'react-i18next'
import { Section } from '#app/ui/core/page/Section.tsx'

/** What waits for the reader, each a link to exactly that. */
export function ToDoStrip({ items }: { items: readonly { key: string; count: number; href: string }[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <Section title={t('dashboard.to_do')}>
      <nav className="todo" aria-label={t('dashboard.to_do')}>
        {items.map(({ key, count, href }) => (
          <a key={href} href={href}>
            <b>{count}</b> <span>{t(`dashboard.waiting.${key}`, { count })}</span>
          </a>
        ))}
      </nav>
    </Section>
  )
}
