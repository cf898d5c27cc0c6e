import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { invitationLetter } from '#app/domain/identity/letters/invitation.ts'
import { invitationToSend } from '#app/domain/identity/passwords/invitation.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'
import { keysOf } from '../keys.ts'

/** One that was used, replaced or withdrawn in the meantime is not sent. */
export const sendInvitation: Handler<'invitation.send'> = async ({ invitation_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const [invitation, organisation] = await inPlace((trx) =>
    Promise.all([invitationToSend(trx, keysOf(tools), invitation_id), organisationOf(trx)]),
  )
  if (!invitation?.email) return
  const { locale, name, email } = invitation
  const t = i18nOf(locale).getFixedT(locale)
  const sent = await postLetter(tools, await mailSettings(tools), {
    to: { address: email, name, locale },
    letter: invitationLetter(
      { organisation, invitation },
      { t, locale, origin: originOf(entity, environment) },
    ),
    organisation,
    list: 'invitation',
  })
  tools.log.info({ invitation: invitation_id, sent }, sent ? 'mail sent' : 'mail was sent before')
}
