import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { receiptRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { type ReceiptDocumentData, receiptDocumentData } from './receipt.ts'

/**
 * The receipt for the payer, who may be no parent, so that it names invoices but no child. It uses the organisation's name
 * as on the receipt. None for a payment that was cancelled in the meantime.
 */
export const receiptLetter = defineLetter<
  'receipt.send',
  Omit<ReceiptDocumentData, 'organisation'>,
  ReceiptDocumentData
>({
  list: 'receipt',
  async load(trx, { payment_id }) {
    const data = await receiptDocumentData(trx, payment_id)
    return data.payment.status === 'paid' ? data : undefined
  },
  to: (trx, { payment_id }) => receiptRecipient(trx, payment_id),
  organisation: ({ organisation }) => organisation,
  noAddress: (trx, { payment_id: id }) =>
    record(
      trx,
      systemActor,
      'receipt.not_sent',
      { type: 'payment', id },
      { after: { reason: 'no_address' } },
    ),

  compose({ payment, allocations, credit_sen, gift }, { t, locale, origin, organisation }) {
    const { number, gateway_transaction_id } = payment
    const sender = senderOf(organisation)
    const facts = [
      { label: t('mail.receipt.number'), value: number },
      { label: t('payment.paid_on'), value: formatDate(payment.paid_on, locale) },
      { label: t('payment.method'), value: t(`payment.methods.${payment.method}`) },
      { label: t('payment.invoices'), value: allocations.map((one) => one.number).join(', ') },
      { label: gift ? t(`donation.type_of.${gift.kind}`) : '', value: gift?.type ?? '' },
      { label: t('payment.fpx_id'), value: gateway_transaction_id ?? '' },
      { label: t('mail.receipt.credit'), value: credit_sen > 0 ? formatRinggit(credit_sen) : '' },
    ]
    return {
      subject: t(payment.second_debit_of ? 'mail.receipt.second_subject' : 'mail.receipt.subject', {
        number,
        organisation: sender.name,
      }),
      greeting: greetingOf(payment.payer_name, t),
      paragraphs: payment.second_debit_of
        ? [t('mail.receipt.second')]
        : gift
          ? [t(`mail.receipt.gift.${gift.kind}`)]
          : [t('mail.receipt.thanks'), ...(credit_sen > 0 ? [t('mail.receipt.credit_kept')] : [])],
      figure: { label: t('payment.amount'), value: formatRinggit(payment.amount_sen) },
      facts: facts.filter(({ value }) => value !== ''),
      action: { label: t('mail.receipt.see'), url: origin + paths.payment.status(payment.public_code) },
      sender: sender.lines,
      note: t('mail.receipt.note', { organisation: sender.name }),
    }
  },
})
