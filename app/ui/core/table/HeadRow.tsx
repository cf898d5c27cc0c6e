import { useTranslation } from 'react-i18next'
import { type Placed, ROLE } from './cell.ts'

/** How the rows are ordered, and the link that orders them by another column. */
export interface Sorting {
  /** A column key, with `-` before it when the largest comes first. */
  current?: string | undefined
  href(key: string): string
}

interface HeadRowProps {
  columns: readonly Placed[]
  sort: Sorting | undefined
  actions: boolean
}

export function HeadRow({ columns, sort, actions }: HeadRowProps) {
  const { t } = useTranslation()
  return (
    <thead {...ROLE.group}>
      <tr {...ROLE.row}>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={column.className}
            aria-sort={sort && column.sort && orderOf(column.key, sort.current)}
            {...ROLE.head}
          >
            {sort && column.sort ? <a href={sort.href(column.key)}>{t(column.label)}</a> : t(column.label)}
          </th>
        ))}
        {actions && (
          <th scope="col" {...ROLE.head}>
            <span className="hidden">{t('common.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function orderOf(key: string, current: string | undefined) {
  if (current === key) return 'ascending'
  return current === `-${key}` ? 'descending' : undefined
}
