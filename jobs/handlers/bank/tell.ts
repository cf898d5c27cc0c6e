import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { bankChangeLetter } from '#app/domain/organisation/bank-changes/bank-change-letter.ts'
import { ownBankChange } from '#app/domain/organisation/bank-changes/find-bank-changes.ts'
import { keepersOfBank } from '#app/domain/organisation/bank-changes/keepers.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { platformSettings } from '#jobs/mail/mail-settings.ts'
import { postToReader } from '#jobs/mail/post-to-reader.ts'

/** A mail to each who may change the account, and one to the contact, unless that is one of them. */
export const tellBank: Handler<'bank.tell'> = async (told, { inPlace, job }) => {
  await inPlace(async (trx) => {
    for (const { user_id } of await keepersOfBank(trx))
      await enqueueFromJob(trx, job, 'bank.mail', { ...told, user_id }, user_id ?? 'contact')
  })
}

/** By the platform's mail server, whatever the organisation has: who may turn the account elsewhere may set that up, too. */
export const mailBank: Handler<'bank.mail'> = async ({ user_id, change_id, moment }, tools) => {
  const [keepers, row, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([keepersOfBank(trx), ownBankChange(trx, change_id), organisationOf(trx), labelsOf(trx)]),
  )
  const reader = keepers.find((keeper) => keeper.user_id === user_id)
  if (!reader) return
  await postToReader(
    tools,
    platformSettings(tools.environment, tools.entity.name),
    { reader, organisation, labels, list: 'bank-change' },
    (setting) => bankChangeLetter(row, { ...setting, moment }),
  )
}
