import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { mailServer } from '#app/domain/organisation/entities/find-entity.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { managersToTell } from '#app/domain/organisation/mail-server/hard-errors.ts'
import { mailServerLetter } from '#app/domain/organisation/mail-server/mail-server-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** To one who may set it up. Nobody is told of a server that works again by the time the mail is written. */
export const mailServerFailed: Handler<'mail_server.failed'> = async ({ user_id }, tools) => {
  const [reader, server, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      managersToTell(trx).where('id', '=', user_id).executeTakeFirst(),
      mailServer(trx, tools.entity.id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email || server.status !== 'failed') return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(tools.entity, tools.environment)
  await postLetter(tools, await mailSettings(tools), {
    to: { address: reader.email, name: reader.name, locale },
    letter: mailServerLetter(server, { t, origin, organisation, reader: reader.name }),
    organisation,
    list: 'mail-server',
  })
}
