import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'

interface Told {
  name: string
  email: string | null
  token: string
  expires_at: Date
}

/** One that was used, replaced or withdrawn meanwhile is not sent. */
export const invitationLetter = defineLetter<'invitation.send', Told, Told & { locale: Locale }>({
  list: 'invitation',
  load: (trx, { invitation_id }, { keys }) => invitationToSend(trx, keys, invitation_id),
  to: (_trx, _payload, invitation) => recipientOf(invitation),

  compose(invitation, { t, locale, origin, organisation }) {
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
      action: {
        label: t('mail.invitation.action'),
        url: origin + paths.invitation({ token: invitation.token }),
      },
      sender: sender.lines,
      note: t('mail.invitation.note', values),
    }
  },
})
