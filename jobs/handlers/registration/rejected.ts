import { handedIn } from '#app/domain/platform/registrations/handed-in.ts'
import { rejectionLetter } from '#app/domain/platform/registrations/registration-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

export const sendRegistrationRejected: Handler<'registration.rejected'> = async (
  { registration_id },
  tools,
) => {
  const data = await tools.inPlace((trx) => handedIn(trx, registration_id))
  if (data.status !== 'rejected') return
  const locale = knownLocale(data.locale)
  await sendPlatformLetter(tools, {
    to: { address: data.contact_email, name: data.contact_name, locale },
    letter: rejectionLetter(data, i18nOf(locale).getFixedT(locale)),
    list: 'registration',
  })
}
