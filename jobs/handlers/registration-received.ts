import { sql } from 'kysely'
import { originOf } from '#app/domain/entities/origin.ts'
import { htmlLetter, plainLetter } from '#app/domain/mails/letter.ts'
import { lineOf } from '#app/domain/mails/line.ts'
import { registrationLetter } from '#app/domain/mails/registration.ts'
import { registrationLetterData } from '#app/domain/registrations/register.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { MailError } from '#app/integrations/mail/error.ts'
import { platformMail } from '#app/integrations/mail/settings.ts'
import type { Handler } from '../handler.ts'

/** Writes to the contact of a registration what happens next; once, however often the job runs. */
export const sendRegistrationReceived: Handler<'registration.received'> = async (
  { registration_id },
  { inPlace, mailer, environment, job, log },
) => {
  const data = await inPlace((trx) => registrationLetterData(trx, registration_id))
  if (!data || data.mailed_at) return
  const settings = platformMail(environment)
  if (!settings) throw new MailError('unreachable', false, { detail: 'no mail server is set' })
  const locale = data.locale === 'my' ? 'my' : 'en'
  const letter = registrationLetter(data, {
    t: i18nOf(locale).getFixedT(locale),
    locale,
    address: originOf(data, environment),
  })
  await mailer.send(settings, {
    id: job.id,
    to: { address: data.contact_email, name: lineOf(data.contact_name) },
    subject: lineOf(letter.subject, 200),
    text: plainLetter(letter),
    html: htmlLetter(letter, { locale, colour: null }),
    list: 'registration',
  })
  await inPlace((trx) =>
    trx
      .updateTable('platform.entity_registration')
      .set({ mailed_at: sql<Date>`now()` })
      .where('id', '=', registration_id)
      .execute(),
  )
  log.info({ registration: registration_id }, 'mail sent')
}
