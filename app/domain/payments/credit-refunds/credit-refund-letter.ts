import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { RefundMethod } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { paths } from '#app/paths.ts'

interface Told {
  id: string
  number: string
  amount_sen: number
  paid_on: string
  method: RefundMethod
  bank_reference: string | null
  /** Whose credit it was. */
  family: string | null
  /** They can sign in and look at it. */
  has_account: boolean
}

const texts = {
  cash: 'mail.credit_refund.cash',
  bank_transfer: 'mail.credit_refund.transfer',
  chip: 'mail.credit_refund.chip',
} as const

/** It names no child, and of the account to which the money went nothing. */
export function creditRefundLetter(refund: Told, { t, locale, origin, organisation }: LetterSetting): Letter {
  const sender = senderOf(organisation)
  const { number, bank_reference } = refund
  const values = { number, organisation: sender.name }
  const text = texts[refund.method]
  return {
    subject: t('mail.credit_refund.subject', values),
    greeting: greetingOf(refund.family, t),
    paragraphs: [t(text, values), t('mail.credit_refund.wrong', values)],
    figure: { label: t('credit_refund.amount_sen'), value: formatRinggit(refund.amount_sen) },
    facts: [
      { label: t('credit_refund.one'), value: number },
      { label: t('credit_refund.paid_on'), value: formatDate(refund.paid_on, locale) },
      { label: t('credit_refund.method'), value: t(`payment.methods.${refund.method}`) },
      ...(bank_reference ? [{ label: t('credit_refund.bank_reference'), value: bank_reference }] : []),
    ],
    ...(refund.has_account
      ? {
          action: {
            label: t('mail.credit_refund.see'),
            url: origin + paths.creditRefund.view(refund.id),
          },
        }
      : {}),
    sender: sender.lines,
    note: t('mail.invoice.note', { organisation: sender.name }),
  }
}
