import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import type { KeptStatus } from '#app/domain/core/crud/nouns.ts'
import { type FeatureCode, isEssential } from '#app/domain/core/features/feature.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * On or off for every organisation, whatever its package holds. Refuses not_found.feature, version_conflict, what it is
 * already (action_not_allowed), and to switch off what nobody may be without (feature.essential).
 */
export async function setFeatureStatus(
  trx: Transaction<DB>,
  actor: Actor,
  { code, version, status }: { code: FeatureCode; version: number; status: KeptStatus },
): Promise<void> {
  const row = await trx
    .selectFrom('platform.feature')
    .select(['status', 'version'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.feature')
  refuseStale(row, version)
  if (row.status === status) throw new Refusal('action_not_allowed')
  if (isEssential(code)) throw new Refusal('feature.essential')
  await trx
    .updateTable('platform.feature')
    .set({ status, ...touched })
    .where('code', '=', code)
    .where('version', '=', version)
    .execute()
  await recordOperator(
    trx,
    actor,
    status === 'active' ? 'feature.activated' : 'feature.deactivated',
    { type: 'feature', id: null },
    { before: { code, status: row.status }, after: { code, status } },
  )
}
