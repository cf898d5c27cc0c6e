import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** How a message of the gateway reached us. */
export type Channel = 'direct' | 'indirect' | 'enquiry'

export interface GatewayMessage {
  channel: Channel
  raw: Uint8Array
  /** Null for one whose signature nobody could verify. */
  fingerprint: string | null
  attempt_id: string | null
  response_code: string | null
  /** What was made of it: an effect of the state table, `orphan`, or why it was not believed. */
  outcome: string
  note: string | null
}

/** Of a message that nobody signed only the beginning is kept; its hash tells the rest. */
const unverifiedBytes = 4_096

/** Keeps a message in the append-only log, also one that concerns nobody. Its organisation is the place's own. */
export async function keepMessage(
  trx: Transaction<DB>,
  actor: Actor,
  { channel, raw, fingerprint, ...message }: GatewayMessage,
): Promise<void> {
  const verified = fingerprint !== null
  await trx
    .insertInto('platform.gateway_message')
    .values({
      id: newId(),
      gateway: 'fpx',
      kind: channel,
      raw_body: Buffer.from(verified ? raw : raw.subarray(0, unverifiedBytes)),
      body_sha256: createHash('sha256').update(raw).digest(),
      verified,
      certificate_fingerprint: fingerprint,
      ...message,
      ip: actor.ip,
      request_id: actor.request_id,
    })
    .execute()
}
