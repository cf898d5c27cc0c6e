import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { superadminsToTell } from '#app/domain/organisation/own-domain/tell.ts'
import { ownVisitToTell } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { helpVisitLetter } from '#app/domain/platform/help-visits/help-visit-letter.ts'
import { tellOfEndedHelp } from '#app/domain/platform/help-visits/over.ts'
import type { Handler } from '#jobs/handler.ts'
import { platformSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

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
  await postToReader(
    tools,
    platformSettings(tools.environment, tools.entity.name),
    { reader: { ...reader, email: reader.email }, organisation, labels, list: 'help-visit' },
    (setting) => helpVisitLetter(visit, setting),
  )
}

export const turnHelp: Handler<'help.turn'> = async (_payload, { inPlace, log }) => {
  const ended = await inPlace(tellOfEndedHelp)
  if (ended > 0) log.info({ ended }, 'visits of operators are over')
}
