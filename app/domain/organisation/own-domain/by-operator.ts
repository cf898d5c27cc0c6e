import { sql, type Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { named } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

// In the platform's place; the organisation reads of it in its own log, and its superadmins by mail.

interface At {
  id: string
  version: number
}

/**
 * Serves an organisation under its own domain no longer, until that is taken back; its subdomain stays. Refuses
 * not_found.entity, version_conflict, and where there is none or it is off already (action_not_allowed).
 */
export async function switchDomainOff(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  reason: string,
): Promise<{ domain: string }> {
  const { name, domain, status, off_at } = await locked(trx, at)
  if (!domain || off_at) throw new Refusal('action_not_allowed')
  await change(trx, at, {
    ...{ custom_domain_status: 'failed', custom_domain_proven_at: null },
    ...{ custom_domain_off_at: sql<Date>`now()`, custom_domain_off_reason: reason },
  })
  const before = { custom_domain_status: status }
  const after = { custom_domain: domain, custom_domain_status: 'failed', reason }
  await recordInBoth(trx, actor, 'entity.domain_off', entityItself(at.id), named(name, { before, after }))
  return { domain }
}

/** Lets it be proven anew. Refuses not_found.entity, version_conflict and what is not off (action_not_allowed). */
export async function allowDomain(trx: Transaction<DB>, actor: Actor, at: At): Promise<void> {
  const { name, domain, off_at } = await locked(trx, at)
  if (!off_at) throw new Refusal('action_not_allowed')
  await change(trx, at, {
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

async function change(trx: Transaction<DB>, { id, version }: At, values: Record<string, unknown>) {
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
}

async function locked(trx: Transaction<DB>, { id, version }: At) {
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
