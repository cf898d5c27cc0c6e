import type { Kysely } from 'kysely'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { openedBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { readKept } from '#app/integrations/fpx/answers.ts'
import type { DB } from '#db/types.ts'

export interface LastMessage {
  kind: string
  received_at: Date
  entity: string | null
  response_code: string | null
  certificate_fingerprint: string | null
}

export interface ClockCheck {
  /** What the message says. */
  sent_at: Date
  received_at: Date
  /** Seconds by which our clock is ahead of the message, what it took on its way included. */
  ahead: number
}

/** The last message that FPX signed, and what its last call to our server says of the two clocks; null before any came. */
export async function lastMessages(
  db: Kysely<DB>,
  ring: Keyring,
): Promise<{ last: LastMessage | null; clock: ClockCheck | null }> {
  const [last, direct] = await Promise.all([
    signed(db)
      .leftJoin('platform.entity', 'platform.entity.id', 'platform.gateway_message.entity_id')
      .select(['platform.gateway_message.kind', 'received_at', 'platform.entity.name as entity'])
      .select(['response_code', 'certificate_fingerprint'])
      .executeTakeFirst(),
    // An answer to a question of ours tells the time of a payment that may be long past.
    signed(db)
      .select(['id', 'raw_body', 'body_sealed', 'received_at'])
      .where('kind', '=', 'direct')
      .executeTakeFirst(),
  ])
  return { last: last ?? null, clock: direct ? clockOf(openedBody(ring, direct), direct.received_at) : null }
}

function signed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.gateway_message')
    .where('gateway', '=', 'fpx')
    .where('verified', '=', true)
    .orderBy('received_at', 'desc')
    .limit(1)
}

function clockOf(body: Buffer | null, received_at: Date): ClockCheck | null {
  const sent_at = body && readKept(body)?.txn_at
  if (!sent_at) return null
  return { sent_at, received_at, ahead: Math.round((received_at.getTime() - sent_at.getTime()) / 1_000) }
}
