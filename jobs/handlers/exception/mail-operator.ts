import { ringOf } from '#app/domain/core/secrets.ts'
import { exceptionLetter, reminderLetter } from '#app/domain/gateways/payment-exceptions/exception-letter.ts'
import { operatorException } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { forgotten, operatorsToNotify } from '#app/domain/gateways/payment-exceptions/raise-exception.ts'
import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** None where the platform has no mail server. */
export const mailOperatorException: Handler<'exception.mail_operator'> = async (
  { operator_id, exception_id },
  tools,
) => {
  const { inPlace, environment } = tools
  if (!environment.smtpUrl) return
  const [operator, found] = await inPlace((trx) =>
    Promise.all([
      operatorsToNotify(trx).where('id', '=', operator_id).executeTakeFirst(),
      exception_id ? operatorException(trx, ringOf(environment), exception_id) : forgotten(trx),
    ]),
  )
  if (!operator || ('count' in found && found.count === 0)) return
  const locale = knownLocale(operator.locale)
  const setting = {
    ...{ t: i18nOf(locale).getFixedT(locale), locale, reader: operator.name, sender: ['Lunas'] },
    organisation: 'entity' in found ? (found.entity ?? 'Lunas') : 'Lunas',
    ...{ origin: originOfMain(environment), side: 'main' as const },
  }
  await sendPlatformLetter(tools, {
    to: { address: operator.email, name: operator.name, locale },
    letter: 'count' in found ? reminderLetter(found, setting) : exceptionLetter(found, setting),
    list: 'payment-exception',
  })
}
