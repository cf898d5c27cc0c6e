import {
  type InvoiceDocumentData,
  invoiceDocumentData,
} from '#app/domain/billing/invoices/invoice-document.ts'
import { recordInvoiceNotSent } from '#app/domain/billing/invoices/invoice-letter.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { invoiceTitle, type TitleFacts } from '#app/domain/core/invoicing/title.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface CreditNoteFacts {
  number: string
  issued_on: string
  total_sen: number
  /** The part that had been paid and became the family's credit. */
  credit_sen: number
  payer: string
  invoice: string
  title: TitleFacts
  public_code: string
  /** The invoice's balance. */
  balance_sen: number
}

interface LoadedCreditNote extends CreditNoteFacts {
  invoice_id: string
  data: InvoiceDocumentData
}

/**
 * A credit note for the family. The present invoice, which names the child, is attached. None for write-offs and cancelled
 * invoices.
 */
export const creditNoteLetter = defineLetter<'credit_note.send', CreditNoteFacts, LoadedCreditNote>({
  list: 'invoice',
  async load(trx, { credit_note_id }) {
    const note = await trx
      .selectFrom('credit_note')
      .select(['invoice_id', 'number', 'issued_on', 'total_sen', 'credit_sen'])
      .where('id', '=', credit_note_id)
      .where('kind', '=', 'credit_note')
      .where('status', '=', 'approved')
      .executeTakeFirst()
    if (!note?.number || !note.issued_on) return undefined
    const { invoice_id, number, issued_on, total_sen, credit_sen } = note
    const data = await invoiceDocumentData(trx, invoice_id)
    if (data.invoice.status === 'cancelled') return undefined
    const { payer, public_code, balance_sen, title } = data.invoice
    return {
      ...{ number, issued_on, total_sen, credit_sen, payer, public_code, balance_sen, title },
      ...{ invoice: data.invoice.number ?? '', invoice_id, data },
    }
  },
  to: (trx, _payload, { invoice_id }) => invoiceRecipient(trx, invoice_id),
  noAddress: (trx, _payload, { invoice_id }) => recordInvoiceNotSent(trx, invoice_id),

  compose(note, { t, locale, origin, organisation }) {
    const sender = senderOf(organisation)
    const title = lineOf(invoiceTitle(note.title, { t, locale }))
    const values = { number: note.number, invoice: note.invoice, title, organisation: sender.name }
    const credit = formatRinggit(note.credit_sen)
    return {
      subject: t('mail.credit_note.subject', values),
      greeting: greetingOf(note.payer, t),
      paragraphs: [
        t('mail.credit_note.text', values),
        ...(note.credit_sen > 0 ? [t('mail.credit_note.kept', { amount: credit })] : []),
      ],
      figure: { label: t('credit_note.total_sen'), value: formatRinggit(note.total_sen) },
      facts: [
        { label: t('credit_note.document'), value: note.number },
        { label: t('mail.invoice.number'), value: note.invoice },
        { label: t('credit_note.issued_on'), value: formatDate(note.issued_on, locale) },
        { label: t('mail.credit_note.left'), value: formatRinggit(note.balance_sen) },
      ],
      action: { label: t('mail.credit_note.see'), url: origin + paths.invoice.status(note.public_code) },
      sender: sender.lines,
      note: t('mail.invoice.note', { organisation: sender.name }),
    }
  },
})
