import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { FailureSaid } from '#app/domain/payments/credit-refunds/by-chip/failure.ts'
import { paths } from '#app/paths.ts'

interface Told {
  id: string
  number: string
  amount_sen: number
  /** Whose credit it is, which is free again. */
  family: string
  failure: FailureSaid
}

/** To who approves refunds: CHIP has sent nothing back, why, and what to do now. */
export function failedRefundLetter(
  { id, number, amount_sen, family, failure }: Told,
  { t, origin, organisation, reader }: Omit<ReaderSetting, 'locale'>,
): Letter {
  const sender = senderOf(organisation)
  const values = { number, organisation: sender.name }
  return {
    subject: t('mail.failed_refund.subject', values),
    greeting: greetingOf(reader, t),
    paragraphs: [
      t('mail.failed_refund.text', values),
      t(`credit_refund.failures.${failure.code}`),
      ...(failure.words ? [t('mail.failed_refund.said', { words: lineOf(failure.words, 200) })] : []),
      t(`credit_refund.next.${failure.code}`),
    ],
    figure: { label: t('credit_refund.amount_sen'), value: formatRinggit(amount_sen) },
    facts: [
      { label: t('credit_refund.one'), value: number },
      { label: t('credit_refund.parent'), value: lineOf(family, 80) },
    ],
    action: { label: t('mail.credit_refund.see'), url: origin + paths.creditRefund.view(id) },
    sender: sender.lines,
    note: t('mail.failed_refund.note', values),
  }
}
