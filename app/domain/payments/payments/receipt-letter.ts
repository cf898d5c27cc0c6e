import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { linesInBrief, linesListed } from '#app/domain/core/invoicing/paid-lines.ts'
import { invoiceTitle, titleOfSeveral, withoutName } from '#app/domain/core/invoicing/title.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { isPaidByAnother, receiptRecipient } from '#app/domain/core/letters/recipients.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { type ReceiptDocumentData, receiptDocumentData } from './receipt.ts'

/** Invoices that the mail lists with their lines; the attached PDF has them all. */
const mostListed = 12

/**
 * The receipt for the payer: what was paid, invoice by invoice. To an address that is not the family's it names no child,
 * unlike the attached PDF. It uses the organisation's name as on the receipt. None for a
 * payment that was cancelled in the meantime.
 */
export const receiptLetter = defineLetter<
  'receipt.send',
  Omit<ReceiptDocumentData, 'organisation'>,
  ReceiptDocumentData
>({
  list: 'receipt',
  async load(trx, { payment_id }) {
    const data = await receiptDocumentData(trx, payment_id)
    if (data.payment.status !== 'paid') return undefined
    if (!(await isPaidByAnother(trx, payment_id))) return data
    const allocations = data.allocations.map((one) => ({ ...one, title: withoutName(one.title) }))
    return { ...data, allocations }
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
    const reading = { t, locale }
    const titles = allocations.map((one) => one.title)
    const title = lineOf(gift?.type ?? titleOfSeveral(titles, reading))
    const amount = formatRinggit(payment.amount_sen)
    const facts = [
      { label: t('mail.receipt.number'), value: number },
      { label: t('payment.paid_on'), value: formatDate(payment.paid_on, locale) },
      { label: t('payment.method'), value: t(`payment.methods.${payment.method}`) },
      { label: t('payment.invoices'), value: numbersOf(allocations) },
      { label: t('payment.paper.fee'), value: ringgitOrNone(payment.payer_fee_sen) },
      { label: gift ? t(`donation.type_of.${gift.kind}`) : '', value: gift?.type ?? '' },
      { label: t('payment.fpx_id'), value: gateway_transaction_id ?? '' },
      { label: t('mail.receipt.credit'), value: ringgitOrNone(credit_sen) },
    ]
    return {
      subject: t(subjectOf(payment, title), { number, title, amount, organisation: sender.name }),
      greeting: greetingOf(payment.payer_name, t),
      paragraphs: payment.second_debit_of
        ? [t('mail.receipt.second')]
        : gift
          ? [t(`mail.receipt.gift.${gift.kind}`)]
          : [t('mail.receipt.thanks'), ...(credit_sen > 0 ? [t('mail.receipt.credit_kept')] : [])],
      figure: { label: t('payment.amount'), value: amount },
      items: allocations.slice(0, mostListed).map((one) => ({
        title: `${lineOf(invoiceTitle(one.title, reading))} · ${formatRinggit(one.amount_sen)}`,
        lines: linesInBrief(one.lines, linesListed(allocations.length), reading).map(({ label, sen }) => ({
          ...{ label: lineOf(label, 200), value: formatRinggit(sen) },
        })),
      })),
      facts: facts.filter(({ value }) => value !== ''),
      action: { label: t('mail.receipt.see'), url: origin + paths.payment.status(payment.public_code) },
      sender: sender.lines,
      note: t('mail.receipt.note', { organisation: sender.name }),
    }
  },
})

function subjectOf({ second_debit_of }: ReceiptDocumentData['payment'], title: string): string {
  if (second_debit_of) return 'mail.receipt.second_subject'
  return title ? 'mail.receipt.subject' : 'mail.receipt.subject_credit'
}

const ringgitOrNone = (sen: number) => (sen > 0 ? formatRinggit(sen) : '')

/** Numbers of invoices, so many that the mail stays short. */
function numbersOf(allocations: readonly { number: string | null }[]): string {
  const numbers = allocations.slice(0, mostListed).map(({ number }) => number)
  return [...numbers, ...(allocations.length > mostListed ? ['…'] : [])].join(', ')
}
