import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { type GatewayMessage, messageRow } from './keep-message.ts'

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
export async function keepRepeated(
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
