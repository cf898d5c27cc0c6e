import type { Transaction } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import type { Letter } from '#app/domain/core/letters/letter.ts'
import type { PlatformSetting } from '#app/domain/core/letters/platform-letter.ts'
import { keepersOfBank } from '#app/domain/organisation/bank-changes/keepers.ts'
import { dayRequest } from '#app/domain/platform/payouts/day-requests/find.ts'
import { ownPayout } from '#app/domain/platform/payouts/own-payouts.ts'
import { payoutDayLetter } from '#app/domain/platform/payouts/payout-day-letter.ts'
import { payoutLetter } from '#app/domain/platform/payouts/payout-letter.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'
import { platformSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

/** A mail to each who keeps the organisation's bank account, and one to the contact, unless that is one of them. */
export const tellPayout: Handler<'payout.tell'> = (told, tools) =>
  forEachKeeper(tools, (trx, user_id, key) =>
    enqueueFromJob(trx, tools.job, 'payout.mail', { ...told, user_id }, key),
  )

export const mailPayout: Handler<'payout.mail'> = ({ user_id, payout_id, moment }, tools) =>
  writeToKeeper(tools, user_id, async (trx) => {
    const row = await ownPayout(trx, payout_id)
    return (setting) => payoutLetter(row, { ...setting, moment })
  })

/** Likewise, of another payout day that was asked for. */
export const tellPayoutDay: Handler<'payout.tell_day'> = (told, tools) =>
  forEachKeeper(tools, (trx, user_id, key) =>
    enqueueFromJob(trx, tools.job, 'payout.mail_day', { ...told, user_id }, key),
  )

export const mailPayoutDay: Handler<'payout.mail_day'> = ({ user_id, request_id, moment }, tools) =>
  writeToKeeper(tools, user_id, async (trx) => {
    const row = await dayRequest(trx, request_id)
    return (setting) => payoutDayLetter(row, { ...setting, moment })
  })

/** @param ask with the account, or nothing for the contact, and a key that tells one from the other */
const forEachKeeper = (
  { inPlace }: TenantTools,
  ask: (trx: Transaction<DB>, user_id: string | null, key: string) => Promise<unknown>,
): Promise<void> =>
  inPlace(async (trx) => {
    for (const { user_id } of await keepersOfBank(trx)) await ask(trx, user_id, user_id ?? 'contact')
  })

/** By the platform's mail server, as all that it says of the account to which an organisation's money goes. */
async function writeToKeeper(
  tools: TenantTools,
  user_id: string | null,
  find: (trx: Transaction<DB>) => Promise<(setting: PlatformSetting) => Letter>,
): Promise<void> {
  const [keepers, letter, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([keepersOfBank(trx), find(trx), organisationOf(trx), labelsOf(trx)]),
  )
  const reader = keepers.find((keeper) => keeper.user_id === user_id)
  if (!reader) return
  await postToReader(
    tools,
    platformSettings(tools.environment, tools.entity.name),
    { reader, organisation, labels, list: 'payout' },
    (setting) => letter({ ...setting, organisation: organisation.name }),
  )
}
