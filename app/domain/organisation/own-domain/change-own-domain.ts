import { randomBytes } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { domainNamed } from './name.ts'
import { type OwnDomain, ownDomain } from './own-domain.ts'

/** Other domains in a week, since each may cost a certificate. */
const perWeek = { points: 10, seconds: 7 * 86_400 }

/** Resets what was found about an earlier domain. */
const unknown = {
  custom_domain_proven_at: null,
  custom_domain_checked_at: null,
  custom_domain_checks: null,
  custom_domain_misses: 0,
  custom_domain_missed_at: null,
}

/** The columns of a newly entered domain, with a random token. */
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

// By an operator, in the platform's schema; the organisation has it in its own log, and its superadmins are mailed.

/**
 * Stops serving an organisation under its own domain until `allowDomain`; its subdomain stays. Refuses
 * not_found.entity, version_conflict, and where there is none or it is off already (action_not_allowed).
 */
export async function switchDomainOff(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  reason: string,
): Promise<{ domain: string }> {
  const { name, domain, status, off_at } = await lockedEntity(trx, at)
  if (!domain || off_at) throw new Refusal('action_not_allowed')
  await updateDomain(trx, at, {
    ...{ custom_domain_status: 'failed', custom_domain_proven_at: null },
    ...{ custom_domain_off_at: sql<Date>`now()`, custom_domain_off_reason: reason },
  })
  const before = { custom_domain_status: status }
  const after = { custom_domain: domain, custom_domain_status: 'failed', reason }
  await recordInBoth(trx, actor, 'entity.domain_off', entityItself(at.id), named(name, { before, after }))
  return { domain }
}

/** Allows it to be verified again. Refuses not_found.entity, version_conflict and what is not off (action_not_allowed). */
export async function allowDomain(trx: Transaction<DB>, actor: Actor, at: At): Promise<void> {
  const { name, domain, off_at } = await lockedEntity(trx, at)
  if (!off_at) throw new Refusal('action_not_allowed')
  await updateDomain(trx, at, {
    ...{ custom_domain_off_at: null, custom_domain_off_reason: null, custom_domain_checked_at: null },
    custom_domain_since: sql<Date>`now()`,
  })
  await recordInBoth(
    trx,
    actor,
    'entity.domain_on',
    entityItself(at.id),
    named(name, { after: { custom_domain: domain } }),
  )
}

async function updateDomain(trx: Transaction<DB>, { id, version }: At, values: Record<string, unknown>) {
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}

async function lockedEntity(trx: Transaction<DB>, { id, version }: At) {
  const row = await trx
    .selectFrom('platform.entity')
    .select(['name', 'custom_domain as domain', 'custom_domain_status as status'])
    .select(['custom_domain_off_at as off_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  refuseStale(row, version)
  return row
}
