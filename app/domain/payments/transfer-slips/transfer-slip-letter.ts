import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { invoiceRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface RejectedSlip {
  number: string | null
  public_code: string
  amount_sen: number
  paid_on: string
  reference_no: string
  decision_reason: string
}

/** To who pays the invoice: the office did not find the transfer of a slip, or cannot read it, why, and where to upload another. */
export const transferSlipLetter = defineLetter<
  'transfer_slip.send',
  RejectedSlip,
  RejectedSlip & { invoice_id: string }
>({
  list: 'transfer-slip',
  load: (trx, { transfer_slip_id }) =>
    trx
      .selectFrom('transfer_slip')
      .innerJoin('invoice', 'invoice.id', 'transfer_slip.invoice_id')
      .select(['transfer_slip.invoice_id', 'transfer_slip.amount_sen', 'transfer_slip.paid_on'])
      .select(['transfer_slip.reference_no', 'invoice.number', 'invoice.public_code'])
      .select((eb) => eb.ref('transfer_slip.decision_reason').$notNull().as('decision_reason'))
      .where('transfer_slip.id', '=', transfer_slip_id)
      .where('transfer_slip.status', '=', 'rejected')
      .executeTakeFirst(),
  to: (trx, _payload, { invoice_id }) => invoiceRecipient(trx, invoice_id),

  compose(slip, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { number: slip.number ?? '', organisation: sender.name }
    return {
      subject: t('mail.transfer_slip.subject', values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t('mail.transfer_slip.rejected', { ...values, reason: lineOf(slip.decision_reason, 300) }),
        t('mail.transfer_slip.again', values),
      ],
      figure: { label: t('transfer_slip.amount_sen'), value: formatRinggit(slip.amount_sen) },
      facts: [
        { label: t('transfer_slip.invoice'), value: values.number },
        { label: t('transfer_slip.paid_on'), value: formatDate(slip.paid_on, locale) },
        { label: t('transfer_slip.reference_no'), value: lineOf(slip.reference_no) },
      ],
      action: { label: t('mail.transfer_slip.see'), url: origin + paths.payment.slip(slip.public_code) },
      sender: sender.lines,
      note: t('mail.invoice.note', { organisation: sender.name }),
    }
  },
})
