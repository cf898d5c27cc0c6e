import { columnsOf } from '#app/domain/lists/columns.ts'

/** That an invoice is late is never stored: the day decides it. */
export const invoiceStatuses = ['draft', 'unpaid', 'pending', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const shownStatuses = ['draft', 'unpaid', 'overdue', 'pending', 'paid', 'cancelled'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/** From each status, the ones it may become. A draft may also be removed; nothing else ever is. */
export const transitions: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['unpaid'],
  unpaid: ['pending', 'paid', 'cancelled'],
  // An online payment is on its way; it ends in one of these.
  pending: ['unpaid', 'paid'],
  // Its payment was taken by hand and is cancelled.
  paid: ['unpaid'],
  cancelled: [],
}

/** The statuses for the `where` of the change. */
export function mayBecome(to: InvoiceStatus): InvoiceStatus[] {
  return invoiceStatuses.filter((from) => transitions[from].includes(to))
}

interface Dated {
  status: string
  /** `YYYY-MM-DD` */
  due_on: string
}

/** Late from the day after the due date, unless a payment is on its way. The SQL of it is in `status.server.ts`. */
export function isOverdue({ status, due_on }: Dated, today: string): boolean {
  return status === 'unpaid' && due_on < today
}

export function shownStatus(invoice: Dated, today: string): ShownStatus {
  return isOverdue(invoice, today) ? 'overdue' : (invoice.status as InvoiceStatus)
}

/** Days until a new invoice is due, unless somebody chooses another date. */
export const usualDays = 7
/** Days between issue and due date at most. */
export const longestDays = 365
export const mostLines = 50

export interface InvoiceRow {
  id: string
  number: string | null
  student: string
  student_no: string
  payer: string
  branch: string
  issued_on: string | null
  due_on: string
  total_sen: number
  paid_sen: number
  /** Nothing for a draft or a cancelled invoice. */
  balance_sen: number
  status: ShownStatus
}

export const invoiceColumns = columnsOf<InvoiceRow>()(
  { key: 'number', label: 'invoice.number', sort: true },
  { key: 'student', label: 'invoice.student', sort: true },
  { key: 'issued_on', label: 'invoice.issued_on', kind: 'date', sort: true },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date', sort: true },
  { key: 'total_sen', label: 'invoice.total_sen', kind: 'money', total: true, sort: true },
  { key: 'paid_sen', label: 'invoice.paid_sen', kind: 'money', total: true },
  { key: 'balance_sen', label: 'invoice.balance_sen', kind: 'money', total: true, sort: true },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)

const [number, student, ...figures] = invoiceColumns

export const invoiceExportColumns = columnsOf<InvoiceRow>()(
  number,
  student,
  { key: 'student_no', label: 'invoice.student_no' },
  { key: 'payer', label: 'invoice.payer' },
  ...figures,
)
