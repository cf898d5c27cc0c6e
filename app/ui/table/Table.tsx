import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, formatCell } from '#app/domain/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { statusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { classOf, ROLE } from './cell.ts'
import { HeadRow, type Sorting } from './HeadRow.tsx'

export interface TableProps<Row> {
  /** What the table lists; heard, not seen. */
  caption: string
  columns: readonly Column<keyof Row & string>[]
  rows: readonly Row[]
  /** Sums by column key, in the column's own unit; shown under columns that have a `total`. */
  totals?: Partial<Record<string, number>> | undefined
  /** Cells that need more than their text. */
  cells?: { [Key in keyof Row]?: (row: Row) => ReactNode } | undefined
  /** Where a row leads; the link is its first cell. */
  open?: ((row: Row) => string) | undefined
  rowKey?: ((row: Row, index: number) => string) | undefined
  /** A last column of links or one-button forms. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** A first column of checkboxes, for a form around the table. */
  select?: Selection<Row> | undefined
  sort?: Sorting | undefined
  /** More columns than a page is wide: the table scrolls in its own frame, its first column stays. */
  wide?: boolean | undefined
}

interface Selection<Row> {
  name: string
  value(row: Row): string
  label(row: Row): string
  checked?(row: Row): boolean
}

/** Rows and columns; below 768 px each row becomes a card with its labels. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { t, i18n } = useTranslation()
  const words = { t, locale: i18n.language as Locale }
  const { caption, columns, rows, totals, rowKey = defaultKey, select, actions, sort, wide } = props
  return (
    <div
      className={wide ? 'scroll' : 'cards'}
      {...(wide && { tabIndex: 0, role: 'region', 'aria-label': caption })}
    >
      <table {...ROLE.table}>
        <caption className="hidden">{caption}</caption>
        <HeadRow columns={columns} sort={sort} select={Boolean(select)} actions={Boolean(actions)} />
        <tbody {...ROLE.group}>
          {rows.map((row, index) => (
            <BodyRow key={rowKey(row, index)} row={row} {...words} {...props} />
          ))}
        </tbody>
        {totals && columns.some(({ total }) => total) && <Totals {...words} {...props} totals={totals} />}
      </table>
    </div>
  )
}

/** The language of the page, asked for once and not in every row. */
interface Words {
  t: TFunction
  locale: Locale
}

function BodyRow<Row extends object>({
  t,
  locale,
  row,
  columns,
  cells,
  open,
  actions,
  select,
}: TableProps<Row> & Words & { row: Row }) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <tr {...ROLE.row}>
      {select && (
        <td className="pick" {...ROLE.cell}>
          <input
            type="checkbox"
            name={select.name}
            value={select.value(row)}
            aria-label={select.label(row)}
            defaultChecked={select.checked?.(row)}
          />
        </td>
      )}
      <th scope="row" className={classOf(first)} {...ROLE.rowHead}>
        {open ? <a href={open(row)}>{show(first)}</a> : show(first)}
      </th>
      {others.map((column) => (
        <td key={column.key} className={classOf(column)} data-label={t(column.label)} {...ROLE.cell}>
          {show(column)}
        </td>
      ))}
      {actions && <td {...ROLE.cell}>{actions(row)}</td>}
    </tr>
  )

  function show(column: Column<keyof Row & string>): ReactNode {
    const cell = cells?.[column.key]
    if (cell) return cell(row)
    const value = row[column.key]
    if (column.kind === 'status' && value) return statusBadge(String(value), column.words, t)
    return formatCell(column, value, locale, t)
  }
}

function Totals<Row extends object>({
  t,
  locale,
  columns,
  totals = {},
  select,
  actions,
}: TableProps<Row> & Words) {
  const before = columns.findIndex(({ total }) => total)
  return (
    <tfoot {...ROLE.group}>
      <tr {...ROLE.row}>
        {before + (select ? 1 : 0) > 0 && (
          <th scope="row" colSpan={before + (select ? 1 : 0)} {...ROLE.rowHead}>
            {t('common.total')}
          </th>
        )}
        {columns.slice(before).map((column) => (
          <td key={column.key} className={classOf(column)} data-label={t(column.label)} {...ROLE.cell}>
            {column.total && formatCell(column, totals[column.key], locale, t)}
          </td>
        ))}
        {actions && <td {...ROLE.cell} />}
      </tr>
    </tfoot>
  )
}

function defaultKey(row: object, index: number): string {
  return 'id' in row ? String(row.id) : String(index)
}
