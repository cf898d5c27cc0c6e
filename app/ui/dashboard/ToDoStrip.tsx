import { useTranslation } from 'react-i18next'
import { SubNav } from '#app/ui/page/SubNav.tsx'

/** What waits for the reader, each a link to exactly that. */
export function ToDoStrip({ items }: { items: readonly { key: string; count: number; href: string }[] }) {
  const { t } = useTranslation()
  if (items.length === 0) return null
  return (
    <SubNav
      label={t('dashboard.to_do')}
      items={items.map(({ key, count, href }) => ({
        label: (
          <>
            <b>{count}</b>
            {` ${t(`dashboard.waiting.${key}`, { count })}`}
          </>
        ),
        href,
      }))}
    />
  )
}
