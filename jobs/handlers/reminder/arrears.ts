import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { arrearsLetter } from '#app/domain/payments/arrears/arrears-letter.ts'
import { arrearsReaders, arrearsToTell } from '#app/domain/payments/reminders/bucket-mail.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** With the figures of the moment; where nothing is late, and to who left meanwhile, nothing is sent. */
export const mailArrears: Handler<'arrears.mail'> = async ({ user_id }, tools) => {
  const { inPlace, entity, environment } = tools
  const [reader, told, organisation, labels] = await inPlace((trx) =>
    Promise.all([
      arrearsReaders(trx).where('id', '=', user_id).executeTakeFirst(),
      arrearsToTell(trx, currentDay()),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email || told.late.owed_sen === 0) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(entity, environment)
  await postLetter(tools, await mailSettings(tools), {
    to: { address: reader.email, name: reader.name, locale },
    letter: arrearsLetter(told, { t, locale, origin, organisation, reader: reader.name }),
    organisation: { ...organisation, contact_email: '' },
    list: 'arrears',
  })
}
