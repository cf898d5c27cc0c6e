import type { TFunction } from 'i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Invitation {
  organisation: { name: string; contact_phone: string; contact_email: string }
  invitation: { name: string; email: string | null; token: string; expires_at: Date }
}

/** `origin` is the organisation's own. */
export function invitationLetter(
  { organisation, invitation }: Invitation,
  { t, locale, origin }: { t: TFunction; locale: Locale; origin: string },
): Letter {
  const sender = senderOf(organisation)
  const values = { organisation: sender.name }
  return {
    subject: t('mail.invitation.subject', values),
    greeting: greetingOf(invitation.name, t),
    paragraphs: [t('mail.invitation.text', values), t('mail.invitation.once')],
    facts: [
      { label: t('mail.invitation.sign_in_as'), value: invitation.email ?? '' },
      { label: t('mail.invitation.until'), value: formatInstant(invitation.expires_at, locale) },
    ],
    action: { label: t('mail.invitation.action'), url: origin + paths.invitation(invitation.token) },
    sender: sender.lines,
    note: t('mail.invitation.note', values),
  }
}
