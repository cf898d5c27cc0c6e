import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { PayoutStatus } from './payout.ts'

/** What the log says was done to a payout. */
export const payoutVerbs = [
  'approved',
  'stopped',
  'released',
  'cancelled',
  'exported',
  'paid',
  'failed',
] as const
type PayoutVerb = (typeof payoutVerbs)[number]

export type HeldPayout = Awaited<ReturnType<typeof heldAt>>

/** A payout in one of the states that a verb needs, locked with what its organisation is now; refuses any other. */
export async function heldAt(
  trx: Transaction<DB>,
  id: string,
  { version, among }: { version?: number; among: readonly PayoutStatus[] },
) {
  const row = await trx
    .selectFrom('platform.payout')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payout')
  if (!among.includes(row.status as PayoutStatus)) throw new Refusal('payout.state')
  if (version !== undefined) refuseStale(row, version)
  const entity = await trx
    .selectFrom('platform.entity')
    .select(['id as entity_id', 'name', 'status', 'account_name', 'account_number_sealed', 'bank_name'])
    .select(['bank_code', 'bank_status'])
    .where('id', '=', row.entity_id)
    .executeTakeFirstOrThrow()
  return { ...row, entity }
}

/** The one conditional change of a payout, with its line in the log. */
export async function move(
  trx: Transaction<DB>,
  actor: Actor,
  payout: Pick<HeldPayout, 'id' | 'number' | 'entity_id' | 'status' | 'version' | 'net_sen' | 'entity'>,
  verb: PayoutVerb,
  values: UpdateObject<DB, 'platform.payout'> & { status: PayoutStatus },
  told: Record<string, unknown> = {},
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.payout')
    .set({ ...values, ...touched })
    .where('id', '=', payout.id)
    .where('version', '=', payout.version)
    .where('status', '=', payout.status)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new Refusal('version_conflict')
  const { id, number, entity_id, net_sen } = payout
  await recordOperator(
    trx,
    actor,
    `payout.${verb}`,
    { type: 'payout', id, entity_id },
    {
      before: { number, name: payout.entity.name, status: payout.status },
      after: { number, name: payout.entity.name, status: values.status, net_sen, ...told },
    },
  )
}

/** Its lines and adjustments are free for another one. */
export async function freeLines(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('platform.ledger')
    .set({ payout_id: null, updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .execute()
  await trx
    .updateTable('platform.payout_adjustment')
    .set({ payout_id: null, updated_at: sql<Date>`now()` })
    .where('payout_id', '=', id)
    .execute()
}

/** The books of these organisations follow the platform's ledger, each by a job at its own place. */
export const tellBooks = (trx: Transaction<DB>, entity_ids: readonly string[]): Promise<void> =>
  enqueueFor(
    trx,
    'payout.book',
    entity_ids.map((entity_id) => ({ entity_id, payload: {} })),
  )
