import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { fixedInsert } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { sealedBody } from './body.ts'

export type Channel = 'direct' | 'indirect' | 'enquiry' | 'callback' | 'webhook'

export interface GatewayMessage {
  ring: Keyring
  gateway: string
  channel: Channel
  raw: Uint8Array
  /** Null when nobody could verify the signature. */
  fingerprint: string | null
  attempt_id: string | null
  response_code: string | null
  /** An effect of the state table, `orphan`, or why it was not believed. */
  outcome: string
  note: string | null
  /** Where it has been sealed already, for a row that was not written then. */
  sealed?: Sealed | undefined
}

/** Belongs to one row, which it names. */
export interface Sealed {
  id: string
  body_sealed: string
  body_sha256: Buffer
}

export function sealedMessage(ring: Keyring, raw: Uint8Array, kept = raw): Sealed {
  const id = newId()
  return {
    id,
    body_sealed: sealedBody(ring, id, kept),
    body_sha256: createHash('sha256').update(raw).digest(),
  }
}

/** Of a message that nobody signed only the beginning is kept; its hash tells the rest. */
const unverifiedBytes = 4_096

/** Into the append-only log of the place, also one that concerns nobody. Returns its id. */
export async function keepMessage(
  trx: Transaction<DB>,
  actor: Actor,
  message: GatewayMessage,
): Promise<string> {
  const row = messageRow(actor, message)
  await messageAdded(trx, row)
  return row.id
}

const messageAdded = fixedInsert('platform.gateway_message')

/** How it is kept: its body sealed for its own row. */
export function messageRow(
  actor: Actor,
  { ring, channel, raw, fingerprint, sealed, ...message }: GatewayMessage,
) {
  const verified = fingerprint !== null
  return {
    ...(sealed ?? sealedMessage(ring, raw, verified ? raw : raw.subarray(0, unverifiedBytes))),
    kind: channel,
    verified,
    certificate_fingerprint: fingerprint,
    ...message,
    ip: actor.ip,
    request_id: actor.request_id,
  }
}
