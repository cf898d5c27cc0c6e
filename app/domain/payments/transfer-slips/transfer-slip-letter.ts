import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface Told {
  number: string | null
  public_code: string
  amount_sen: number
  paid_on: string
  reference_no: string
  decision_reason: string
}

interface Setting extends LetterSetting {
  reader: string | null
}

/** The office did not find the transfer of a slip, or cannot read it: why, and where another one is shown. */
export function transferSlipLetter(slip: Told, { t, locale, origin, organisation, reader }: Setting): Letter {
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
}
