import type { invoiceForm } from '#app/domain/invoices/invoice-form.ts'
import type { useFormOf } from '#app/ui/form/use-form-of.ts'

/** The form of an invoice and its fields, as the hook gives them. */
export type InvoiceFormOf = ReturnType<typeof useFormOf<typeof invoiceForm>>
