import { type Kysely, sql, type Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.server.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { PayoutSchedule } from './payout.ts'

/** The rhythm in which an organisation is paid, and what its form holds on to. Refuses with not_found.entity. */
export async function scheduleOfEntity(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.entity')
    .select(['id', 'name', 'version', 'payout_frequency', 'payout_day'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.entity')
  return { ...row, payout_frequency: row.payout_frequency as PayoutSchedule['payout_frequency'] }
}

/**
 * From now on the organisation is paid on another day; what is prepared already stays, and a day that was refused before is
 * spoken of no more. Both logs tell it. Refuses version_conflict.
 */
export async function setSchedule(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: { id: string; version: number },
  schedule: PayoutSchedule,
): Promise<string> {
  const { payout_frequency, payout_day, ...row } = await scheduleOfEntity(trx, id)
  refuseStale(row, version)
  const { numUpdatedRows } = await trx
    .updateTable('platform.entity')
    .set({ ...schedule, payout_day_set_at: sql<Date>`now()`, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
  const before = { payout_frequency, payout_day }
  await recordInBoth(
    trx,
    actor,
    'entity.edited',
    entityItself(id),
    difference<Record<string, unknown>>(before, { ...schedule }),
  )
  return row.name
}
