/** What the pages without our code show around the rows: as much as the real list of invoices does. */
export const title = 'Invoices'
export const organisation = 'Pusat Tuisyen Contoh'

export const menu = [
  'dashboard',
  'invoice',
  'payment',
  'collection',
  'student',
  'parent',
  'subject',
  'category',
  'program',
  'module',
  'staff',
  'trainer',
].map((name) => ({ href: `/${name}`, label: name[0]!.toUpperCase() + name.slice(1) }))

export interface Row {
  id: string
  number: string | null
  student: string
  payer: string
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
}

export const columns: Column[] = [
  { key: 'number', label: 'Number', kind: 'text', sort: true },
  { key: 'student', label: 'Student', kind: 'text', sort: true },
  { key: 'payer', label: 'Payer', kind: 'text', sort: false },
  { key: 'issued_on', label: 'Issued on', kind: 'date', sort: true },
  { key: 'due_on', label: 'Due on', kind: 'date', sort: true },
  { key: 'total_sen', label: 'Total', kind: 'money', sort: true },
  { key: 'paid_sen', label: 'Paid', kind: 'money', sort: false },
  { key: 'balance_sen', label: 'Balance', kind: 'money', sort: true },
  { key: 'status', label: 'Status', kind: 'status', sort: true },
]

export const classes = { text: undefined, date: 'date', money: 'figure', status: 'state' }
/** The real table says what its elements are, since some browsers forget it of a table that is laid out as cards. */
export const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
}
export const statuses = ['outstanding', 'draft', 'unpaid', 'overdue', 'pending', 'paid', 'cancelled']
export const formats = ['print', 'csv', 'xlsx', 'pdf']

/** A cell as the reader sees it, without a library: what the language itself can do. */
export function cellText({ key, kind }: Column, row: Row): string {
  const value = row[key]
  if (value === null) return ''
  if (kind !== 'money') return String(value)
  const [whole, cents] = (Number(value) / 100).toFixed(2).split('.')
  return `RM${whole!.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}
