import { randomBytes } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type OwnDomain, ownDomain } from './find-own-domain.ts'
import { domainNamed } from './name.ts'

/** Other domains in a week, since each may cost a certificate. */
const perWeek = { points: 10, seconds: 7 * 86_400 }

/** What was learnt of another domain is nothing to this one. */
const unknown = {
  custom_domain_proven_at: null,
  custom_domain_checked_at: null,
  custom_domain_checks: null,
  custom_domain_misses: 0,
  custom_domain_missed_at: null,
}

/** How one begins: with a token of its own, which nobody can guess. */
export const entered = () => ({
  custom_domain_status: 'pending',
  custom_domain_token: randomBytes(20).toString('hex'),
  custom_domain_since: currentTime(),
})

interface At {
  id: string
  version: number
}

/**
 * Enters a domain, which is served once its records are right; one that was there before is forgotten. Refuses what is no
 * name that can be somebody's own (domain.*), one that another organisation has proven (domain.taken), anything while an
 * operator has switched it off, version_conflict, and the eleventh in a week.
 */
export async function enterDomain(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version, mainHost }: At & { mainHost: string },
  typed: string,
): Promise<{ domain: string }> {
  const named = domainNamed(typed, mainHost)
  if ('problem' in named) throw new Refusal(named.problem, 'domain')
  const before = await locked(trx, { id, version })
  if (before.off_at) throw new Refusal('domain.switched_off')
  if (before.domain === named.ascii) return { domain: named.ascii }
  refuseFlood(await countUse(trx, 'domain.enter', perWeek))
  const names = [named.ascii, named.skeleton]
  const { taken } = await trx
    .selectNoFrom(sql<boolean>`platform.domain_taken(${names}::text[])`.as('taken'))
    .executeTakeFirstOrThrow()
  if (taken) throw new Refusal('domain.taken', 'domain')
  await change(trx, before, id, {
    ...unknown,
    custom_domain: named.ascii,
    ...entered(),
  })
  await record(
    trx,
    actor,
    'entity.domain_entered',
    { type: 'entity', id },
    { before: { custom_domain: before.domain }, after: { custom_domain: named.ascii } },
  )
  return { domain: named.ascii }
}

/** Forgets it; the subdomain stays. Refuses version_conflict, and where there is none (domain.not_set). */
export async function removeDomain(trx: Transaction<DB>, actor: Actor, { id, version }: At): Promise<void> {
  const before = await locked(trx, { id, version })
  if (!before.domain) throw new Refusal('domain.not_set')
  await change(trx, before, id, {
    ...unknown,
    custom_domain: null,
    custom_domain_status: 'not_set',
    custom_domain_token: null,
    custom_domain_since: null,
  })
  await record(
    trx,
    actor,
    'entity.domain_removed',
    { type: 'entity', id },
    { before: { custom_domain: before.domain, custom_domain_status: before.status } },
  )
}

async function locked(trx: Transaction<DB>, { id, version }: At): Promise<OwnDomain> {
  await trx.selectFrom('platform.entity').select('id').where('id', '=', id).forUpdate().execute()
  const row = await ownDomain(trx, id)
  refuseStale(row, version)
  return row
}

async function change(
  trx: Transaction<DB>,
  { version }: OwnDomain,
  id: string,
  values: UpdateObject<DB, 'platform.entity'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}
