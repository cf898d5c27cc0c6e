import type { TFunction } from 'i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface MailedDraft {
  organisation: { name: string; contact_phone: string; contact_email: string }
  code: string
  expires_at: Date
}

/** The way back to a registration that was begun. */
export function draftLinkLetter(
  { organisation, code, expires_at }: MailedDraft,
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
  const sender = senderOf(organisation)
  const values = { organisation: sender.name }
  return {
    subject: t('mail.draft_link.subject', values),
    greeting: greetingOf(null, t),
    paragraphs: [t('mail.draft_link.text', values), t('mail.draft_link.secret')],
    facts: [{ label: t('mail.draft_link.until'), value: formatDate(todayIn(expires_at), locale) }],
    action: { label: t('mail.draft_link.action'), url: origin + paths.register.resume(code) },
    sender: sender.lines,
    note: t('mail.draft_link.note', values),
  }
}
