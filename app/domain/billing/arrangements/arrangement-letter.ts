import { formatDate } from '#app/domain/core/dates.ts'
import type { Letter, LetterSetting } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'

interface Told {
  name: string
  family_code: string
  total_sen: number
  /** In their order. */
  parts: readonly { due_on: string; amount_sen: number }[]
}

/** What was agreed with a family: how much by which day, and that nothing reminds it meanwhile. It names no child. */
export function arrangementLetter(
  { name, family_code, total_sen, parts }: Told,
  { t, locale, origin, organisation }: LetterSetting,
): Letter {
  const sender = senderOf(organisation)
  const values = { organisation: sender.name, family_code }
  return {
    subject: t('mail.arrangement.subject', values),
    greeting: greetingOf(name, t),
    paragraphs: [t('mail.arrangement.text', values), t('mail.arrangement.meanwhile', values)],
    figure: { label: t('arrangement.total_sen'), value: formatRinggit(total_sen) },
    facts: parts.map(({ due_on, amount_sen }) => ({
      label: t('mail.arrangement.until', { date: formatDate(due_on, locale) }),
      value: formatRinggit(amount_sen),
    })),
    action: { label: t('mail.statement.pay'), url: origin + paths.pay() },
    sender: sender.lines,
    note: t('mail.statement.note', values),
  }
}
