import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** Families that one search shows at most; whoever wants another one says more of it. */
export const mostFound = 20

/** Letters and digits without which a search would find half of the organisation. */
export const leastTyped = 2

/** Payments that the page of a family shows, the latest first. */
export const mostShown = 4

/** What was done to its people, the latest first; the log has the rest. */
export const mostChanges = 3

export interface FoundFamily {
  /** The parent who pays. */
  id: string
  name: string
  phone: string
  family_code: string
  children: string | null
  /** What the family owes on the invoices that the reader reaches. */
  owed_sen: number
}

export const foundColumns = columnsOf<FoundFamily>()(
  { key: 'name', label: 'family.payer' },
  { key: 'children', label: 'family.children', room: 'who' },
  { key: 'phone', label: 'parent.phone', kind: 'phone' },
  { key: 'family_code', label: 'parent.family_code', kind: 'number', room: 'table' },
  { key: 'owed_sen', label: 'family.open', kind: 'money', room: 'much' },
)

/** An invoice of a family that is still to be paid. */
export interface OpenInvoice {
  id: string
  number: string | null
  student: string
  branch: string
  issued_on: string | null
  due_on: string
  balance_sen: number
  status: string
}

export const openInvoiceColumns = columnsOf<OpenInvoice>()(
  { key: 'number', label: 'invoice.number', kind: 'number' },
  { key: 'student', label: 'invoice.student', room: 'who' },
  { key: 'branch', label: 'invoice.branch', room: 'wide' },
  { key: 'due_on', label: 'invoice.due_on', kind: 'date' },
  { key: 'balance_sen', label: 'invoice.balance_sen', kind: 'money', room: 'much', total: true },
  { key: 'status', label: 'invoice.status', kind: 'status' },
)
