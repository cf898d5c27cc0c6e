import { settleArrangements } from '#app/domain/billing/arrangements/settle-arrangements.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'

/** Writes down which arrangements were kept or broken by today. */
export const settleArrangementsOf: Handler<'arrangement.settle'> = async (_payload, { inPlace, log }) => {
  const over = await inPlace((trx) => settleArrangements(trx, currentDay()))
  if (over > 0) log.info({ over }, 'payment arrangements are over')
}

export const settleAllArrangements: Handler<'arrangement.settle_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'arrangement.settle'))
}
