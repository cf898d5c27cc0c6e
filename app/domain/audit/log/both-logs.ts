import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Change, record, recordOperator } from '#app/domain/core/audit.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import { enqueue, enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

// What concerns both an organisation and the platform is recorded in both logs: immediately where it happens, and by a job in
// the other.

export type EntityLogEntry = Payload<'entity.log'>
type HelpLogEntry = Payload<'help.log'>

/** In the platform's schema. `entity_id` is null for a registration, which has no organisation yet. */
export async function recordInBoth(
  trx: Transaction<DB>,
  actor: Actor,
  action: EntityLogEntry['action'],
  object: EntityLogEntry['object'] & { entity_id: string | null },
  change: Change,
): Promise<void> {
  await recordOperator(trx, actor, action, object, change)
  const { entity_id, type, id } = object
  if (!entity_id) return
  const { before = null, after = null } = change
  const payload = { action, object: { type, id }, by: byOf(actor), before, after }
  await enqueueFor(trx, 'entity.log', [{ entity_id, payload }])
}

/** In the organisation's schema. */
export async function recordOwnInBoth(
  trx: Transaction<DB>,
  actor: Actor,
  action: HelpLogEntry['action'],
  object: HelpLogEntry['object'],
  after: Record<string, unknown>,
): Promise<void> {
  await record(trx, actor, action, object, { after })
  await enqueue(trx, 'help.log', { action, object, by: byOf(actor), after })
}

/** An organisation itself. */
export const entityItself = (id: string) => ({ type: 'entity', id, entity_id: id }) as const

const byOf = ({ type, id, name, request_id }: Actor): EntityLogEntry['by'] => ({
  type,
  id,
  name,
  request_id,
})

/** In the organisation's schema; false when its log has an entry of this request already. */
export async function writeInOwnLog(
  trx: Transaction<DB>,
  actor: Actor,
  { action, object, before, after }: EntityLogEntry,
): Promise<boolean> {
  const there = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('action', '=', action)
    .where('request_id', '=', actor.request_id)
    .executeTakeFirst()
  if (there) return false
  await record(trx, actor, action, object, { before, after })
  return true
}

/** In the platform's schema; idempotent, since each action happens once to its object. */
export async function writeInPlatformLog(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { action, object, after }: HelpLogEntry,
): Promise<void> {
  const there = await trx
    .selectFrom('platform.audit_log')
    .select('id')
    .where('object_type', '=', object.type)
    .where('object_id', '=', object.id)
    .where('action', '=', action)
    .executeTakeFirst()
  if (!there) await recordOperator(trx, actor, action, { ...object, entity_id }, { after })
}
