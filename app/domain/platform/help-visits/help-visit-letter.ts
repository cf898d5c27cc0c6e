import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter, ReaderSetting } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { paths } from '#app/paths.ts'

interface Visit {
  operator_name: string
  reason: string
  began_at: Date
  ends_at: Date
}

/** To who can end it: an operator has begun to look at the organisation. */
export function helpVisitLetter(
  visit: Visit,
  { t, locale, origin, organisation, reader }: ReaderSetting,
): Letter {
  const sender = senderOf(organisation)
  const values = { name: lineOf(visit.operator_name), until: formatInstant(visit.ends_at, locale) }
  return {
    subject: t('mail.help_visit.subject', values),
    greeting: greetingOf(reader, t),
    paragraphs: [t('mail.help_visit.text', values), t('mail.help_visit.end')],
    facts: [
      { label: t('help_visit.operator'), value: values.name },
      { label: t('help_visit.reason'), value: lineOf(visit.reason, 300) },
      { label: t('help_visit.began_at'), value: formatInstant(visit.began_at, locale) },
      { label: t('help_visit.ends_at'), value: values.until },
    ],
    action: { label: t('mail.help_visit.see'), url: origin + paths.setting.help() },
    sender: sender.lines,
    note: t('mail.help_visit.note', { organisation: sender.name }),
  }
}
