import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { senderOf } from '#app/domain/core/letters/phrases.ts'
import { exceptionLetter, reminderLetter } from '#app/domain/gateways/payment-exceptions/exception-letter.ts'
import { deskException, tenantDesk } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { forgotten, settlersToNotify } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** One that has been settled since, or that another has by now, is in no reminder. */
export const mailException: Handler<'exception.mail'> = async ({ user_id, exception_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const [reader, organisation, labels, found] = await inPlace((trx) =>
    Promise.all([
      settlersToNotify(trx).where('id', '=', user_id).executeTakeFirst(),
      organisationOf(trx),
      labelsOf(trx),
      exception_id ? deskException(trx, tenantDesk(everywhere), exception_id) : forgotten(trx, user_id),
    ]),
  )
  if (!reader?.email || ('count' in found && found.count === 0)) return
  const locale = knownLocale(reader.locale)
  const sender = senderOf(organisation)
  const setting = {
    ...{ t: i18nOf(locale, labels).getFixedT(locale), locale, reader: reader.name, sender: sender.lines },
    ...{ organisation: sender.name, origin: originOf(entity, environment), side: 'tenant' as const },
  }
  await postLetter(tools, await mailSettings(tools), {
    to: { address: reader.email, name: reader.name, locale },
    letter: 'count' in found ? reminderLetter(found, setting) : exceptionLetter(found, setting),
    organisation: { ...organisation, contact_email: '' },
    list: 'payment-exception',
  })
}
