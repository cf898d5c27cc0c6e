import type { TFunction } from 'i18next'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { paths } from '#app/paths.ts'

interface MailedChange {
  organisation: { name: string; contact_phone: string; contact_email: string }
  name: string
  what: 'password' | 'contact'
}

/** Sent in case it was not the person who made the change. */
export function accountLetter(
  { organisation, name, what }: MailedChange,
  { t, origin }: { t: TFunction; origin: string },
): Letter {
  const sender = senderOf(organisation)
  const values = { organisation: sender.name }
  return {
    subject: t(`mail.account.subject_${what}`, values),
    greeting: greetingOf(name, t),
    paragraphs: [t(`mail.account.text_${what}`, values), t('mail.account.not_you', values)],
    facts: [],
    action: { label: t('mail.account.see'), url: origin + paths.profile.view() },
    sender: sender.lines,
    note: t('mail.account.note', values),
  }
}
