import { useTranslation } from 'react-i18next'
import type { Column } from '#app/domain/lists/columns.ts'
import type { ListPageOf } from '#app/domain/lists/list.ts'
import { Table } from '#app/ui/table/Table.tsx'

import { firstRows } from './first-rows.ts'

interface Props<Row extends object> {
  organisation: string
  title: string
  columns: readonly Column[]
  page: Pick<ListPageOf<Row>, 'rows' | 'total' | 'totals' | 'more' | 'search'>
  /** When it was printed, as text in the reader's language. */
  printed: string
}

/** A list on paper: whose it is, what it is, the whole table with its totals, and when it was printed. */
export function TableDocument<Row extends object>({
  organisation,
  title,
  columns,
  page: { rows, total, totals, more, search },
  printed,
}: Props<Row>) {
  const { t } = useTranslation()
  return (
    <main className={columns.length > 7 ? 'paper paper-list landscape' : 'paper paper-list'}>
      <header>
        <p>{organisation}</p>
        <h1>{title}</h1>
        <p>
          {firstRows(t, rows.length, { total, more }) ?? t('document.rows', { count: total })}
          {search.q ? ` · “${search.q}”` : ''}
        </p>
      </header>
      <Table
        caption={title}
        columns={columns as readonly Column<keyof Row & string>[]}
        rows={rows}
        totals={totals}
      />
      <footer>{t('document.printed', { at: printed })}</footer>
    </main>
  )
}
