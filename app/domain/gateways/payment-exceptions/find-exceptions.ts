import { type Kysely, type RawBuilder, sql } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { entityChoices } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { openBody, type StoredBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { messagesOf } from '#app/domain/payments/payments/find-payments.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import { dialectOf } from '#app/integrations/gateway/gateways.ts'
import type { DB } from '#db/types.ts'
import {
  type Different,
  type ExceptionKind,
  type ExceptionState,
  exceptionKinds,
  exceptionStates,
  patienceDays,
  type Resolution,
} from './exception.ts'

/** The operator's desk has the orphaned messages; an organisation's desk its own exceptions within a scope. */
export type Desk = { side: 'tenant'; scope: RowScope } | { side: 'main' }

export const tenantDesk = (scope: RowScope): Desk => ({ side: 'tenant', scope })
export const operatorDesk: Desk = { side: 'main' }

/** SQL condition: the exceptions of a desk. Row-level security additionally limits organisations to their own rows. */
export function onDesk(desk: Desk) {
  if (desk.side === 'main') return sql<boolean>`payment_exception.entity_id is null`
  const { scope } = desk
  if (scope.scope === 'all') return sql<boolean>`true`
  if (scope.scope !== 'branch') return sql<boolean>`false`
  return sql<boolean>`payment_exception.branch_ids && ${[...scope.branch_ids]}::uuid[]`
}

/** SQL condition: an exception of this branch, maybe among others. */
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

/** One exception of a desk; refuses not_found.payment_exception. */
export async function deskException(db: Kysely<DB>, desk: Desk, id: string) {
  const row = await found(db).where('payment_exception.id', '=', id).where(onDesk(desk)).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment_exception')
  return row
}
export type DeskException = Awaited<ReturnType<typeof deskException>>

/** An exception as the organisation's page shows it: with its notes and all messages of its attempt. */
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
 * An exception as the operator's page shows it: for an organisation's only the columns of the list, for an orphaned message
 * all its fields.
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

/** A stored message with its fields in the order in which they were signed; without fields once its body is deleted. */
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
 * The earliest day of the payment, `YYYY-MM-DD`: by the bank's time, else when the payer was sent to the bank; at most the
 * day of the exception, since a dubious message may contain any time.
 */
export async function moneyDay(db: Kysely<DB>, ring: Keyring, row: DeskException): Promise<string> {
  const [report, attempt] = await Promise.all([
    answerOf(db, ring, row.message_id),
    row.attempt_id
      ? db
          .selectFrom('payment_attempt')
          .select('requested_at')
          .where('id', '=', row.attempt_id)
          .executeTakeFirst()
      : undefined,
  ])
  const moved = report?.txn_at ?? attempt?.requested_at ?? row.raised_at
  return todayIn(moved < row.raised_at ? moved : row.raised_at)
}

/** The gateway of an exception; null for an orphaned message. */
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

/** The message of an exception as it was signed; null without one or once its body is deleted. */
export async function answerOf(db: Kysely<DB>, ring: Keyring, message_id: string | null) {
  if (!message_id) return null
  const row = await db
    .selectFrom('platform.gateway_message')
    .select(['id', 'gateway', 'raw_body', 'body_sealed'])
    .where('id', '=', message_id)
    .executeTakeFirst()
  return row ? readBody(ring, row) : null
}

function readBody(ring: Keyring, row: StoredBody & { gateway: string }): Report | null {
  const body = openBody(ring, row)
  return body && dialectOf(row.gateway).readStored(body)
}

/** Columns of both desks. */
const columns = [
  { key: 'kind', label: 'payment_exception.kind', words: 'payment_exception.kinds', sort: true },
  {
    key: 'amount_sen',
    label: 'payment_exception.amount',
    kind: 'money',
    room: 'much',
    total: true,
    sort: true,
  },
  { key: 'transaction_id', label: 'payment.transaction_id', kind: 'number', room: 'widest', lines: true },
  { key: 'owner', label: 'payment_exception.owner', room: 'wide' },
  { key: 'state', label: 'payment.status', kind: 'status', words: 'payment_exception.states' },
  { key: 'expected_sen', label: 'payment_exception.expected', kind: 'money', total: true, only: 'file' },
  { key: 'response_code', label: 'payment.response_code', only: 'file' },
  {
    key: 'resolution',
    label: 'payment_exception.resolution',
    words: 'payment_exception.resolutions',
    only: 'file',
  },
  { key: 'resolver', label: 'payment_exception.resolver', only: 'file' },
  { key: 'resolved_at', label: 'payment_exception.resolved_at', kind: 'instant', only: 'file' },
] as const

const filters = {
  from: onDay('payment.from', { until: 'to' }),
  to: onDay('payment.to'),
  // `unsettled`: not resolved; `unowned`: of these, unassigned; `old`: of these, open for a week.
  state: oneOf(
    'payment.status',
    ['unsettled', 'unowned', 'old', ...exceptionStates],
    'payment_exception.states',
  ),
  kind: oneOf('payment_exception.kind', exceptionKinds, 'payment_exception.kinds'),
}

interface Asked {
  state: (typeof filters.state.values)[number] | undefined
  kind: ExceptionKind | undefined
  from: string | undefined
  to: string | undefined
}

/** Online payments that need checking, the oldest first. */
export const exceptionList = tenantList<Selected<typeof raised>>()({
  name: 'payment-exception',
  title: 'payment_exception.plural',
  access: { view: 'payment_exception.view', print: 'payment_exception.print' },
  columns: [
    { key: 'order_no', label: 'payment.order_no', kind: 'number' },
    { key: 'raised_at', label: 'payment_exception.raised_at', kind: 'instant', sort: true },
    { key: 'payer', label: 'payment.payer', room: 'who' },
    ...columns,
  ],
  filters: {
    ...filters,
    branch_id: oneEntry('payment.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
  },
  tabs: { filter: 'state', column: 'tabs', opens: 'unsettled' },
  defaultSort: 'raised_at',
  query(db, { scope }, { q, branch_id, ...asked }) {
    let query = raised(db)
      .where(onDesk(tenantDesk(scope)))
      .where(narrowed(asked))
    if (branch_id) query = query.where(inBranch(branch_id))
    return q ? query.where((eb) => contains(eb, q, [...searched, 'payment_exception.payer'])) : query
  },
})

/**
 * Exceptions of all organisations, which they settle themselves, and orphaned messages, which only an operator can settle.
 */
export const allExceptionList = operatorList<Selected<typeof raisedAnywhere>>()({
  name: 'payment-exception',
  title: 'payment_exception.plural',
  access: { view: 'admin.payment_exception.view', print: 'admin.payment_exception.print' },
  columns: [
    { key: 'order_no', label: 'payment.order_no', kind: 'number' },
    { key: 'raised_at', label: 'payment_exception.raised_at', kind: 'instant', room: 'card', sort: true },
    {
      key: 'entity',
      label: 'collection.entity',
      none: 'payment_exception.no_entity',
      room: 'who',
      sort: true,
    },
    ...columns,
  ],
  filters: { ...filters, entity_id: oneEntry('collection.entity', entityChoices) },
  tabs: { filter: 'state', column: 'tabs', opens: 'unsettled' },
  defaultSort: 'raised_at',
  query(db, _reader, { q, entity_id, ...asked }) {
    let query = raisedAnywhere(db).where(narrowed(asked))
    if (entity_id) query = query.where('payment_exception.entity_id', '=', entity_id)
    return q ? query.where((eb) => contains(eb, q, [...searched, 'entity.name'])) : query
  },
})

const searched = ['payment_exception.order_no', 'payment_exception.transaction_id'] as const

function narrowed({ state, kind, from, to }: Asked) {
  const conditions = [
    ...(kind ? [sql`payment_exception.kind = ${kind}`] : []),
    ...(from ? [sql`payment_exception.raised_at >= ${dayBegins(from)}`] : []),
    ...(to ? [sql`payment_exception.raised_at < ${dayBegins(to, 1)}`] : []),
    ...(state ? [byState[state] ?? sql`payment_exception.state = ${state}`] : []),
  ]
  return sql<boolean>`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`
}

const byState: Record<'unsettled' | 'unowned' | 'old', RawBuilder<unknown>> &
  Partial<Record<string, RawBuilder<unknown>>> = {
  unsettled: sql`payment_exception.state <> 'resolved'`,
  unowned: sql`payment_exception.state <> 'resolved' and payment_exception.owner_id is null`,
  old: sql`payment_exception.state <> 'resolved'
    and payment_exception.raised_at < now() - ${sql.lit(patienceDays)} * interval '1 day'`,
}

function raised(db: Kysely<DB>) {
  return db
    .selectFrom('platform.payment_exception as payment_exception')
    .select(['payment_exception.id', 'payment_exception.order_no', 'payment_exception.raised_at'])
    .select(['payment_exception.payer', 'payment_exception.kind', 'payment_exception.amount_sen'])
    .select(['payment_exception.transaction_id', 'payment_exception.owner', 'payment_exception.state'])
    .select(['payment_exception.expected_sen', 'payment_exception.response_code'])
    .select(['payment_exception.resolution', 'payment_exception.resolver', 'payment_exception.resolved_at'])
    .select(
      sql<string[]>`array_remove(array[payment_exception.state,
        case when ${byState.unsettled} then 'unsettled' end,
        case when ${byState.unowned} then 'unowned' end,
        case when ${byState.old} then 'old' end], null)`.as('tabs'),
    )
}

function raisedAnywhere(db: Kysely<DB>) {
  return raised(db)
    .leftJoin('platform.entity as entity', 'entity.id', 'payment_exception.entity_id')
    .select('entity.name as entity')
}
