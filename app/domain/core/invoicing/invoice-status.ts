/** That an invoice is late is never stored: the day decides it. */
export const invoiceStatuses = ['draft', 'unpaid', 'pending', 'paid', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** In the order in which a list offers them: what asks for work first. */
export const shownStatuses = ['overdue', 'unpaid', 'pending', 'draft', 'paid', 'cancelled'] as const
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

/** Late from the day after the due date, unless a payment is on its way. The SQL of it is in `status.ts`. */
export function isOverdue({ status, due_on }: Dated, today: string): boolean {
  return status === 'unpaid' && due_on < today
}

export function shownStatus(invoice: Dated, today: string): ShownStatus {
  return isOverdue(invoice, today) ? 'overdue' : (invoice.status as InvoiceStatus)
}

/** Days between issue and due date at most. */
export const longestDays = 365
export const mostLines = 50
/** Students who are billed by one form. */
export const mostStudents = 200
