import type { TFunction } from 'i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { ReceiptDocumentData } from './receipt.ts'

/** Whoever paid may be no parent, so it names the invoices and no child. `origin` is the organisation's own. */
export function receiptLetter(
  { organisation, payment, allocations, credit_sen, gift }: ReceiptDocumentData,
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
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
}
