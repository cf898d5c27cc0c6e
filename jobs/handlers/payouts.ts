import { systemActor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { bookPayouts } from '#app/domain/platform/payouts/change-payout.ts'
import { prepareDue } from '#app/domain/platform/payouts/prepare.ts'
import type { Handler } from '#jobs/handler.ts'

export const preparePayouts: Handler<'payout.prepare'> = async (
  _payload,
  { withTenant, environment, log },
) => {
  const day = { today: currentDay(), now: new Date() }
  const prepared = await withTenant((trx) =>
    prepareDue(trx, environmentKeyring(environment), systemActor, day),
  )
  if (prepared > 0) log.info({ prepared }, 'payouts are ready to be approved')
}

export const bookPayoutsOf: Handler<'payout.book'> = async (_payload, { withTenant, log }) => {
  const lines = await withTenant(bookPayouts)
  if (lines > 0) log.info({ lines }, 'the book says what the ledger says of its payouts')
}
