import type { invoiceForm, linesForm } from '#app/domain/billing/invoices/invoice-form.ts'
import type { useFormOf } from '#app/ui/core/form/use-form-of.ts'

/** The form of an invoice and its fields, as the hook gives them. */
export type InvoiceFormOf = ReturnType<typeof useFormOf<typeof invoiceForm>>

/** A form that has lines, whatever else it has. */
export type LinesFormOf = ReturnType<typeof useFormOf<typeof linesForm>>
