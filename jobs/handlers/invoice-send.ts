import { invoiceDocumentData } from '#app/domain/billing/invoices/document.ts'
import { invoiceLetter } from '#app/domain/billing/invoices/invoice-letter.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { invoiceFingerprint } from '#app/print/invoice.ts'
import { sendLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'

/** One that was cancelled in the meantime is not sent. */
export const sendInvoice: Handler<'invoice.send'> = async ({ invoice_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const [data, to, labels] = await inPlace((trx) =>
    Promise.all([invoiceDocumentData(trx, invoice_id), invoiceRecipient(trx, invoice_id), labelsOf(trx)]),
  )
  const { status } = data.invoice
  if (status === 'draft' || status === 'cancelled') return
  const { locale } = to
  const t = i18nOf(locale, labels).getFixedT(locale)
  await sendLetter(tools, {
    to,
    letter: invoiceLetter(data, { t, locale, origin: originOf(entity, environment) }),
    organisation: data.organisation,
    document: {
      kind: 'invoice',
      subject_id: invoice_id,
      fingerprint: invoiceFingerprint(data.invoice, locale, labels, data.duitnow, data.words),
      locale,
    },
  })
}
