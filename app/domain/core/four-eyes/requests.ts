import { type Kysely, type SelectQueryBuilder, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { type Change, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { RequestNoun } from '#app/domain/core/request-nouns.ts'
import type { UndoPage } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'
import { isOwnRequest } from './four-eyes.ts'
import { refuseOwnFamilyAction } from './own-family.ts'

interface RequestRow {
  id: string
  version: number
  status: string
  requested_by: string | null
  requester: string | null
}

interface Rules<N extends RequestNoun, R extends RequestRow> {
  noun: N
  /** The state in which it waits for a decision. */
  waiting: R['status']
  /** The refusal of one that is not in the state that a verb needs. */
  over: RefusalCode
  /** Rows within reach. */
  reached(db: Kysely<DB>, scope: RowScope): SelectQueryBuilder<DB, N, object>
  /** One of them as the verbs need it; refuses not_found. */
  find(db: Kysely<DB>, scope: RowScope, id: string): Promise<R>
  /** Refuses who may not decide of it, whatever their role; who is of the family is refused besides. */
  refuseDecider(trx: Transaction<DB>, actor: Actor, row: R): Promise<void> | void
  /** What the log says of each verb: the row's own words with those of the verb. */
  auditOf(row: R, more: Record<string, unknown>): Change
}

/** The verbs that such nouns have in common. What approving does besides, each noun does itself, after `lockForDecision`. */
export function requestVerbs<N extends RequestNoun, R extends RequestRow>(rules: Rules<N, R>) {
  const { noun, waiting, over, reached, find, refuseDecider, auditOf } = rules

  /** Locked, so that of two who want something of it the second finds what the first did. */
  async function lock(trx: Transaction<DB>, scope: RowScope, id: string): Promise<R> {
    // Kysely's types cannot follow a table that is one of several; one name stands for them.
    const rows = reached(trx, scope) as unknown as SelectQueryBuilder<DB, 'credit_move', object>
    const column = (name: 'id') => `${noun}.${name}` as 'credit_move.id'
    await rows
      .select(column('id'))
      .where(column('id'), '=', id)
      .forUpdate(noun as 'credit_move')
      .execute()
    return find(trx, scope, id)
  }

  /** The same in the one state that is wanted; refuses any other. */
  async function lockAt(
    trx: Transaction<DB>,
    scope: RowScope,
    id: string,
    status: R['status'] = waiting,
  ): Promise<R> {
    const row = await lock(trx, scope, id)
    if (row.status !== status) throw await meanwhile(trx, over, { type: noun, id }, { scope })
    return row
  }

  /** Locked for a decision; refuses who may not make it and what is decided already. */
  async function lockForDecision(
    trx: Transaction<DB>,
    actor: Actor,
    scope: RowScope,
    id: string,
    status: R['status'] = waiting,
  ): Promise<R> {
    const row = await lockAt(trx, scope, id, status)
    await refuseDecider(trx, actor, row)
    await refuseOwnFamilyAction(trx, actor, `${noun}.rejected`, { type: noun, ids: [id], fields: [] })
    return row
  }

  /** Writes a decision and its line in the log; `action` where that has another name than the state it leads to. */
  async function decide(
    trx: Transaction<DB>,
    actor: Actor,
    row: R,
    values: UpdateObject<DB, N> & { status: string },
    { action = values.status, more = {} }: { action?: string; more?: Record<string, unknown> } = {},
  ): Promise<void> {
    const decision = { ...values, decided_by: actor.id, decided_at: sql<Date>`now()` }
    await changeAt(trx, actor, noun, row, decision as UpdateObject<DB, N>, { status: row.status })
    const change = auditOf(row, { asked_by: row.requester, ...more })
    await record(trx, actor, `${noun}.${action}`, { type: noun, id: row.id }, change)
  }

  /** Turns a request down. Refuses who may not decide of it, and a request that is no longer open. */
  async function reject(
    trx: Transaction<DB>,
    actor: Actor,
    scope: RowScope,
    id: string,
    { decision_reason }: { decision_reason: string },
  ): Promise<R> {
    const row = await lockForDecision(trx, actor, scope, id)
    await decide(trx, actor, row, declined('rejected', { decision_reason }), { more: { decision_reason } })
    return row
  }

  /** Withdraws a request of one’s own; refuses anybody else (credit_move.not_yours). */
  async function withdraw(trx: Transaction<DB>, actor: Actor, scope: RowScope, id: string): Promise<R> {
    const row = await lockAt(trx, scope, id)
    if (!isOwnRequest(actor, row)) throw new Refusal(`${noun}.not_yours`)
    await decide(trx, actor, row, declined('withdrawn'))
    return row
  }

  const declined = (status: 'rejected' | 'withdrawn', words: { decision_reason?: string } = {}) =>
    ({ status, ...words }) as UpdateObject<DB, N> & { status: string }

  return { lock, lockAt, lockForDecision, decide, reject, withdraw }
}

/**
 * Refuses (duplicate.<noun>) while a request about the same thing is open, with a link to it. Of two at the same time the unique
 * index refuses the second.
 * @param about the columns of the index
 */
export async function refuseBesideOpen<
  N extends Exclude<RequestNoun & UndoPage, 'credit_refund' | 'fund_move'>,
>(
  trx: Transaction<DB>,
  noun: N,
  about: Record<string, string>,
  { statuses = ['requested'], field }: { statuses?: readonly string[]; field?: string } = {},
): Promise<void> {
  let query = trx
    .selectFrom(noun as 'credit_move')
    .select('id')
    .where('status', 'in', [...statuses])
  for (const [column, value] of Object.entries(about)) query = query.where(sql.ref(column), '=', value)
  const open = await query.executeTakeFirst()
  if (open) throw new Refusal(`duplicate.${noun}` as RefusalCode, field).blockedBy({ to: noun, id: open.id })
}
