import { z } from 'zod'

/** Of a number, before the year. */
export const prefix = z.string().regex(/^[A-Z0-9]{2,4}$/)

/** As it is stored, with defaults for what an organisation has not set. */
export const invoiceSetting = z.object({
  /** Days until an invoice that somebody writes is due, unless they say otherwise. */
  due_days: z.number().int().min(0).max(365).default(7),
  /** On each invoice, above the foot. */
  terms: z.string().nullable().default(null),
  footer: z.string().nullable().default(null),
  /** Whether the invoices of a billing run are mailed to who pays; of a single one it is said when it is issued. */
  mail_invoices: z.boolean().default(true),
  /** Whether who pays gets the receipt by mail, as soon as the money is booked. */
  mail_receipts: z.boolean().default(true),
})
