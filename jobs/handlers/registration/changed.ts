import { handedIn } from '#app/domain/platform/registrations/handed-in.ts'
import { changedRegistrationLetter } from '#app/domain/platform/registrations/registration-changed-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** What an operator changed of a registration, to one of the addresses that are told. */
export const sendRegistrationChanged: Handler<'registration.changed'> = async (
  { registration_id, to: address, before, after, reason },
  tools,
) => {
  const data = await tools.inPlace((trx) => handedIn(trx, registration_id))
  const locale = knownLocale(data.locale)
  await sendPlatformLetter(tools, {
    to: { address, name: data.contact_name, locale },
    letter: changedRegistrationLetter({ ...data, before, after, reason }, i18nOf(locale).getFixedT(locale)),
    list: 'registration',
  })
}
