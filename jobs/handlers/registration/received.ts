import { sql } from 'kysely'
import { originOf, originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { registrationLetterData } from '#app/domain/platform/registrations/register.ts'
import { registrationLetter } from '#app/domain/platform/registrations/registration-letter.ts'
import { platformSeller } from '#app/domain/platform/subscriptions/online-payment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** Once, however often the job runs. */
export const sendRegistrationReceived: Handler<'registration.received'> = async (
  { registration_id },
  tools,
) => {
  const { inPlace, environment } = tools
  const [data, seller] = await inPlace((trx) =>
    Promise.all([registrationLetterData(trx, registration_id), platformSeller(trx)]),
  )
  if (!data || data.mailed_at) return
  const locale = knownLocale(data.locale)
  const online = seller === null ? null : originOfMain(environment)
  const t = i18nOf(locale).getFixedT(locale)
  await sendPlatformLetter(tools, {
    to: { address: data.contact_email, name: data.contact_name, locale },
    letter: registrationLetter(data, { t, locale, address: originOf(data, environment), online }),
    list: 'registration',
  })
  await inPlace((trx) =>
    trx
      .updateTable('platform.entity_registration')
      .set({ mailed_at: sql<Date>`now()` })
      .where('id', '=', registration_id)
      .execute(),
  )
}
