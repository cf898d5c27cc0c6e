import type { TFunction } from 'i18next'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { paths } from '#app/paths.ts'

interface Told {
  id: string
  student: string
  /** Why it was turned down; null when it was done. */
  decision_reason: string | null
}

interface Setting {
  t: TFunction
  /** The organisation's own. */
  origin: string
  organisation: { name: string; contact_phone: string; contact_email: string }
  reader: string | null
}

/** What the office decided of a change that a family asked for; never to what anything was changed. */
export function studentChangeLetter(
  { id, student, decision_reason }: Told,
  { t, origin, organisation, reader }: Setting,
): Letter {
  const sender = senderOf(organisation)
  const values = { name: lineOf(student), organisation: sender.name }
  return {
    subject: t('mail.student_change.subject', values),
    greeting: greetingOf(reader, t),
    paragraphs: [
      decision_reason === null
        ? t('mail.student_change.approved', values)
        : t('mail.student_change.rejected', { ...values, reason: lineOf(decision_reason, 300) }),
      t('mail.student_change.wrong', values),
    ],
    facts: [],
    action: { label: t('mail.student_change.see'), url: origin + paths.studentChange.view(id) },
    sender: sender.lines,
    note: t('mail.student_change.note', values),
  }
}
