import { keepersOfBank } from '#app/domain/bank-changes/keepers.server.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { labelsOf } from '#app/domain/labels/find-labels.server.ts'
import { payoutLetter } from '#app/domain/mails/platform/payout.ts'
import { payoutDayLetter } from '#app/domain/mails/platform/payout-day.ts'
import { dayRequest } from '#app/domain/payouts/day-requests/find.server.ts'
import { ownPayout } from '#app/domain/payouts/own-payouts.server.ts'
import { enqueueFromJob } from '#jobs/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { platformSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

/** A mail to each who keeps the organisation's bank account, and one to the contact, unless that is one of them. */
export const tellPayout: Handler<'payout.tell'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { user_id } of await keepersOfBank(trx))
      await enqueueFromJob(trx, job, 'payout.mail', { ...told, user_id }, user_id ?? 'contact')
  })
}

/** By the platform's mail server, as all that it says of the account to which its money goes. */
export const mailPayout: Handler<'payout.mail'> = async ({ user_id, payout_id, moment }, tools) => {
  const [keepers, row, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([keepersOfBank(trx), ownPayout(trx, payout_id), organisationOf(trx), labelsOf(trx)]),
  )
  const reader = keepers.find((keeper) => keeper.user_id === user_id)
  if (!reader) return
  await postToReader(
    tools,
    platformSettings(tools.environment, tools.entity.name),
    { reader, organisation, labels, list: 'payout' },
    (setting) => payoutLetter(row, { ...setting, moment, organisation: organisation.name }),
  )
}

/** Likewise, of another payout day that was asked for. */
export const tellPayoutDay: Handler<'payout.tell_day'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { user_id } of await keepersOfBank(trx))
      await enqueueFromJob(trx, job, 'payout.mail_day', { ...told, user_id }, user_id ?? 'contact')
  })
}

export const mailPayoutDay: Handler<'payout.mail_day'> = async ({ user_id, request_id, moment }, tools) => {
  const [keepers, row, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([keepersOfBank(trx), dayRequest(trx, request_id), organisationOf(trx), labelsOf(trx)]),
  )
  const reader = keepers.find((keeper) => keeper.user_id === user_id)
  if (!reader) return
  await postToReader(
    tools,
    platformSettings(tools.environment, tools.entity.name),
    { reader, organisation, labels, list: 'payout' },
    (setting) => payoutDayLetter(row, { ...setting, moment, organisation: organisation.name }),
  )
}
