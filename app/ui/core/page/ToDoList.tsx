import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from './ViewPage.tsx'

export interface ToDo {
  /** How many; the words follow it. */
  count: number
  words: string
  href: string
}

interface ToDoListProps {
  items: readonly ToDo[]
  /** What a colleague has asked for, before what is counted. */
  above?: ReactNode
}

/** What waits for the reader, each entry a link to where it is done; nothing where there is none. */
export function ToDoList({ items, above }: ToDoListProps) {
  const { t } = useTranslation()
  if (items.length === 0 && !above) return null
  return (
    <Section title={t('dashboard.to_do')}>
      {above}
      <nav className="todo" aria-label={t('dashboard.to_do')}>
        {items.map(({ count, words, href }) => (
          <a key={href} href={href}>
            <b>{count}</b> <span>{words}</span>
          </a>
        ))}
      </nav>
    </Section>
  )
}
