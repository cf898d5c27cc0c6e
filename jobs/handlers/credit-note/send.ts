import { creditNoteLetter } from '#app/domain/billing/credit-notes/credit-note-letter.ts'
import { invoiceDocumentData } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { invoiceFingerprint } from '#app/print/invoice.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendLetter } from '#jobs/mail/send-letter.ts'

/** What a family was given, with its invoice as it is now; nothing of a debt that was given up, and of an invoice that is cancelled. */
export const sendCreditNote: Handler<'credit_note.send'> = async ({ credit_note_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const note = await inPlace((trx) =>
    trx
      .selectFrom('credit_note')
      .select(['invoice_id', 'number', 'issued_on', 'total_sen', 'credit_sen'])
      .where('id', '=', credit_note_id)
      .where('kind', '=', 'credit_note')
      .where('status', '=', 'approved')
      .executeTakeFirst(),
  )
  if (!note?.number || !note.issued_on) return
  const { invoice_id, number, issued_on, total_sen, credit_sen } = note
  const [data, to, labels] = await inPlace((trx) =>
    Promise.all([invoiceDocumentData(trx, invoice_id), invoiceRecipient(trx, invoice_id), labelsOf(trx)]),
  )
  const { invoice, organisation } = data
  if (invoice.status === 'cancelled') return
  const { locale } = to
  const t = i18nOf(locale, labels).getFixedT(locale)
  const { payer, public_code, balance_sen } = invoice
  const told = { number, issued_on, total_sen, credit_sen, payer, public_code, balance_sen }
  await sendLetter(tools, {
    to,
    letter: creditNoteLetter(
      { ...told, invoice: invoice.number ?? '' },
      { t, locale, origin: originOf(entity, environment), organisation },
    ),
    organisation,
    document: {
      kind: 'invoice',
      subject_id: invoice_id,
      fingerprint: invoiceFingerprint(invoice, locale, labels, data.duitnow, data.words),
      locale,
    },
  })
}
