import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { type Change, record, recordOperator } from '#app/domain/audit.ts'
import type { DB } from '#db/types.ts'
import { enqueueFor } from '#jobs/enqueue.ts'

const actions = {
  extended: 'subscription.extended',
  credit_changed: 'subscription.credit_changed',
  renewal_requested: 'subscription.renewal_requested',
  paid: 'platform_invoice.paid',
  cancelled: 'platform_invoice.cancelled',
}
type What = keyof typeof actions

interface Concerned {
  type: 'subscription' | 'platform_invoice'
  id: string
}

/**
 * What was done to a subscription or its invoice: in the platform's log, and by a job in that of the organisation, whose tables
 * this transaction does not see. Of a registration there is no organisation yet.
 */
export async function toldOfSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  what: What,
  { entity_id, ...object }: Concerned & { entity_id: string | null },
  change: Change,
): Promise<void> {
  await recordOperator(trx, actor, actions[what], { ...object, entity_id }, change)
  if (!entity_id) return
  const { before = null, after = null } = change
  const { id, name, request_id } = actor
  const type = actor.type === 'operator' ? ('operator' as const) : ('system' as const)
  const payload = { what, of: object, by: { type, id, name, request_id }, before, after }
  await enqueueFor(trx, 'subscription.log', [{ entity_id, payload }])
}

/** In the organisation's place; what its log says of this request already is not written again. */
export async function logSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  what: What,
  object: Concerned,
  change: Change,
): Promise<void> {
  const there = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('action', '=', actions[what])
    .where('request_id', '=', actor.request_id)
    .executeTakeFirst()
  if (!there) await record(trx, actor, actions[what], object, change)
}
