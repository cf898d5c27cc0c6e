import { forgetOldPapers, papersOfOldSlips } from '#app/domain/payments/transfer-slips/upkeep.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'

/** The files go first: should the rest fail, the next night finds their rows and removes what is gone already. */
export const keepSlips: Handler<'transfer_slip.upkeep'> = async (_payload, { inPlace, files, log }) => {
  const papers = await inPlace(papersOfOldSlips)
  for (const { storage_key } of papers) await files.remove(storage_key)
  const forgotten = await inPlace((trx) => forgetOldPapers(trx, papers))
  if (forgotten > 0) log.info({ forgotten }, 'papers of old slips removed')
}

export const keepAllSlips: Handler<'transfer_slip.upkeep_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'transfer_slip.upkeep'))
}
