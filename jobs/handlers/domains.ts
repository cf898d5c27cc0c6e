import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { type DomainChecker, domainChecker } from '#app/domain/organisation/own-domain/check.ts'
import { hoursOfTrying } from '#app/domain/organisation/own-domain/own-domain.ts'
import { checkByClock } from '#app/domain/organisation/own-domain/prove-own-domain.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'

/** Verified ones once a day; others each hour for the days after they were entered or have failed. */
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

/** `checker`: what a test puts in place of the internet. */
export const checkDomainBy = (
  checker: Pick<DomainChecker, 'check' | 'certificate'>,
  { entity, withTenant }: Pick<TenantTools, 'entity' | 'withTenant'>,
) => checkByClock({ id: entity.id, actor: systemActor, checker, write: withTenant })
