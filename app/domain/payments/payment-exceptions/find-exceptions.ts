import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { type KeptBody, openedBody } from '#app/domain/payments/attempts/messages/body.ts'
import { messagesOf } from '#app/domain/payments/payments/find-payments.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import type { Different, ExceptionKind, ExceptionState, Resolution } from './exception.ts'

/** Whose desk: the operator's has the messages of nobody; an organisation's own are within a scope. */
export type Desk = { side: 'tenant'; scope: RowScope } | { side: 'main' }

export const tenantDesk = (scope: RowScope): Desk => ({ side: 'tenant', scope })
export const operatorDesk: Desk = { side: 'main' }

/** What stands on a desk; row-level security says besides whose rows an organisation sees at all. */
export function onDesk(desk: Desk) {
  if (desk.side === 'main') return sql<boolean>`payment_exception.entity_id is null`
  const { scope } = desk
  if (scope.scope === 'all') return sql<boolean>`true`
  if (scope.scope !== 'branch') return sql<boolean>`false`
  return sql<boolean>`payment_exception.branch_ids && ${[...scope.branch_ids]}::uuid[]`
}

/** An attempt may be of several branches, and then it is for the eyes of each. */
export const inBranch = (branch_id: string) =>
  sql<boolean>`payment_exception.branch_ids @> ${[branch_id]}::uuid[]`

export async function openCount(db: Kysely<DB>, desk: Desk): Promise<{ count: number; unowned: number }> {
  return db
    .selectFrom('platform.payment_exception as payment_exception')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where owner_id is null)`.as('unowned'),
    ])
    .where('state', '<>', 'resolved')
    .where(onDesk(desk))
    .executeTakeFirstOrThrow()
}

function found(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payment_exception as payment_exception')
    .selectAll('payment_exception')
    .select([
      sql<ExceptionKind>`payment_exception.kind`.as('kind'),
      sql<ExceptionState>`payment_exception.state`.as('state'),
      sql<Resolution | null>`payment_exception.resolution`.as('resolution'),
      sql<Different[]>`payment_exception.differences`.as('differences'),
    ])
}

/** One of the desk, as a verb needs it; refuses with not_found.payment_exception. */
export async function deskException(db: Kysely<DB>, desk: Desk, id: string) {
  const row = await found(db).where('payment_exception.id', '=', id).where(onDesk(desk)).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment_exception')
  return row
}
export type DeskException = Awaited<ReturnType<typeof deskException>>

/** As its page tells it to the organisation: with its notes and every message about its attempt. */
export async function staffException(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await deskException(db, tenantDesk(scope), id)
  const [notes, messages, payment] = await Promise.all([
    notesOf(db, id),
    row.attempt_id ? messagesOf(db, row.attempt_id) : [],
    row.payment_id ? paymentOf(db, row.payment_id) : null,
  ])
  return { ...row, notes, messages, payment: payment ?? null }
}

/**
 * As its page tells it to operators: of an organisation's only what its list has, of nobody's the whole message, field
 * by field.
 */
export async function operatorException(db: Kysely<DB>, ring: Keyring, id: string) {
  const row = await found(db)
    .leftJoin('platform.entity as entity', 'entity.id', 'payment_exception.entity_id')
    .select('entity.name as entity')
    .where('payment_exception.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment_exception')
  const orphan = row.entity_id === null
  const [notes, message] = await Promise.all([
    orphan ? notesOf(db, id) : [],
    orphan && row.message_id ? messageOf(db, ring, row.message_id) : null,
  ])
  return { ...row, notes, message }
}

async function notesOf(db: Kysely<DB>, exception_id: string) {
  return db
    .selectFrom('platform.payment_exception_note')
    .select(['id', 'body', 'author', 'written_at'])
    .where('exception_id', '=', exception_id)
    .orderBy('written_at')
    .orderBy('id')
    .execute()
}

async function paymentOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'number', 'amount_sen'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A message as it was kept, every field in the order in which it was signed; none once its body is kept no longer. */
async function messageOf(db: Kysely<DB>, ring: Keyring, id: string) {
  const row = await db
    .selectFrom('platform.gateway_message')
    .select([
      'id',
      'gateway',
      'kind',
      'raw_body',
      'body_sealed',
      'certificate_fingerprint',
      'received_at',
      'ip',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { kind, certificate_fingerprint, received_at, ip } = row
  const fields = Object.entries(readBody(ring, row)?.fields ?? {})
  return { kind, certificate_fingerprint, received_at, ip, fields }
}

/**
 * `YYYY-MM-DD`, the first day on which its money can have moved: of the bank's own time, else when the payer was sent to
 * the bank; never after it was raised, since a message in doubt may carry any time.
 */
export async function moneyDay(db: Kysely<DB>, ring: Keyring, row: DeskException): Promise<string> {
  const [ac, attempt] = await Promise.all([
    answerOf(db, ring, row.message_id),
    row.attempt_id
      ? db
          .selectFrom('payment_attempt')
          .select('requested_at')
          .where('id', '=', row.attempt_id)
          .executeTakeFirst()
      : undefined,
  ])
  const moved = ac?.txn_at ?? attempt?.requested_at ?? row.raised_at
  return todayIn(moved < row.raised_at ? moved : row.raised_at)
}

/** By which gateway the money of one comes; null where it belongs to no order. */
export async function gatewayOfException(db: Kysely<DB>, desk: Desk, id: string): Promise<string | null> {
  const { attempt_id } = await deskException(db, desk, id)
  if (!attempt_id) return null
  const { gateway } = await db
    .selectFrom('payment_attempt')
    .select('gateway')
    .where('id', '=', attempt_id)
    .executeTakeFirstOrThrow()
  return gateway
}

/** The message that an exception tells of, as it was signed; null when there was none or it is kept no longer. */
export async function answerOf(db: Kysely<DB>, ring: Keyring, message_id: string | null) {
  if (!message_id) return null
  const row = await db
    .selectFrom('platform.gateway_message')
    .select(['id', 'gateway', 'raw_body', 'body_sealed'])
    .where('id', '=', message_id)
    .executeTakeFirst()
  return row ? readBody(ring, row) : null
}

function readBody(ring: Keyring, row: KeptBody & { gateway: string }): Report | null {
  const body = openedBody(ring, row)
  return body && dialectOf(row.gateway).readKept(body)
}
