import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { DomainChecker } from './check.ts'
import {
  type DomainChecks,
  type DomainNews,
  isProven,
  mostMisses,
  type OwnDomain,
  ownDomain,
  pointsAway,
} from './own-domain.ts'

/** Checks by hand in an hour: each makes us ask name servers that somebody else has named. */
const perHour = { points: 5, seconds: 3600 }

interface Proving {
  id: string
  actor: Actor
  checker: Pick<DomainChecker, 'check' | 'certificate'>
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  /** Gives the connection back while the internet is asked. */
  releaseConnection?: () => Promise<void>
}

/**
 * Looks at the records of the domain now, while no transaction is open, and keeps what was found: `verified` when all is
 * right, `failed` when not; one that is verified stays so. Refuses with the first that is wrong, where there is none
 * (domain.not_set), one that is switched off, and the sixth look in an hour.
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
  const checks = await look(proving, row)
  const refused = checks === 'taken' ? 'domain.taken' : refusalOf(checks)
  if (refused) throw new Refusal(refused)
}

/**
 * The same by the clock: one that is not right yet is tried again, and one that is verified and has pointed away for the
 * third day is switched off. The superadmins are notified of each change.
 */
export async function checkByClock(proving: Proving): Promise<void> {
  const row = await proving.write((trx) => ownDomain(trx, proving.id))
  if (!row.domain || row.off_at) return
  const checks = await look(proving, row)
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

/** `taken`: another organisation has proven it first. */
async function look(proving: Proving, row: OwnDomain): Promise<DomainChecks | 'taken'> {
  const { checker, write, releaseConnection } = proving
  await releaseConnection?.()
  const checks = await checker.check(row.domain!, row.token!)
  try {
    await write((trx) => keep(trx, proving, row, checks, 'none yet'))
  } catch (error) {
    if (asRefusal(error)?.code === 'domain.taken') return 'taken'
    throw error
  }
  if (!isProven(checks)) return checks
  await releaseConnection?.()
  const certificate = await checker.certificate(row.domain!)
  const all = { ...checks, certificate }
  await write((trx) => keep(trx, proving, row, all, 'tried'))
  return all
}

/** What was found of a domain that was changed or switched off meanwhile is nothing to the one of now. */
async function keep(
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
    // One that fell while this look was on its way stays fallen.
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
  await tellSuperadmins(trx, 'verified')
}

/** Once a day at most, however often the job runs. */
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
    await tellSuperadmins(trx, row.status === 'failed' ? 'failed' : 'away')
}

/** Who may set it up again. */
export const superadminsToTell = (trx: Transaction<DB>) =>
  notifiableAccounts(trx).where(sql<boolean>`roles && array['superadmin']`)

export async function tellSuperadmins(trx: Transaction<DB>, what: DomainNews): Promise<void> {
  for (const { id } of await superadminsToTell(trx).execute())
    await enqueue(trx, 'domain.notify', { user_id: id, what })
}
