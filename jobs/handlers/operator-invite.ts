import { ringOf } from '#app/domain/core/secrets.ts'
import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import { invitationToken, isInvited } from '#app/domain/platform/operators/invitations.ts'
import { invitationLetter } from '#app/domain/platform/operators/operator-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'

/** Unless it has been taken up, withdrawn or replaced by a newer one in the meantime. */
export const inviteOperator: Handler<'operator.invite'> = async ({ operator_id, token_sealed }, tools) => {
  const { inPlace, environment } = tools
  const token = invitationToken(ringOf(environment), operator_id, token_sealed)
  const to = await inPlace(async (trx) =>
    (await isInvited(trx, operator_id, token)) ? operator(trx, operator_id) : undefined,
  )
  if (!to) return
  const locale = knownLocale(to.locale)
  const setting = { t: i18nOf(locale).getFixedT(locale), locale, origin: originOfMain(environment) } as const
  await sendPlatformLetter(tools, {
    to: { address: to.email, name: to.name, locale },
    letter: invitationLetter({ ...to, until: to.invited_until! }, token, setting),
    list: 'account',
  })
}
