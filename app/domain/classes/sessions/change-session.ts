import { sql, type Transaction } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { daysToChange } from '#app/domain/classes/marking/window.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addDays, daysBetween, todayIn } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { classSession, trainersFor } from './find-sessions.ts'
import { lockSessions } from './plan-sessions.ts'
import type { AddInput, CancelInput, MoveInput } from './session.ts'
import { refuseTaken, takenBy, type Wanted, warningsOf } from './session-clashes.ts'

/** Days ahead for which a session may be placed. */
export const furthestDays = 366

/**
 * Refuses (class_session.window) a day that is further back than these roles may change, and (class_session.too_far)
 * one more than a year ahead.
 */
function refuseOutsideWindow(actor: Actor, on: string, today: string, field?: string): void {
  const days = daysToChange(actor.roles)
  if (days === undefined) throw new Refusal('action_not_allowed')
  if (days !== null && daysBetween(on, today) > days)
    throw new Refusal('class_session.window', field, { days })
  if (on > addDays(today, furthestDays)) throw new Refusal('class_session.too_far', field)
}

interface ClassDates {
  status: string
  starts_on: string | null
  ends_on: string | null
}

/** Refuses a class that is not active (class_session.class_closed) and a day outside its dates (class_session.outside_class). */
function refuseOutsideClass({ status, starts_on, ends_on }: ClassDates, on: string): void {
  if (status !== 'active') throw new Refusal('class_session.class_closed')
  if ((starts_on && on < starts_on) || (ends_on && on > ends_on))
    throw new Refusal('class_session.outside_class', 'held_on')
}

/** Those of the class of a session. */
const datesOf = (row: Awaited<ReturnType<typeof classSession>>): ClassDates => ({
  status: row.subject_status,
  starts_on: row.subject_starts_on,
  ends_on: row.subject_ends_on,
})

/** The session, locked until the transaction ends, within reach and at the version that was seen. */
async function locked(trx: Transaction<DB>, scope: RowScope, { id, version }: AtVersion) {
  await lockSessions(trx)
  await trx.selectFrom('class_session').select('id').where('id', '=', id).forUpdate().execute()
  const row = await classSession(trx, scope, id)
  refuseStale(row, version)
  return row
}

interface AtVersion {
  id: string
  version: number
}

/**
 * Gives a session that was neither confirmed nor cancelled (else class_session.confirmed, class_session.cancelled) another
 * day, time, room, trainer, topic or note. One that is being marked stays on its day (class_session.opened). Refuses a trainer
 * and a room that are taken, and what is outside the class or the window; what is only worth a warning
 * (class_session.check) unless it is confirmed.
 */
export async function moveSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  input: MoveInput,
  today: string,
): Promise<{ name: string; moved: boolean }> {
  const row = await locked(trx, scope, { id, version: input.version })
  refuseFinished(row)
  const after = {
    ...placementOf(input),
    topic: input.topic ?? null,
    note: input.note || null,
  }
  const { topic: _, note: __, ...place } = after
  const before = {
    ...placementOf({ ...row, room: row.room ?? undefined }),
    trainer_user_id: row.trainer_user_id,
  }
  const moved = JSON.stringify(before) !== JSON.stringify(place)
  refuseOutsideWindow(actor, row.held_on, today)
  if (moved) {
    refuseOutsideWindow(actor, place.held_on, today, 'held_on')
    if (row.status === 'open' && place.held_on !== row.held_on)
      throw new Refusal('class_session.opened', 'held_on')
    refuseOutsideClass(datesOf(row), place.held_on)
    await refuseUnoffered(trx, scope, row.subject_id, place.trainer_user_id, row.trainer_user_id)
    const wanted = { id, subject_id: row.subject_id, branch_id: row.branch_id, ...place }
    await refuseTaken(trx, scope, wanted)
    const sameTime = row.held_on === place.held_on && row.starts === place.starts && row.ends === place.ends
    if (!input.confirmed && !sameTime) await warn(trx, scope, wanted)
  }
  const values = moved ? { ...after, is_edited: true, clash: null } : { topic: after.topic, note: after.note }
  await changeAt(trx, actor, 'class_session', { id, version: input.version }, values, { status: row.status })
  const known = { ...before, trainer: row.trainer, topic: row.topic, note: row.note }
  const { trainer_user_id, ...told } = after
  const change = difference(known, { ...told, trainer: await nameOf(trx, trainer_user_id) })
  await record(
    trx,
    actor,
    moved ? 'class_session.moved' : 'class_session.edited',
    { type: 'class_session', id },
    named(row.subject, change),
  )
  return { name: row.subject, moved }
}

