import { useTranslation } from 'react-i18next'
import type { Column } from '#app/domain/lists/columns.ts'
import { Table } from '#app/ui/table/Table.tsx'

interface Props<Row extends object> {
  organisation: string
  title: string
  columns: readonly Column[]
  rows: Row[]
  totals: Record<string, number>
  total: number
  /** When it was printed, as text in the reader's language. */
  printed: string
  search: { q: string }
}

/** A list on paper: whose it is, what it is, the whole table with its totals, and when it was printed. */
export function TableDocument<Row extends object>({
  organisation,
  title,
  columns,
  rows,
  totals,
  total,
  printed,
  search,
}: Props<Row>) {
  const { t } = useTranslation()
  return (
    <main className={columns.length > 7 ? 'paper paper-list landscape' : 'paper paper-list'}>
      <header>
        <p>{organisation}</p>
        <h1>{title}</h1>
        <p>
          {rows.length < total
            ? t('document.first_rows', { shown: rows.length, total })
            : t('document.rows', { count: total })}
          {search.q ? ` · “${search.q}”` : ''}
        </p>
      </header>
      <Table caption={title} columns={columns as never} rows={rows} totals={totals as never} />
      <footer>{t('document.printed', { at: printed })}</footer>
    </main>
  )
}
