import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/core/lists/columns.ts'
import type { ListPageOf } from '#app/domain/core/lists/list.ts'
import type { Grouping } from '#app/domain/reporting/reports/grouping.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { Table } from '#app/ui/core/table/Table.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { SubTotals } from '#app/ui/reporting/report/SubTotals.tsx'
import type { AppliedFilter } from './applied-filters.ts'
import { firstRows } from './first-rows.ts'
import { Letterhead, type Sender } from './head/Letterhead.tsx'
import { linesOfRow } from './lines-of-row.ts'

export interface TableDocumentProps<Row extends object> {
  organisation: Sender
  /** An address that whoever renders the sheet can reach. */
  logo: string | null
  title: string
  columns: readonly Column[]
  page: Pick<ListPageOf<Row>, 'rows' | 'total' | 'totals' | 'summed' | 'more'>
  /** The filters and the search text, which say what rows are left out. */
  filters: readonly AppliedFilter[]
  /** Sub-totals of its rows, below the table. */
  grouping?: Grouping | undefined
  /** When it was printed, as text in the reader's language. */
  printed: string
}

/** A day that says more on its page, in further lines, is alone on paper and stays whole. */
const whole = (column: Column): Column => (column.kind === 'date' ? { ...column, lines: undefined } : column)

/** A list on paper: whose it is, what it is and what of it, the table with its totals, and when it was printed. */
export function TableDocument<Row extends object>({
  organisation,
  logo,
  title,
  columns,
  page: { rows, total, totals, summed, more },
  filters,
  grouping,
  printed,
}: TableDocumentProps<Row>) {
  const { t, i18n } = useTranslation()
  const lines = linesOfRow(columns)
  return (
    <main className={lines.sheet === 'landscape' ? 'paper paper-list landscape' : 'paper paper-list'}>
      <Letterhead organisation={organisation} logo={logo} />
      <header>
        <h1>{title}</h1>
        {filters.length > 0 && <p>{filters.map(({ label, value }) => `${label}: ${value}`).join(' · ')}</p>}
        <p>{firstRows(t, rows.length, { total, more }) ?? t('document.rows', { count: total })}</p>
      </header>
      <Table
        caption={title}
        columns={lines.columns.map(whole) as Column<keyof Row & string>[]}
        rows={rows}
        below={lines.rest.length > 0 ? restOf : undefined}
        totals={totals}
        totalsLabel={summed && t(summed)}
      />
      {grouping && <SubTotals grouping={grouping} />}
      <footer>{t('document.printed', { at: printed })}</footer>
    </main>
  )

  /** What a row has beyond its table, each with what it is called; what it does not have is not named. */
  function restOf(row: Row) {
    const said = lines.rest.flatMap((column) => {
      const value = (row as Record<string, unknown>)[column.key]
      const text = formatCell(column, value, i18n.language as Locale, t)
      return text === '' ? [] : [`${t(column.label)}: ${text}`]
    })
    return said.length > 0 ? unbroken(said.join(' · ')) : null
  }
}
