import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { SubNav } from '#app/ui/core/page/SubNav.tsx'
import { queryWith, type Search } from './query.ts'

/** A state that rows of a list are in. */
export interface Tab {
  value: string
  label: string
  count: number
}

/** The states of a list, of which one or none is chosen. */
export interface TabsOf {
  /** Key of the query. */
  name: string
  label: string
  value: string | undefined
  items: readonly Tab[]
  /** Rows in all states together. */
  all: number
}

/** A list state by state, each with how many rows it has; nothing where all rows are in one. */
export function Tabs({ tabs, search }: { tabs: TabsOf; search: Search }) {
  const { t } = useTranslation()
  const { name, label, value, items, all } = tabs
  if (!value && items.length < 2) return null
  const every = [...items, { value: undefined, label: t('common.all'), count: all }]
  return (
    <SubNav
      label={label}
      items={every.map((tab) => ({
        label: (
          <>
            {tab.label} <span className="count">{formatCount(tab.count)}</span>
          </>
        ),
        href: queryWith(search, { [name]: tab.value, page: undefined }),
        current: tab.value === value,
      }))}
    />
  )
}
