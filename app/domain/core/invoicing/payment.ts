export const paymentMethods = [
  'fpx',
  'chip',
  'cash',
  'bank_transfer',
  'cheque',
  'card_terminal',
  'duitnow_qr',
] as const

export type PaymentMethod = (typeof paymentMethods)[number]

/** Of the rows of the list by which money went out: a cancelled payment where it was taken back, and what was sent back. */
export const wentOut = ['reversed', 'refunded'] as const

/** Invoices that one payment at the counter may pay. */
export const mostPaidAtOnce = 50
