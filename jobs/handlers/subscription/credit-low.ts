import { messageCreditLetter } from '#app/domain/platform/subscriptions/message-credit-letter.ts'
import { warnedCreditsOf } from '#app/domain/platform/subscriptions/message-credits/credits.ts'
import { enqueueFromJob } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { forEachKeeper, writeToKeeper } from './keepers.ts'

/** A mail to each who sees the subscription. */
export const tellCreditLow: Handler<'subscription.credit_low'> = (_, tools) =>
  forEachKeeper(tools, (trx, user_id) =>
    enqueueFromJob(trx, tools.job, 'subscription.credit_mail', { user_id }, user_id),
  )

/** Tells how many are left now; nobody, when enough were added meanwhile. */
export const mailCreditLow: Handler<'subscription.credit_mail'> = ({ user_id }, tools) =>
  writeToKeeper(tools, user_id, async (trx) => {
    const credit = await warnedCreditsOf(trx, tools.entity.id)
    return credit === null ? undefined : (setting) => messageCreditLetter(credit, setting)
  })
