import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { checkByClock } from '#app/domain/organisation/own-domain/change-own-domain.ts'
import { type DomainChecker, domainChecker } from '#app/domain/organisation/own-domain/check.ts'
import { hoursOfTrying } from '#app/domain/organisation/own-domain/own-domain.ts'
import { warnOfExpiringCertificates } from '#app/domain/platform/fpx/fpx-watch.ts'
import { bookPayouts } from '#app/domain/platform/payouts/change-payout.ts'
import { prepareDue } from '#app/domain/platform/payouts/prepare-payouts.ts'
import { issueChipFees } from '#app/domain/platform/platform-invoices/chip-fees.ts'
import {
  advanceStages,
  cancelStaleUpgrades,
  issueRenewals,
  sendExpiryNotices,
  startNextPackages,
} from '#app/domain/platform/subscriptions/advance-subscriptions.ts'
import type { Environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { endings } from '#app/integrations/fpx/certificates/validity.ts'
import { FpxConfigError, fpxConfig } from '#app/integrations/fpx/config.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'

const wordsOf = (given: string) => {
  const locale = knownLocale(given)
  return i18nOf(locale).getFixedT(locale)
}

/**
 * Steps in their order: the package of the new year, its invoice, the notices about both, then the stage.
 */
const steps: Record<string, (trx: Transaction<DB>, today: string) => Promise<number>> = {
  packages_started: startNextPackages,
  upgrades_cancelled: cancelStaleUpgrades,
  renewals_issued: (trx, today) => issueRenewals(trx, wordsOf, today),
  chip_fees_issued: (trx, today) => issueChipFees(trx, wordsOf, today),
  notices_sent: sendExpiryNotices,
  stages_advanced: advanceStages,
}

/** Once a day, in batches with a transaction of their own, so that organisations do not wait for each other. */
export const turnAllSubscriptions: Handler<'subscription.turn'> = async (_payload, { withTenant, log }) => {
  const done: Record<string, number> = {}
  for (const [name, step] of Object.entries(steps)) {
    for (;;) {
      const some = await withTenant(async (trx) => step(trx, await databaseDay(trx)))
      if (some === 0) break
      done[name] = (done[name] ?? 0) + some
    }
  }
  if (Object.keys(done).length > 0) log.info(done, 'subscriptions have moved on')
}

export const preparePayouts: Handler<'payout.prepare'> = async (
  _payload,
  { withTenant, now, environment, log },
) => {
  const time = await now()
  const day = { today: todayIn(time), now: time }
  const prepared = await withTenant((trx) =>
    prepareDue(trx, environmentKeyring(environment), systemActor, day),
  )
  if (prepared > 0) log.info({ prepared }, 'payouts are ready to be approved')
}

export const bookPayoutsOf: Handler<'payout.book'> = async (_payload, { withTenant, log }) => {
  const lines = await withTenant(bookPayouts)
  if (lines > 0) log.info({ lines }, 'the book says what the ledger says of its payouts')
}

/** Verified domains are checked once a day, others each hour for some days after they were entered or have failed. */
export const watchDomains: Handler<'domain.watch'> = async (_payload, { withPlatform, job }) => {
  await withPlatform(async (trx) => {
    const due = await domainsDue(trx)
    await enqueueFor(
      trx,
      'domain.check',
      due.map(({ id }) => ({ entity_id: id, payload: {} })),
      job,
    )
  })
}

const domainsDue = (trx: Transaction<DB>) =>
  trx
    .selectFrom('platform.entity')
    .select('id')
    .where('status', '=', 'active')
    .where('custom_domain', 'is not', null)
    .where('custom_domain_off_at', 'is', null)
    .where(
      sql<boolean>`case when custom_domain_status = 'verified'
        then custom_domain_checked_at is null or custom_domain_checked_at < now() - interval '23 hours'
          or custom_domain_misses > 0 and custom_domain_missed_at < now() - interval '23 hours'
        else custom_domain_since > now() - make_interval(hours => ${hoursOfTrying})
          and (custom_domain_checked_at is null or custom_domain_checked_at < now() - interval '50 minutes') end`,
    )
    .execute()

export const checkDomain: Handler<'domain.check'> = (_payload, tools) =>
  checkDomainBy(domainChecker(tools.environment), tools)

/** @param checker replaced by tests, which have no internet */
export const checkDomainBy = (
  checker: Pick<DomainChecker, 'check' | 'certificate'>,
  { entity, withTenant }: Pick<TenantTools, 'entity' | 'withTenant'>,
) => checkByClock({ id: entity.id, actor: systemActor, checker, write: withTenant })

/** Once a day: warns of certificates of FPX and of our own that expire soon. */
export const watchCertificates: Handler<'fpx.watch'> = async (
  _payload,
  { withTenant, now, environment, log },
) => {
  const config = await configOrNone(environment)
  if (!config) return
  const ending = endings(config, await now())
  const warned = await withTenant((trx) => warnOfExpiringCertificates(trx, ending))
  if (ending.length > 0) log.warn({ ending, warned }, 'certificates of FPX end')
}

/** Undefined if FPX is not configured. */
function configOrNone(environment: Environment) {
  return fpxConfig(environment).catch((error: unknown) => {
    if (error instanceof FpxConfigError) return undefined
    throw error
  })
}
