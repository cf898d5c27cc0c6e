import { type Kysely, sql, type Transaction } from 'kysely'
import { lockSessions } from '#app/domain/classes/sessions/plan-sessions.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record, recordEach } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { ClosureInput } from './closure.ts'
import { closure, mayChangeClosure } from './find-closures.ts'

/** Days in a branch, or in all of them. */
interface Span {
  starts_on: string
  ends_on: string
  branch_id?: string | null | undefined
}

const within = ({ starts_on, ends_on, branch_id }: Span) =>
  sql<boolean>`(class_session.held_on between ${starts_on}::date and ${ends_on}::date
    ${branch_id ? sql`and class_session.branch_id = ${branch_id}::uuid` : sql``})`

/** Planned sessions of coming days that a closure cancels, without those of the days that it had before it was changed. */
const takenAway = (span: Span, before: Span | undefined, today: string) =>
  sql<boolean>`(class_session.status = 'planned' and class_session.held_on >= ${today}::date and ${within(span)}
    ${before ? sql`and not ${within(before)}` : sql``})`

/** How many planned sessions a closure takes away. */
export async function countTakenAway(
  db: Kysely<DB>,
  span: Span,
  today: string,
  before?: Span,
): Promise<number> {
  const { count } = await db
    .selectFrom('class_session')
    .select(sql<number>`count(*)`.as('count'))
    .where(takenAway(span, before, today))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Cancels them, with the closure's name as the reason. */
async function cancelTaken(
  trx: Transaction<DB>,
  actor: Actor,
  span: Span & { name: string },
  today: string,
  before?: Span,
): Promise<number> {
  const { rows } = await sql<{ id: string; name: string; held_on: string }>`
    update class_session set status = 'cancelled', cancelled_at = now(), cancelled_by = ${actor.id},
      cancel_reason = ${span.name}, cancel_cause = 'closure', version = version + 1, updated_at = now(),
      updated_by = ${actor.id}
    where ${takenAway(span, before, today)}
    returning id, held_on, (select subject.name from subject where subject.id = class_session.subject_id) as name`.execute(
    trx,
  )
  const changes = rows.map(({ id, name, held_on }) => ({
    id,
    before: { name, status: 'planned' },
    after: { name, held_on, status: 'cancelled', reason: span.name },
  }))
  await recordEach(trx, actor, 'class_session.cancelled', { type: 'class_session' }, changes)
  return rows.length
}

const valuesOf = ({ name, starts_on, ends_on, branch_id }: ClosureInput) => ({
  ...{ name, starts_on, ends_on },
  branch_id: branch_id ?? null,
})

/** Refuses a branch that there is not, or that the person does not reach (not_found.branch, at the field). */
async function refuseForeignBranch(trx: Transaction<DB>, scope: RowScope, branch_id: string | null) {
  if (mayChangeClosure(scope, branch_id)) {
    if (branch_id === null) return
    const found = await trx
      .selectFrom('branch')
      .select('id')
      .where('id', '=', branch_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (found) return
  }
  throw new Refusal(branch_id === null ? 'closure.every_branch' : 'not_found.branch', 'branch_id')
}

/** Refuses (closure.sessions_changed) when it is not as many as the page said, or the page did not say any. */
async function refuseOtherCount(
  trx: Transaction<DB>,
  { sessions }: ClosureInput,
  span: Span,
  today: string,
  before?: Span,
): Promise<void> {
  const count = await countTakenAway(trx, span, today, before)
  if (count !== (sessions ?? 0))
    throw new Refusal('closure.sessions_changed', undefined, { count }, [{ count }])
}

/**
 * Adds a closure and cancels the planned sessions in it, also those that somebody moved there. Refuses first when there are
 * some, with their count, so that it is confirmed. Returns the id and how many were cancelled.
 */
export async function createClosure(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  input: ClosureInput,
  today: string,
): Promise<{ id: string; cancelled: number }> {
  const values = valuesOf(input)
  await refuseForeignBranch(trx, scope, values.branch_id)
  await lockSessions(trx)
  await refuseOtherCount(trx, input, values, today)
  const id = newId()
  await trx
    .insertInto('closure')
    .values({ id, ...values, created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(trx, actor, 'closure.created', { type: 'closure', id }, { after: values })
  const cancelled = await cancelTaken(trx, actor, values, today)
  await enqueue(trx, 'class_session.plan', {})
  return { id, cancelled }
}

/** Changes a closure; sessions of days that are open now are planned again. Refuses as createClosure does, and version_conflict. */
export async function editClosure(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  input: ClosureInput,
  today: string,
): Promise<{ cancelled: number }> {
  const before = await locked(trx, scope, id, input.version ?? 0)
  const values = valuesOf(input)
  await refuseForeignBranch(trx, scope, values.branch_id)
  await lockSessions(trx)
  await refuseOtherCount(trx, input, values, today, before)
  await trx
    .updateTable('closure')
    .set({ ...values, ...touched, updated_by: actor.id })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .execute()
  const { name, starts_on, ends_on, branch_id } = before
  const change = difference({ name, starts_on, ends_on, branch_id }, values)
  await record(trx, actor, 'closure.edited', { type: 'closure', id }, named(name, change))
  const cancelled = await cancelTaken(trx, actor, values, today, before)
  await enqueue(trx, 'class_session.plan', {})
  return { cancelled }
}

/** Removes a closure; its sessions of coming days are planned again. Returns the name. Refuses version_conflict. */
export async function removeClosure(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: { id: string; version: number },
): Promise<{ name: string }> {
  const { name, starts_on, ends_on, branch_id } = await locked(trx, scope, id, version)
  await record(
    trx,
    actor,
    'closure.removed',
    { type: 'closure', id },
    { before: { name, starts_on, ends_on, branch_id } },
  )
  await trx.deleteFrom('closure').where('id', '=', id).where('version', '=', version).execute()
  await enqueue(trx, 'class_session.plan', {})
  return { name }
}

async function locked(trx: Transaction<DB>, scope: RowScope, id: string, version: number) {
  await trx.selectFrom('closure').select('id').where('id', '=', id).forUpdate().execute()
  const row = await closure(trx, scope, id)
  if (!mayChangeClosure(scope, row.branch_id)) throw new Refusal('not_found.closure')
  refuseStale(row, version)
  return row
}

/** How many sessions are cancelled for a closure of this name, in its days and branches. */
export async function countCancelledBy(db: Kysely<DB>, row: Span & { name: string }): Promise<number> {
  const { count } = await db
    .selectFrom('class_session')
    .select(sql<number>`count(*)`.as('count'))
    .where(within(row))
    .where('cancel_cause', '=', 'closure')
    .where('cancel_reason', '=', row.name)
    .executeTakeFirstOrThrow()
  return Number(count)
}
