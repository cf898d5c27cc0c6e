import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { countUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { GatewayName } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import { type Channel, keepMessage } from './messages/keep-message.ts'

/** Unverified messages of one address in ten minutes; more are only logged. */
const forgeriesKept = 100

/** At the platform's place: the organisation that the order number belongs to; none where the platform itself is paid. */
export async function orderOf(
  db: Kysely<DB>,
  order_no: string,
  gateway: GatewayName = 'fpx',
): Promise<{ entity_id: string | null; attempt_id: string } | undefined> {
  return db
    .selectFrom('platform.gateway_order')
    .select(['entity_id', 'attempt_id'])
    .where('order_no', '=', order_no)
    .where('gateway', '=', gateway)
    .executeTakeFirst()
}

/**
 * Keeps a message that is not to be believed, at the platform's place, since nobody knows whose it is; a flood is not
 * kept. `claims` is the order number that it names.
 */
export async function keepForgery(
  trx: Transaction<DB>,
  actor: Actor,
  message: {
    ring: Keyring
    gateway?: GatewayName
    channel: Channel
    raw: Uint8Array
    size: number
    reason: string
    claims: string | null
  },
): Promise<void> {
  const { ring, gateway = 'fpx', channel, raw, size, reason, claims } = message
  const { allowed } = await countUse(trx, visitorKey(`${gateway}.forgery`, actor.ip), {
    points: forgeriesKept,
    seconds: 600,
  })
  if (!allowed) return
  await keepMessage(trx, actor, {
    ring,
    gateway,
    channel,
    raw,
    fingerprint: null,
    attempt_id: null,
    response_code: null,
    outcome: reason,
    note: [claims && `claims ${claims}`, `${size} bytes`].filter(Boolean).join(', '),
  })
}
