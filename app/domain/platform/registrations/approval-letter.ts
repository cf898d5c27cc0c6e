import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { parseMailbox } from '#app/integrations/mail/settings.ts'
import { paths } from '#app/paths.ts'

interface Approved {
  name: string
  email: string | null
  token: string
  expires_at: Date
  /** Where the platform is asked: its address for invoices, else the one that it writes from. */
  help: { email: string; phone: string | null }
}

/** Tells the first owner that the organisation was approved: how to sign in, what to do first, whom to ask. */
export const approvalLetter = defineLetter<'registration.approved', Approved, Approved & { locale: string }>({
  list: 'registration',
  sentBy: 'lunas',
  async load(trx, { invitation_id }, { keys, environment }) {
    const [invitation, issuer] = await Promise.all([
      invitationToSend(trx, keys, invitation_id),
      platformIssuer(trx),
    ])
    const email = issuer.contact_email ?? parseMailbox(environment.mailFrom).address
    return invitation && { ...invitation, help: { email, phone: issuer.contact_phone } }
  },
  to: (_trx, _payload, owner) => recipientOf(owner),

  compose({ name, email, token, expires_at, help }, { t, locale, origin, organisation: { name: full } }) {
    const organisation = lineOf(full, 80)
    const phone = help.phone === null ? '' : lineOf(formatPhone(help.phone), 40)
    const contact = [lineOf(help.email, 254), phone].filter(Boolean).join(' · ')
    const until = formatInstant(expires_at, locale)
    return {
      subject: t('subscription.approved.subject', { organisation }),
      greeting: greetingOf(name, t),
      paragraphs: [
        t('subscription.approved.text', { organisation }),
        t('subscription.approved.first'),
        t('subscription.approved.help', { contact }),
      ],
      facts: [
        { label: t('subscription.approved.sign_in_at'), value: origin + paths.login() },
        { label: t('subscription.approved.sign_in_as'), value: lineOf(email ?? '', 254) },
        { label: t('subscription.approved.until'), value: until },
      ],
      action: { label: t('subscription.approved.action'), url: origin + paths.invitation({ token }) },
      sender: ['Lunas', contact],
      note: t('subscription.approved.note', { organisation }),
    }
  },
})
