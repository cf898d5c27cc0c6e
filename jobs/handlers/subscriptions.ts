import type { Transaction } from 'kysely'
import { currentDay } from '#app/domain/core/clock.ts'
import { advanceStages, sendExpiryNotices } from '#app/domain/platform/subscriptions/advance-stages.ts'
import {
  cancelStaleUpgrades,
  issueRenewals,
  startNextPackages,
} from '#app/domain/platform/subscriptions/auto-renew.ts'
import { issueChipFees } from '#app/domain/platform/subscriptions/chip-fees.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Handler } from '#jobs/handler.ts'

const wordsOf = (given: string) => {
  const locale = knownLocale(given)
  return i18nOf(locale).getFixedT(locale)
}

/**
 * In the order in which one builds upon the other: the package of the new year, then its invoice, then what is told of both,
 * then the stage.
 */
const steps: Record<string, (trx: Transaction<DB>, today: string) => Promise<number>> = {
  begun: startNextPackages,
  dropped: cancelStaleUpgrades,
  billed: (trx, today) => issueRenewals(trx, wordsOf, today),
  charged: (trx, today) => issueChipFees(trx, wordsOf, today),
  told: sendExpiryNotices,
  turned: advanceStages,
}

/** Once a day, in steps of their own, so that one organisation's renewal never waits for all others. */
export const turnAllSubscriptions: Handler<'subscription.turn'> = async (_payload, { withTenant, log }) => {
  const done: Record<string, number> = {}
  for (const [name, step] of Object.entries(steps)) {
    for (;;) {
      const some = await withTenant((trx) => step(trx, currentDay()))
      if (some === 0) break
      done[name] = (done[name] ?? 0) + some
    }
  }
  if (Object.keys(done).length > 0) log.info(done, 'subscriptions have moved on')
}
