import { randomBytes } from 'node:crypto'
import { sql, type Transaction, type UpdateObject } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { DomainChecker } from './check.ts'
import {
  type DomainChecks,
  type DomainNews,
  domainNamed,
  isProven,
  mostMisses,
  type OwnDomain,
  ownDomain,
  pointsAway,
} from './own-domain.ts'

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

/** The columns of a newly entered domain, with a random token; `now` by the clock of the database. */
export const entered = (now: Date) => ({
  custom_domain_status: 'pending',
  custom_domain_token: randomBytes(20).toString('hex'),
  custom_domain_since: now,
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
  await updateDomain(
    trx,
    { id, version },
    {
      ...unknown,
      custom_domain: named.ascii,
      ...entered(await databaseTime(trx)),
    },
  )
  await record(
    trx,
    actor,
    'entity.domain_entered',
    { type: 'entity', id },
    { before: { custom_domain: before.domain }, after: { custom_domain: named.ascii } },
  )
  return { domain: named.ascii }
}

/** Removes the domain; the subdomain stays. Refuses version_conflict, and domain.not_set if there is none. */
export async function removeDomain(trx: Transaction<DB>, actor: Actor, { id, version }: At): Promise<void> {
  const before = await locked(trx, { id, version })
  if (!before.domain) throw new Refusal('domain.not_set')
  await updateDomain(
    trx,
    { id, version },
    {
      ...unknown,
      custom_domain: null,
      custom_domain_status: 'not_set',
      custom_domain_token: null,
      custom_domain_since: null,
    },
  )
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

// Operators' changes run in the platform's schema; they are recorded in both logs, and the superadmins are mailed.

/**
 * Stops serving an organisation under its own domain until `allowDomain`; its subdomain stays. Refuses
 * not_found.entity, version_conflict, and (action_not_allowed) if there is no domain or it is off already.
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

/** Allows the domain to be verified again. Refuses not_found.entity, version_conflict and one that is not off (action_not_allowed). */
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

async function updateDomain(
  trx: Transaction<DB>,
  { id, version }: At,
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

/** Manual checks in an hour, since each makes us query name servers that the organisation has chosen. */
const perHour = { points: 5, seconds: 3600 }

interface Proving {
  id: string
  actor: Actor
  checker: Pick<DomainChecker, 'check' | 'certificate'>
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Returns the database connection while DNS is queried. */
  releaseConnection?: () => Promise<void>
}

/**
 * Checks the domain's records now, without an open transaction, and stores the result: `verified` if all are right, else
 * `failed`; a verified domain stays verified. Refuses with the first record that is wrong, domain.not_set,
 * domain.switched_off, and too_many_requests for the sixth check in an hour.
 */
export async function checkByHand(proving: Proving): Promise<void> {
  const { write, id } = proving
  const row = await write(async (trx) => {
    const row = await ownDomain(trx, id)
    if (!row.domain) throw new Refusal('domain.not_set')
    if (row.off_at) throw new Refusal('domain.switched_off')
    return row
  })
  refuseFlood(await write((trx) => countUse(trx, 'domain.check', perHour)))
  const checks = await inspect(proving, row)
  const refused = checks === 'taken' ? 'domain.taken' : refusalOf(checks)
  if (refused) throw new Refusal(refused)
}

/**
 * The scheduled check: a domain that is not verified yet is tried again, and a verified one that has pointed away for the third
 * day is switched off. Superadmins are notified of each change.
 */
export async function checkByClock(proving: Proving): Promise<void> {
  const row = await proving.write((trx) => ownDomain(trx, proving.id))
  if (!row.domain || row.off_at) return
  const checks = await inspect(proving, row)
  if (checks === 'taken' || row.status !== 'verified' || !pointsAway(checks)) return
  await proving.write((trx) => countMiss(trx, proving, row))
}

/** The first problem to report; the page shows all. */
function refusalOf({ txt, address, reach, certificate }: DomainChecks) {
  if (address !== 'ok') return 'domain.no_a_record'
  if (txt !== 'ok') return 'domain.no_proof'
  if (reach !== 'ok') return 'domain.unreachable'
  if (certificate === 'caa') return 'domain.caa_forbids'
  return certificate === null || certificate === 'ok' ? undefined : 'domain.no_certificate'
}

/** Checks the records, then the certificate. `taken`: another organisation has verified the domain first. */
async function inspect(proving: Proving, row: OwnDomain): Promise<DomainChecks | 'taken'> {
  const { checker, write, releaseConnection } = proving
  await releaseConnection?.()
  const checks = await checker.check(row.domain!, row.token!)
  try {
    await write((trx) => saveChecks(trx, proving, row, checks, 'none yet'))
  } catch (error) {
    if (asRefusal(error)?.code === 'domain.taken') return 'taken'
    throw error
  }
  if (!isProven(checks)) return checks
  await releaseConnection?.()
  const certificate = await checker.certificate(row.domain!)
  const all = { ...checks, certificate }
  await write((trx) => saveChecks(trx, proving, row, all, 'tried'))
  return all
}

/** Stores the result, unless the domain was changed or switched off in the meantime. */
async function saveChecks(
  trx: Transaction<DB>,
  { id, actor }: Proving,
  { domain, token, status: before }: OwnDomain,
  checks: DomainChecks,
  certificate: 'none yet' | 'tried',
): Promise<void> {
  const proven = isProven(checks)
  const right = proven && (checks.certificate === null || checks.certificate === 'ok')
  const waits = proven && certificate === 'none yet'
  const status = before === 'verified' || (right && !waits) ? 'verified' : waits ? 'pending' : 'failed'
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({
      custom_domain_status: status,
      custom_domain_checks: JSON.stringify(checks),
      custom_domain_checked_at: sql<Date>`now()`,
      ...(before === 'verified'
        ? {}
        : { custom_domain_proven_at: proven ? sql<Date>`coalesce(custom_domain_proven_at, now())` : null }),
      ...(right && { custom_domain_misses: 0, custom_domain_missed_at: null }),
    })
    .where('id', '=', id)
    .where('custom_domain', '=', domain)
    .where('custom_domain_token', '=', token)
    .where('custom_domain_off_at', 'is', null)
    // A domain that failed during this check stays failed.
    .where(sql<boolean>`(custom_domain_status = 'verified') = ${before === 'verified'}`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n || before === 'verified' || status !== 'verified') return
  await record(
    trx,
    actor,
    'entity.domain_verified',
    { type: 'entity', id },
    { after: { custom_domain: domain, custom_domain_status: status } },
  )
  await notifySuperadmins(trx, 'verified')
}

/** Counts a day on which the domain points away, at most once a day. */
async function countMiss(trx: Transaction<DB>, { id, actor }: Proving, { domain }: OwnDomain): Promise<void> {
  const over = sql<boolean>`custom_domain_misses + 1 >= ${mostMisses}`
  const row = await trx
    .updateTable('platform.entity')
    .set({
      custom_domain_misses: sql<number>`custom_domain_misses + 1`,
      custom_domain_missed_at: sql<Date>`now()`,
      custom_domain_status: sql<string>`case when ${over} then 'failed' else custom_domain_status end`,
      custom_domain_proven_at: sql<Date>`case when ${over} then null else custom_domain_proven_at end`,
      custom_domain_since: sql<Date>`case when ${over} then now() else custom_domain_since end`,
    })
    .where('id', '=', id)
    .where('custom_domain', '=', domain)
    .where('custom_domain_status', '=', 'verified')
    .where(
      sql<boolean>`(custom_domain_missed_at is null or custom_domain_missed_at < now() - interval '20 hours')`,
    )
    .returning(['custom_domain_status as status', 'custom_domain_misses as misses'])
    .executeTakeFirst()
  if (!row) return
  if (row.status === 'failed')
    await record(
      trx,
      actor,
      'entity.domain_failed',
      { type: 'entity', id },
      {
        before: { custom_domain_status: 'verified' },
        after: { custom_domain: domain, custom_domain_status: 'failed' },
      },
    )
  if (row.misses === 1 || row.status === 'failed')
    await notifySuperadmins(trx, row.status === 'failed' ? 'failed' : 'away')
}

/** Who may set it up again. */
export const superadminAccounts = (trx: Transaction<DB>) =>
  notifiableAccounts(trx).where(sql<boolean>`roles && array['superadmin']`)

export async function notifySuperadmins(trx: Transaction<DB>, what: DomainNews): Promise<void> {
  for (const { id } of await superadminAccounts(trx).execute())
    await enqueue(trx, 'domain.notify', { user_id: id, what })
}
