import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface Told {
  number: string
  issued_on: string
  total_sen: number
  /** What of it had been paid, and is the family's credit now. */
  credit_sen: number
  payer: string
  invoice: string
  public_code: string
  /** What is still to be paid on the invoice. */
  balance_sen: number
}

/** It names no child; the invoice that is attached does, and says what is left of it. */
export function creditNoteLetter(note: Told, { t, locale, origin, organisation }: LetterSetting): Letter {
  const sender = senderOf(organisation)
  const values = { number: note.number, invoice: note.invoice, organisation: sender.name }
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
      { label: t('credit_note.issued_on'), value: formatDate(note.issued_on, locale) },
      { label: t('mail.credit_note.left'), value: formatRinggit(note.balance_sen) },
    ],
    action: { label: t('mail.credit_note.see'), url: origin + paths.invoice.status(note.public_code) },
    sender: sender.lines,
    note: t('mail.invoice.note', { organisation: sender.name }),
  }
}
