import type { Transaction } from 'kysely'

import { fixedQuery } from '#db/fixed-query.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Actor, storedVisitor } from './actor.ts'
import { isRule, refuseOwnFamilyAction } from './four-eyes/own-family.ts'

export interface Change {
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/**
 * In the change's own transaction. `action` is noun.participle ("invoice.cancelled"); `before` and `after` hold the
 * fields that changed, never a secret. Refuses (four_eyes.own_family) what changes the money of the actor's own family, so an
 * action that removes a row is recorded before it; what changes it together with enough others is marked (`own_family`).
 */
export async function record(
  trx: Transaction<DB>,
  actor: Actor,
  action: string,
  object: { type: string; id: string | null },
  change: Change = {},
): Promise<void> {
  const logged = { type: object.type, ids: object.id ? [object.id] : [], fields: fieldsOf(change) }
  if (isRule(action)) {
    const isOwn = await refuseOwnFamilyAction(trx, actor, action, logged)
    const known = isOwn ? { ...change, after: { ...change.after, own_family: true } } : change
    await insertEntry(trx, ...valuesOf(rowOf(actor, action, object, known)))
    return
  }
  await Promise.all([
    refuseOwnFamilyAction(trx, actor, action, logged),
    insertEntry(trx, ...valuesOf(rowOf(actor, action, object, change))),
  ])
}

const fieldsOf = ({ before, after }: Change) => Object.keys({ ...before, ...after })

type Row = ReturnType<typeof rowOf>
type Value = Row[keyof Row]
/** Every column of an entry, each of which the type asks for, so that none is left out of the query below. */
const columns = Object.keys({
  ...{ id: 0, actor_type: 0, actor_id: 0, actor_name: 0, action: 0, object_type: 0, object_id: 0 },
  ...{ before: 0, after: 0, ip: 0, user_agent: 0, request_id: 0 },
} satisfies Record<keyof Row, 0>) as (keyof Row)[]
const valuesOf = (row: Row): Value[] => columns.map((column) => row[column])

const insertEntry = fixedQuery((db, ...values: Value[]) =>
  db
    .insertInto('audit_log')
    .values(Object.fromEntries(columns.map((column, index) => [column, values[index]])) as unknown as Row),
)

/** One entry each, for one action on several objects of a kind; refused as `record` does where all are the own family's. */
export async function recordEach(
  trx: Transaction<DB>,
  actor: Actor,
  action: string,
  { type }: { type: string },
  changes: readonly (Change & { id: string })[],
): Promise<void> {
  if (changes.length === 0) return
  const logged = { type, ids: changes.map(({ id }) => id), fields: changes.flatMap(fieldsOf) }
  await refuseOwnFamilyAction(trx, actor, action, logged)
  await trx
    .insertInto('audit_log')
    .values(changes.map(({ id, ...change }) => rowOf(actor, action, { type, id }, change)))
    .execute()
}

/** In the platform's own log; `entity_id` says which organisation it concerns, if any. */
export async function recordOperator(
  trx: Transaction<DB>,
  actor: Actor,
  action: string,
  object: { type: string; id: string | null; entity_id?: string | null },
  change: Change = {},
): Promise<void> {
  await trx
    .insertInto('platform.audit_log')
    .values({ ...rowOf(actor, action, object, change), entity_id: object.entity_id ?? null })
    .execute()
}

function rowOf(actor: Actor, action: string, object: { type: string; id: string | null }, change: Change) {
  return {
    id: newId(),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    object_type: object.type,
    object_id: object.id,
    before: change.before ? serialized(change.before) : null,
    after: change.after ? serialized(change.after) : null,
    ...storedVisitor(actor),
    request_id: actor.request_id,
  }
}

/** Masks secrets even when the caller forgot to leave them out. */
function serialized(fields: Record<string, unknown>): string {
  return JSON.stringify(fields, (key, value) => (secretField.test(key) && value ? hidden : value))
}

const hidden = '•••'

export function difference<T extends Record<string, unknown>>(before: T, after: Partial<T>): Change {
  const changed = Object.keys(after).filter((key) => !same(before[key], after[key]))
  return {
    before: Object.fromEntries(changed.map((key) => [key, before[key]])),
    after: Object.fromEntries(changed.map((key) => [key, after[key]])),
  }
}

/** With the name of what was changed, so that the log says what an entry is about. */
export function named(name: string, { before, after }: Change): Change {
  return { before: { name, ...before }, after: { name, ...after } }
}

function same(a: unknown, b: unknown): boolean {
  return (a ?? null) === (b ?? null) || JSON.stringify(a) === JSON.stringify(b)
}

/** Fields with these names are always masked. */
export const secretField =
  /password|passphrase|secret|token|_sealed$|_hash$|_mac$|^otp|^code_|recovery_codes?$|private_key|identity_no$|birth_cert_no$/
