import type { Transaction } from 'kysely'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * A registration that is neither decided nor being made, held until the transaction ends. Refuses not_found.registration,
 * registration.decided and version_conflict.
 */
export async function lockWaiting(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .selectAll('registration')
    .select(['platform.package.name as package', 'trial_days'])
    .where('registration.id', '=', id)
    .forUpdate('registration')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.registration')
  const making = row.approval_asked_at !== null && row.approval_fault === null
  if (row.status !== 'pending' || making) throw new Refusal('registration.decided')
  refuseStale(row, version)
  return row
}