function refuseFinished({ id, status }: { id: string; status: string }): void {
  if (status === 'confirmed' || status === 'cancelled')
    throw new Refusal(`class_session.${status}`).blockedBy({ to: 'class_session', id })
}

const placementOf = ({
  held_on,
  starts,
  ends,
  room,
  trainer_user_id,
}: {
  held_on: string
  starts: string
  ends: string
  room?: string | undefined
  trainer_user_id?: string | null | undefined
}) => ({ held_on, starts, ends, room: room ?? null, trainer_user_id: trainer_user_id ?? null })

async function nameOf(trx: Transaction<DB>, user_id: string | null): Promise<string | null> {
  if (!user_id) return null
  const row = await trx.selectFrom('user_account').select('name').where('id', '=', user_id).executeTakeFirst()
  return row?.name ?? null
}

/** Refuses a trainer who is not offered (not_found.trainer, at the field). */
async function refuseUnoffered(
  trx: Transaction<DB>,
  scope: RowScope,
  subject_id: string,
  trainer_user_id: string | null,
  kept: string | null = null,
): Promise<void> {
  if (!trainer_user_id) return
  const offered = await trainersFor(trx, scope, subject_id, kept)
  if (!offered.some(({ id }) => id === trainer_user_id))
    throw new Refusal('not_found.trainer', 'trainer_user_id')
}

/** Refuses once with what is worth a second look, which the page shows beside a box to confirm it. */
async function warn(trx: Transaction<DB>, scope: RowScope, wanted: Wanted): Promise<void> {
  const warnings = await warningsOf(trx, scope, wanted)
  if (warnings.closing !== null || warnings.count > 0)
    throw new Refusal('class_session.check', undefined, {}, [warnings])
}

/** Cancels a session that was not confirmed; nothing is charged or paid for it. Returns the name of its class. */
export async function cancelSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { reason, version }: CancelInput,
  today: string,
): Promise<{ name: string; held_on: string }> {
  const row = await locked(trx, scope, { id, version })
  refuseFinished(row)
  refuseOutsideWindow(actor, row.held_on, today)
  const values = {
    ...{ status: 'cancelled', cancelled_at: sql<Date>`now()`, cancelled_by: actor.id, cancel_reason: reason },
    cancel_cause: null,
  }
  await changeAt(trx, actor, 'class_session', { id, version }, values, { status: row.status })
  const change = {
    before: { status: row.status },
    after: { held_on: row.held_on, status: 'cancelled', reason },
  }
  await record(
    trx,
    actor,
    'class_session.cancelled',
    { type: 'class_session', id },
    named(row.subject, change),
  )
  return { name: row.subject, held_on: row.held_on }
}

/** Whether a cancelled session may be planned again: until its day is over, and on the day on which it was cancelled. */
export const mayRestore = (
  { status, held_on, cancelled_at }: { status: string; held_on: string; cancelled_at: Date | null },
  today: string,
): boolean =>
  status === 'cancelled' && (held_on >= today || (cancelled_at !== null && todayIn(cancelled_at) === today))

/**
 * Plans a cancelled session again, on its day (else class_session.restore_late). Refuses one that was made up for
 * (class_session.made_up). A trainer or a room that is taken by now is left out. The planner does not cancel it again.
 */
