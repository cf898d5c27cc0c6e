import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import type { DocumentRequest } from '#app/domain/core/documents/document.ts'
import type { TenantLabels } from '#app/domain/core/labels/label.ts'
import { type ReceiptDocumentData, receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import type { statementOf } from '#app/domain/people/families/statement.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { invoiceFingerprint } from '#app/print/invoice.ts'
import { statementFingerprint } from '#app/print/statement/fingerprint.ts'

// The papers that are attached to letters, of what their letters have loaded.

export const receiptPaper = (
  { payment, einvoices }: ReceiptDocumentData,
  locale: Locale,
  labels: TenantLabels | undefined,
): DocumentRequest => receiptRequest(payment.id, locale, labels, { einvoices })

export const invoicePaper = (
  { invoice, duitnow, words, einvoice }: InvoiceDocumentData,
  locale: Locale,
  labels: TenantLabels | undefined,
): DocumentRequest => ({
  kind: 'invoice',
  subject_id: invoice.id,
  fingerprint: invoiceFingerprint(invoice, locale, labels, { qr: duitnow, words, einvoice }),
  locale,
})

interface Statement {
  parent_id: string
  from: string
  to: string
  rows: Awaited<ReturnType<typeof statementOf>>['rows']
}

export function statementPaper(
  { parent_id, from, to, rows }: Statement,
  locale: Locale,
  labels: TenantLabels | undefined,
): DocumentRequest {
  const span = { from, to }
  return {
    kind: 'statement',
    subject_id: parent_id,
    parameters: span,
    fingerprint: statementFingerprint(parent_id, span, rows, locale, labels),
    locale,
  }
}
