/**
 * What the pages without our code show around the rows: as much as the real list of invoices does for a clerk, element
 * by element. The benchmark counts the elements of both, so that this is mended when the real page grows.
 */
export const title = 'Invoices'
export const organisation = 'Pusat Tuisyen Contoh'

interface Link {
  href: string
  label: string
  count?: number
}

const item = (label: string, count?: number): Link => ({
  href: `/${label.toLowerCase().replaceAll(' ', '-')}`,
  label,
  ...(count ? { count } : {}),
})

export const menu: Link[] = [
  ...[item('Home'), item('Counter'), item('Families', 4), item('Invoices', 2), item('Payments', 4)],
  ...[item('Arrears', 5), item('Classes'), item('Donations'), item('Settings')],
]

/** Of the place that the page is in. */
export const placeTabs: Link[] = [
  ...[item('Invoices', 2), item('Monthly billing'), item('Credit notes'), item('Student discounts')],
  item('Billing log'),
]

export interface Row {
  id: string
  number: string | null
  student: string
  issued_on: string | null
  due_on: string
  total_sen: number
  paid_sen: number
  balance_sen: number
  status: string
}

interface Column {
  key: Exclude<keyof Row, 'id'>
  label: string
  kind: 'text' | 'date' | 'money' | 'status'
  sort: boolean
  className: string
  /** Its cells are called by name on a card. */
  called?: true
}

export const columns: Column[] = [
  { key: 'number', label: 'Number', kind: 'text', sort: true, className: 'date' },
  { key: 'student', label: 'Student', kind: 'text', sort: true, className: 'who' },
  { key: 'issued_on', label: 'Issued', kind: 'date', sort: true, className: 'date widest' },
  { key: 'due_on', label: 'Due', kind: 'date', sort: true, className: 'date' },
  { key: 'total_sen', label: 'Total', kind: 'money', sort: true, className: 'figure wide', called: true },
  { key: 'paid_sen', label: 'Paid', kind: 'money', sort: false, className: 'figure wide', called: true },
  { key: 'balance_sen', label: 'Balance', kind: 'money', sort: true, className: 'figure much' },
  { key: 'status', label: 'Status', kind: 'status', sort: false, className: 'state' },
]

/** The real table says what its elements are, since some browsers forget it of a table that is laid out as cards. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
}

export const tabs = [
  ...[item('Outstanding', 77), item('Overdue', 8), item('Unpaid', 68), item('Pending', 1), item('Draft', 1)],
  ...[item('Paid', 924), item('Cancelled', 5), item('All', 1_007)],
]
export const ages = [
  ...['All', 'Not due yet', '1 to 30 days', '31 days or more, under 2 months', '2 months or more, under 3'],
  ...['3 months or more', 'Being paid now'],
]
export const days = ['Issued from', 'Issued to']
export const periods = ['Today', 'This month', 'Last month', 'This year']
/** Each way to order the list, downwards and upwards. */
export const orders = columns
  .filter(({ sort }) => sort)
  .flatMap(({ key, label }) => [
    { value: key, label: `${label} ↑` },
    { value: `-${key}`, label: `${label} ↓` },
  ])
export const files = ['Print', 'CSV', 'Excel']
export const asked = ['PDF', 'All as one PDF']
export const lengths = [25, 50, 100]

/** A cell as the reader sees it, without a library: what the language itself can do. */
export function cellText({ key, kind }: Column, row: Row): string {
  const value = row[key]
  if (value === null) return ''
  if (kind !== 'money') return String(value)
  const [whole, cents] = (Number(value) / 100).toFixed(2).split('.')
  return `RM${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
