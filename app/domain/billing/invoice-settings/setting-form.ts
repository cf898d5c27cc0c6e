import { z } from 'zod'
import { lines, settingVersion } from '#app/domain/core/fields.ts'

/** Series of numbers that an organisation may name, in the order of the page. */
export const namedSeries = [
  'invoice',
  'payment',
  'credit_note',
  'refund',
  'application',
  'infaq',
  'zakat',
] as const
export type NamedSeries = (typeof namedSeries)[number]

/** Of a number, before the year. */
export const prefix = z.string().regex(/^[A-Z0-9]{2,4}$/)

const typedPrefix = z
  .string()
  .max(20)
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{2,4}$/, 'numbering.prefix'))

export const longestTerms = 1_000
export const longestFooter = 300

/** As it is kept; each organisation has it, with what is usual where it has said nothing. */
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

/**
 * How invoices are numbered, when they are due, what stands on them and which mails go out. No two series begin alike:
 * their numbers would be the same.
 */
export const invoiceSettingForm = z
  .object({
    invoice_prefix: typedPrefix,
    payment_prefix: typedPrefix,
    credit_note_prefix: typedPrefix,
    refund_prefix: typedPrefix,
    application_prefix: typedPrefix,
    infaq_prefix: typedPrefix,
    zakat_prefix: typedPrefix,
    due_days: z.coerce.number().int().min(0).max(365),
    terms: lines(longestTerms).optional(),
    footer: lines(longestFooter).optional(),
    mail_invoices: z.boolean().optional(),
    mail_receipts: z.boolean().optional(),
    version: settingVersion,
  })
  .superRefine((typed, context) => {
    const seen = new Set<string>()
    for (const series of namedSeries) {
      const name = `${series}_prefix` as const
      const value = typed[name]
      if (seen.has(value)) context.addIssue({ code: 'custom', path: [name], message: 'numbering.twice' })
      seen.add(value)
    }
  })
export type InvoiceSettingInput = z.output<typeof invoiceSettingForm>
