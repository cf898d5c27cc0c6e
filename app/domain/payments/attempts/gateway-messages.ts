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
  /** Of the certificate that verified it; null when none did. */
  fingerprint: string | null
  attempt_id: string | null
  response_code: string | null
  /** An effect of the state table, `orphan`, or why the message was refused. */
  outcome: string
  note: string | null
  /** The body, where it was sealed already for a row that was not written then. */
  sealed?: SealedMessage | undefined
}

/** A sealed body and the id of the only row for which it can be opened. */
export interface SealedMessage {
  id: string
  body_sealed: string
  body_sha256: Buffer
}

export function sealMessage(ring: Keyring, raw: Uint8Array, stored = raw): SealedMessage {
  const id = newId()
  return {
    id,
    body_sealed: sealBody(ring, id, stored),
    body_sha256: createHash('sha256').update(raw).digest(),
  }
}

/** Only the beginning of an unverified message is stored, and the hash of all of it. */
const unverifiedBytes = 4_096

/** Stores a message in the append-only log, also one that belongs to no attempt. Returns its id. */
export async function storeMessage(
  trx: Transaction<DB>,
  actor: Actor,
  message: GatewayMessage,
): Promise<string> {
  const row = messageRow(actor, message)
  await insertMessage(trx, row)
  return row.id
}

const insertMessage = fixedInsert('platform.gateway_message')

/** The row of a message, with its body sealed for that row. */
export function messageRow(
  actor: Actor,
  { ring, channel, raw, fingerprint, sealed, ...message }: GatewayMessage,
) {
  const verified = fingerprint !== null
  return {
    ...(sealed ?? sealMessage(ring, raw, verified ? raw : raw.subarray(0, unverifiedBytes))),
    kind: channel,
    verified,
    certificate_fingerprint: fingerprint,
    ...message,
    ip: actor.ip,
    request_id: actor.request_id,
  }
}

/** Messages are sealed with the platform's key: when one comes, it is not known to which organisation it belongs. */
const cellOf = (row: string) => ({
  ...{ place: 'platform', table: 'gateway_message', column: 'body_sealed' },
  row,
})

/** Seals the bytes of a message for its row. */
export function sealBody(ring: Keyring, id: string, raw: Uint8Array): string {
  // latin1 maps each byte to one character, so that any bytes survive and text does not grow.
  return seal(ring, cellOf(id), Buffer.from(raw).toString('latin1'))
}

export interface StoredBody {
  id: string
  /** A body that was stored before bodies were sealed; a job seals it later. */
  raw_body: Buffer | null
  /** When both are null, the body was deleted after its time. */
  body_sealed: string | null
}

/** The bytes as they came; null when they were deleted. */
export function openBody(ring: Keyring, { id, raw_body, body_sealed }: StoredBody): Buffer | null {
  return body_sealed === null ? raw_body : Buffer.from(open(ring, cellOf(id), body_sealed), 'latin1')
}

type MessageRow = ReturnType<typeof messageRow>

interface FoundOrder {
  /** Null where the platform itself is paid. */
  entity_id: string | null
  attempt_id: string
  /** The message was stored as a repetition, and nothing is left to do. */
  repeated: boolean
}

/**
 * Finds the order of a verified message of FPX, and in the same statement stores the message if the same bytes have posted
 * money before. No message reverses a posted payment, so the state table need not be asked again: FPX repeats its call until it
 * gets OK, and each of many repetitions costs one statement. In the platform's schema.
 */
export async function storeIfRepeated(
  trx: Transaction<DB>,
  actor: Actor,
  order_no: string,
  message: Omit<GatewayMessage, 'gateway' | 'attempt_id' | 'outcome' | 'note'>,
): Promise<FoundOrder | undefined> {
  const row = messageRow(actor, {
    ...message,
    gateway: 'fpx',
    attempt_id: null,
    outcome: 'repeat',
    note: null,
  })
  const [found] = await findAndStoreRepeat(
    trx,
    ...([order_no, row.id, row.gateway, row.kind, row.body_sealed, row.body_sha256] as const),
    ...([row.certificate_fingerprint, row.response_code, row.outcome, row.ip, row.request_id] as const),
  )
  return found
}

/** Compiled once, because FPX may repeat its calls thousands of times. */
const findAndStoreRepeat = fixedQuery(
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
  ) => sql<FoundOrder>`
    with known as (
      select entity_id, attempt_id, exists (
        select from platform.gateway_message as booked
        where booked.attempt_id = ordered.attempt_id and booked.body_sha256 = ${body_sha256} and booked.verified
          and booked.outcome in ('post', 'second')) as repeated
      from platform.gateway_order as ordered where order_no = ${order_no} and gateway = 'fpx'),
    stored as (
      insert into platform.gateway_message (entity_id, attempt_id, id, gateway, kind, body_sealed, body_sha256, verified,
        certificate_fingerprint, response_code, outcome, ip, request_id)
      select entity_id, attempt_id, ${id}, ${gateway}, ${kind}, ${body_sealed}, ${body_sha256}, true,
        ${certificate_fingerprint}, ${response_code}, ${outcome}, ${ip}, ${request_id}
      from known where repeated)
    select entity_id, attempt_id, repeated from known`,
)

/** Months for which a body is stored. The outcome, time and hash of the message stay. */
const bodyMonths = 24

/** The number of bodies in one transaction. */
const batch = 500

/**
 * Seals a batch of the bodies that were stored before bodies were sealed; in the platform's schema. Returns how many, and whether
 * these were the last. Skips those that another process is sealing.
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
      .set({ raw_body: null, body_sealed: sealBody(ring, id, raw_body!) })
      .where('id', '=', id)
      .execute()
  return { sealed: rows.length, last: rows.length < most }
}

/**
 * Deletes a batch of the bodies that are too old, except those of open exceptions; in the platform's schema. Returns how many,
 * and whether these were the last.
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

/** Unverified messages of one IP address in ten minutes that are stored; more are only logged. */
const storedForgeries = 100

/** The attempt of an order number, and its organisation (null where the platform is paid); in the platform's schema. */
export async function findOrder(
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
 * Stores a refused message in the platform's schema, since it is unknown whose it is; not all of a flood. `claims` is the order
 * number that it names.
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
    points: storedForgeries,
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
