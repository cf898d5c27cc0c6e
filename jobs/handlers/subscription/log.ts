import { systemActor } from '#app/domain/actor.ts'
import { logSubscription } from '#app/domain/subscriptions/operator/told.server.ts'
import type { Handler } from '#jobs/handler.ts'

/** What was done to a subscription, into the organisation's own log; once, by the request in which it was done. */
export const writeSubscriptionLog: Handler<'subscription.log'> = async (
  { what, of, by, before, after },
  { inPlace, job },
) => {
  const actor = { ...systemActor, ...by, request_id: by.request_id ?? job.id }
  await inPlace((trx) => logSubscription(trx, actor, what, of, { before, after }))
}
