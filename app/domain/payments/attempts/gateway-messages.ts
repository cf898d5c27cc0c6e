import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { countUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import type { GatewayName } from '#app/integrations/gateway/gateway.ts'
import { fixedInsert, fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

export type Channel = 'direct' | 'indirect' | 'enquiry' | 'callback' | 'webhook'

interface GatewayMessage {
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
export async function storeMessage(
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

/** A message belongs to the platform, also one about an organisation's order: nobody knows whose it is when it comes. */
const cellOf = (row: string) => ({
  ...{ place: 'platform', table: 'gateway_message', column: 'body_sealed' },
  row,
})

/** The bytes as they came, sealed for the row of their message. */
export function sealedBody(ring: Keyring, id: string, raw: Uint8Array): string {
  // A letter for each byte, so that what is no text comes back as it was and what is one does not grow.
  return seal(ring, cellOf(id), Buffer.from(raw).toString('latin1'))
}

export interface StoredBody {
  id: string
  /** What was kept before bodies were sealed, until its turn comes. */
  raw_body: Buffer | null
  /** Null with `raw_body` null: it was kept for its time and is gone. */
  body_sealed: string | null
}

/** The bytes as they came; null when they are no longer kept. */
export function openedBody(ring: Keyring, { id, raw_body, body_sealed }: StoredBody): Buffer | null {
  return body_sealed === null ? raw_body : Buffer.from(open(ring, cellOf(id), body_sealed), 'latin1')
}

type MessageRow = ReturnType<typeof messageRow>

interface Known {
  /** None where the platform itself is paid. */
  entity_id: string | null
  attempt_id: string
  /** It is kept, and nothing is left to do. */
  repeated: boolean
}

/**
 * Whose order a verified message of FPX is about; in the same statement it is kept when these very bytes have booked
 * money before. Nothing a gateway says takes back what is booked, so the state table need not be asked again: FPX
 * repeats its call until it hears OK, and a storm of repetitions costs one statement each. At the platform's place.
 */
export async function storeIfRepeated(
  trx: Transaction<DB>,
  actor: Actor,
  order_no: string,
  message: Omit<GatewayMessage, 'gateway' | 'attempt_id' | 'outcome' | 'note'>,
): Promise<Known | undefined> {
  const row = messageRow(actor, {
    ...message,
    gateway: 'fpx',
    attempt_id: null,
    outcome: 'repeat',
    note: null,
  })
  const [found] = await known(
    trx,
    ...([order_no, row.id, row.gateway, row.kind, row.body_sealed, row.body_sha256] as const),
    ...([row.certificate_fingerprint, row.response_code, row.outcome, row.ip, row.request_id] as const),
  )
  return found
}

/** Put together once: a storm asks it thousands of times. */
const known = fixedQuery(
  (
    _db,
    order_no: string,
    id: MessageRow['id'],
    gateway: MessageRow['gateway'],
    kind: MessageRow['kind'],
    body_sealed: MessageRow['body_sealed'],
    body_sha256: MessageRow['body_sha256'],
    certificate_fingerprint: MessageRow['certificate_fingerprint'],
    response_code: MessageRow['response_code'],
    outcome: MessageRow['outcome'],
    ip: MessageRow['ip'],
    request_id: MessageRow['request_id'],
  ) => sql<Known>`
    with known as (
      select entity_id, attempt_id, exists (
        select from platform.gateway_message as booked
        where booked.attempt_id = ordered.attempt_id and booked.body_sha256 = ${body_sha256} and booked.verified
          and booked.outcome in ('post', 'second')) as repeated
      from platform.gateway_order as ordered where order_no = ${order_no} and gateway = 'fpx'),
    kept as (
      insert into platform.gateway_message (entity_id, attempt_id, id, gateway, kind, body_sealed, body_sha256, verified,
        certificate_fingerprint, response_code, outcome, ip, request_id)
      select entity_id, attempt_id, ${id}, ${gateway}, ${kind}, ${body_sealed}, ${body_sha256}, true,
        ${certificate_fingerprint}, ${response_code}, ${outcome}, ${ip}, ${request_id}
      from known where repeated)
    select entity_id, attempt_id, repeated from known`,
)

/** For which a body is kept. What the message meant, its time and its hash stay with the books. */
const bodyMonths = 24

/** Bodies in one transaction. */
const batch = 500

/**
 * Seals some of the bodies that were kept before bodies were sealed; at the platform's place. Returns how many; fewer than a
 * batch are the last. Those that another is sealing are left to them.
 */
export async function sealBodies(
  trx: Transaction<DB>,
  ring: Keyring,
  most = batch,
): Promise<{ sealed: number; last: boolean }> {
  const rows = await trx
    .selectFrom('platform.gateway_message')
    .select(['id', 'raw_body'])
    .where('raw_body', 'is not', null)
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, raw_body } of rows)
    await trx
      .updateTable('platform.gateway_message')
      .set({ raw_body: null, body_sealed: sealedBody(ring, id, raw_body!) })
      .where('id', '=', id)
      .execute()
  return { sealed: rows.length, last: rows.length < most }
}

/**
 * Takes some of the bodies away whose time is over, but for those by which somebody still has to decide; at the
 * platform's place. Returns how many, as {@link sealBodies}.
 */
export async function deleteOldBodies(
  trx: Transaction<DB>,
  most = batch,
): Promise<{ forgotten: number; last: boolean }> {
  const { numUpdatedRows } = await trx
    .updateTable('platform.gateway_message')
    .set({ raw_body: null, body_sealed: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('platform.gateway_message as old')
        .select('old.id')
        .where('old.received_at', '<', sql<Date>`now() - make_interval(months => ${bodyMonths})`)
        .where((or) => or.or([or('old.raw_body', 'is not', null), or('old.body_sealed', 'is not', null)]))
        .where((not) =>
          not.not(
            not.exists(
              not
                .selectFrom('platform.payment_exception')
                .select('platform.payment_exception.id')
                .whereRef('platform.payment_exception.message_id', '=', 'old.id')
                .where('platform.payment_exception.state', '<>', 'resolved'),
            ),
          ),
        )
        .orderBy('old.received_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  const forgotten = Number(numUpdatedRows)
  return { forgotten, last: forgotten < most }
}

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
export async function storeForgery(
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
  await storeMessage(trx, actor, {
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
