import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, formatCell, isNumeric } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { statusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

/** By column key, in the unit of the column. */
type Sums = Partial<Record<string, number>>

export interface TableProps<Row> {
  /** What the table lists; heard, not seen. */
  caption: string
  columns: readonly Column<keyof Row & string>[]
  rows: readonly Row[]
  /** Sums by column key, in the column's own unit; shown under columns that have a `total`. */
  totals?: Sums | undefined
  /** What the sums are called, where "total" would promise too much. */
  totalsLabel?: string | undefined
  /** Where sums lead, by column key. */
  totalLinks?: Readonly<Record<string, string>> | undefined
  /** Cells that need more than their text. */
  cells?: { [Key in keyof Row]?: (row: Row) => ReactNode } | undefined
  /** Where a row leads; the link is its first cell. */
  open?: ((row: Row) => string | null) | undefined
  /** What is said in small letters under the first cell of a row, outside its link. */
  note?: ((row: Row) => ReactNode) | undefined
  rowKey?: ((row: Row, index: number) => string) | undefined
  /** A second line below the cells of a row; null where it would be empty. */
  below?: ((row: Row) => ReactNode) | undefined
  /** A last column of links or one-button forms. */
  actions?: ((row: Row) => ReactNode) | undefined
  sort?: Sorting | undefined
  /** On a narrow screen a row is a card of two lines instead of one with a line for each column. */
  brief?: true
}

/** Rows and columns; below 900 px each row becomes a card. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { t, i18n } = useTranslation()
  const { caption, rows, totals, rowKey = defaultKey, actions, sort, brief } = props
  const columns = placed(props.columns, t, { brief })
  const table = { ...props, columns, t, locale: i18n.language as Locale }
  return (
    <div className={brief ? 'cards brief' : 'cards'}>
      <table {...ROLE.table}>
        <caption className="hidden">{caption}</caption>
        <HeadRow columns={columns} sort={sort} actions={Boolean(actions)} />
        <tbody {...ROLE.group}>
          {rows.map((row, index) => (
            <BodyRow key={rowKey(row, index)} row={row} table={table} />
          ))}
        </tbody>
        {totals && columns.some(({ total }) => total) && <Totals totals={totals} table={table} />}
      </table>
    </div>
  )
}

/** What every row needs, worked out once: the columns with their classes, and the language of the page. */
type Drawn<Row> = Omit<TableProps<Row>, 'columns'> & {
  columns: readonly Placed<Column<keyof Row & string>>[]
  t: TFunction
  locale: Locale
}

function BodyRow<Row extends object>({ row, table }: { row: Row; table: Drawn<Row> }) {
  const { cells, open, note, actions, t, locale } = table
  const href = open?.(row)
  const [first, ...others] = table.columns
  if (!first) return null
  const below = table.below?.(row)
  return (
    <>
      <tr className={below ? 'goes-on' : undefined} {...ROLE.row}>
        <th scope="row" className={first.className} {...ROLE.rowHead}>
          {href ? <a href={href}>{show(first)}</a> : show(first)}
          {note && <small className="quiet">{note(row)}</small>}
        </th>
        {others.map((column) => (
          <td key={column.key} className={column.className} data-label={column.called} {...ROLE.cell}>
            {show(column)}
          </td>
        ))}
        {actions && <td {...ROLE.cell}>{actions(row)}</td>}
      </tr>
      {below && (
        <tr {...ROLE.row}>
          <td colSpan={table.columns.length} {...ROLE.cell}>
            {below}
          </td>
        </tr>
      )}
    </>
  )

  function show(column: Column<keyof Row & string>): ReactNode {
    const cell = cells?.[column.key]
    if (cell) return cell(row)
    const value = row[column.key]
    if (column.kind === 'status' && value) return statusBadge(String(value), column.words, t)
    const text = formatCell(column, value, locale, t)
    if (longWord.test(text)) return <span className="long-word">{text}</span>
    const whole = column.kind && column.kind !== 'week' ? text : unbroken(text)
    // one piece, since a card sets the pieces of a cell apart
    return whole === text ? text : <span>{whole}</span>
  }
}

function Totals<Row extends object>({ totals, table }: { totals: Sums; table: Drawn<Row> }) {
  const { t, locale, columns, totalsLabel = t('common.total'), totalLinks, actions } = table
  const sum = (column: Column) => {
    const text = formatCell(column, totals[column.key], locale, t)
    const href = totalLinks?.[column.key]
    return href && totals[column.key] ? <a href={href}>{text}</a> : text
  }
  const before = columns.slice(
    0,
    columns.findIndex(({ total }) => total),
  )
  const rare = before.filter(({ room }) => room === 'card' || room === 'wide' || room === 'widest')
  const span = before.length - rare.length
  return (
    <tfoot {...ROLE.group}>
      <tr {...ROLE.row}>
        {span > 0 && (
          <th scope="row" colSpan={span} {...ROLE.rowHead}>
            {totalsLabel}
          </th>
        )}
        {/* Each goes with its column when that has no room. */}
        {rare.map((column) => (
          <td key={column.key} className={column.className} {...ROLE.cell} />
        ))}
        {columns.slice(before.length).map((column) => (
          <td key={column.key} className={column.className} data-label={t(column.label)} {...ROLE.cell}>
            {column.total && sum(column)}
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

/** How the rows are ordered, and the link that orders them by another column. */
interface Sorting {
  /** A column key, with `-` before it when the largest comes first. */
  current?: string | undefined
  href(key: string): string
}

interface HeadRowProps {
  columns: readonly Placed[]
  sort: Sorting | undefined
  actions: boolean
}

function HeadRow({ columns, sort, actions }: HeadRowProps) {
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

/** A browser that lays a table out as cards forgets that it is one; the roles remind it. */
const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** A word that no column has room for; it breaks where it must, and leaves the other columns theirs. */
const longWord = /\S{31}/

const isUnbroken: ReadonlySet<Column['kind']> = new Set<Column['kind']>([
  'date',
  'number',
  'phone',
  'clock',
  'duration',
])

/** Figures are aligned right, dates and numbers are not broken, the status has its own place on a card. */
function classOf({ kind, room, lines }: Pick<Column, 'kind' | 'room' | 'lines'>): string | undefined {
  const classes = [
    (isNumeric({ kind }) || kind === 'duration') && 'figure',
    kind === 'status' && 'state',
    !lines && isUnbroken.has(kind) && 'date',
    kind === 'instant' && 'when',
    kind === 'email' && 'long',
    room,
  ]
  return classes.filter(Boolean).join(' ') || undefined
}

/** A column as a table draws it: what is the same in every row is worked out once. */
type Placed<C extends Column = Column> = C & {
  className: string | undefined
  /** What its cells are called on a card; undefined where they speak for themselves. */
  called: string | undefined
}

/**
 * The columns with their rooms: where none says whom a row is about, the first one does. A brief card calls by name
 * only the figures that are not its sum.
 */
function placed<C extends Column>(
  columns: readonly C[],
  t: TFunction,
  { brief }: { brief?: true | undefined } = {},
): readonly Placed<C>[] {
  const known = columns.some(({ room }) => room === 'who')
  return columns.map((column, index) => {
    const one: C = known || index > 0 ? column : { ...column, room: 'who' }
    const isCalled = !brief || (isNumeric(one) && one.room !== 'much')
    return { ...one, className: classOf(one), called: isCalled ? t(one.label) : undefined }
  })
}
