import { currentDay } from '#app/domain/clock.server.ts'
import { turnSubscriptions } from '#app/domain/subscriptions/turn.server.ts'
import type { Handler } from '#jobs/handler.ts'

/** Once a day, in steps of their own, so that one organisation's renewal never waits for all others. */
export const turnAllSubscriptions: Handler<'subscription.turn'> = async (_payload, { inPlace, log }) => {
  let all = 0
  for (;;) {
    const turned = await inPlace((trx) => turnSubscriptions(trx, currentDay()))
    if (turned === 0) break
    all += turned
  }
  if (all > 0) log.info({ turned: all }, 'subscriptions have moved to their next stage')
}