export async function restoreSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: AtVersion,
  today: string,
): Promise<{ name: string; held_on: string; clash: string | null }> {
  const row = await locked(trx, scope, { id, version })
  if (row.status !== 'cancelled') throw new Refusal('action_not_allowed')
  if (!mayRestore(row, today)) throw new Refusal('class_session.restore_late')
  refuseOutsideWindow(actor, row.held_on, today)
  refuseOutsideClass(datesOf(row), row.held_on)
  await refuseMadeUp(trx, id, row.replaces_id)
  const taken = await takenBy(trx, row)
  const clash = taken.trainer ? (taken.room ? 'both' : 'trainer') : taken.room ? 'room' : null
  const values = {
    ...{ status: 'planned', cancelled_at: null, cancelled_by: null, cancel_reason: null, cancel_cause: null },
    ...(taken.trainer ? { trainer_user_id: null } : {}),
    ...(taken.room ? { room: null } : {}),
    ...(row.cancel_cause === null ? {} : { is_edited: true }),
    clash,
  }
  await changeAt(trx, actor, 'class_session', { id, version }, values, { status: 'cancelled' })
  const change = {
    before: { status: 'cancelled', reason: row.cancel_reason },
    after: { held_on: row.held_on, status: 'planned', clash },
  }
  await record(
    trx,
    actor,
    'class_session.restored',
    { type: 'class_session', id },
    named(row.subject, change),
  )
  return { name: row.subject, held_on: row.held_on, clash }
}

/** Refuses where another session is held in place of this one, or of the one that this one replaces. */
async function refuseMadeUp(trx: Transaction<DB>, id: string, replaces_id: string | null): Promise<void> {
  const other = await trx
    .selectFrom('class_session')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('replaces_id', 'in', replaces_id ? [id, replaces_id] : [id]),
        ...(replaces_id ? [eb('id', '=', replaces_id)] : []),
      ]),
    )
    .where('id', '<>', id)
    .where('status', '<>', 'cancelled')
    .executeTakeFirst()
  if (other) throw new Refusal('class_session.made_up').blockedBy({ to: 'class_session', id: other.id })
}

/**
 * Adds a session to an active class: an extra one, or a make-up session, in place of a cancelled one of the class (else
 * class_session.not_cancelled) or for students who missed one. Refuses as moving does. Returns its id and the name of its class.
 */
export async function addSession(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  input: AddInput,
  today: string,
): Promise<{ id: string; name: string }> {
  const subject = await subjectsIn(trx, scope)
    .select(['subject.id', 'subject.name', 'subject.branch_id', 'subject.status'])
    .select(['subject.starts_on', 'subject.ends_on'])
    .where('subject.id', '=', input.subject_id)
    .executeTakeFirst()
  if (!subject) throw new Refusal('not_found.subject', 'subject_id')
  await lockSessions(trx)
  const place = placementOf(input)
  refuseOutsideClass(subject, place.held_on)
  refuseOutsideWindow(actor, place.held_on, today, 'held_on')
  if (input.replaces_id) await refuseReplacing(trx, scope, input.replaces_id, subject.id)
  await refuseUnoffered(trx, scope, subject.id, place.trainer_user_id)
  const wanted = { id: null, subject_id: subject.id, branch_id: subject.branch_id, ...place }
  await refuseTaken(trx, scope, wanted)
  if (!input.confirmed) await warn(trx, scope, wanted)
  const id = newId()
  const kind = input.replaces_id ? 'makeup' : input.kind
  const said = { kind, ...place, topic: input.topic ?? null, note: input.note || null }
  await trx
    .insertInto('class_session')
    .values({
      ...{ id, subject_id: subject.id, branch_id: subject.branch_id, ...said },
      ...{ replaces_id: input.replaces_id ?? null, created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  const { trainer_user_id, ...told } = said
  const after = { name: subject.name, ...told, trainer: await nameOf(trx, trainer_user_id) }
  await record(trx, actor, 'class_session.added', { type: 'class_session', id }, { after })
  return { id, name: subject.name }
}

async function refuseReplacing(trx: Transaction<DB>, scope: RowScope, id: string, subject_id: string) {
  const replaced = await classSession(trx, scope, id)
  if (replaced.subject_id !== subject_id || replaced.status !== 'cancelled')
    throw new Refusal('class_session.not_cancelled')
  await refuseMadeUp(trx, id, null)
}
