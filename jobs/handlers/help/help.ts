import { originOf } from '#app/domain/entities/origin.ts'
import { ownVisitToTell } from '#app/domain/help-visits/find-help-visits.server.ts'
import { tellOfEndedHelp } from '#app/domain/help-visits/over.server.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { labelsOf } from '#app/domain/labels/find-labels.server.ts'
import { helpVisitLetter } from '#app/domain/mails/setting/help-visit.ts'
import { superadminsToTell } from '#app/domain/own-domain/tell.server.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { platformSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** By the platform's mail server, which nobody of the organisation can set otherwise. */
export const mailHelp: Handler<'help.mail'> = async ({ user_id, visit_id }, tools) => {
  const [reader, visit, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      superadminsToTell(trx).where('id', '=', user_id).executeTakeFirst(),
      ownVisitToTell(trx, visit_id),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(tools.entity, tools.environment)
  await postLetter(tools, platformSettings(tools.environment, tools.entity.name), {
    to: { address: reader.email, name: reader.name, locale },
    letter: helpVisitLetter(visit, { t, locale, origin, organisation, reader: reader.name }),
    organisation,
    list: 'help-visit',
  })
}

export const turnHelp: Handler<'help.turn'> = async (_payload, { inPlace, log }) => {
  const ended = await inPlace(tellOfEndedHelp)
  if (ended > 0) log.info({ ended }, 'visits of operators are over')
}
