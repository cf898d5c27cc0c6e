import { type RawBuilder, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record, recordEach } from '#app/domain/core/audit.ts'
import type { DB } from '#db/types.ts'
import { closingOn, isHeldOn, slots } from './planned-slots.ts'

/** What the planner writes where it cancels a session because its slot or its class is gone, in the organisation's language. */
export interface PlannerWords {
  schedule: string
  class: string
}

/** How many sessions a run made, changed, removed, cancelled and planned again. */
export interface Planned {
  added: number
  changed: number
  removed: number
  cancelled: number
  restored: number
}

/** One at a time places sessions of an organisation, until the end of the transaction, so that none are placed on each other. */
export async function lockSessions(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(current_schema() || ':class_session'))`.execute(trx)
}

/** A session of the planner, of a day from today on, that nobody has opened, moved or marked; on its day, since not moved. */
const untouched = (today: string) => sql<boolean>`(class_session.status = 'planned'
  and class_session.planned_on is not null and not class_session.is_edited
  and class_session.held_on >= ${today}::date)`

const marked = sql<boolean>`exists (select from attendance_mark where attendance_mark.session_id = class_session.id)
  or exists (select from attendance_entry where attendance_entry.session_id = class_session.id)
  or exists (select from class_session as other where other.replaces_id = class_session.id)`

/** That a session is the one of a `slot`. */
const ofSlot = sql<boolean>`(slot.subject_id = class_session.subject_id and slot.on_day = class_session.planned_on
  and slot.starts = class_session.planned_starts)`

const touchedNow = sql`version = class_session.version + 1, updated_at = now(), updated_by = null`

/**
 * Brings the sessions of the coming days in line with the schedules: plans what is missing, changes or removes what nobody
 * has touched, cancels what falls on a closed day, and plans it again when the day is open. Sessions that were opened,
 * confirmed, moved or cancelled by a person stay as they are. A trainer or a room that is taken is left out (`clash`) and
 * given as soon as it is free. Safe to repeat; a few statements however many classes there are.
 */
export async function planSessions(
  trx: Transaction<DB>,
  today: string,
  words: PlannerWords,
): Promise<Planned> {
  await lockSessions(trx)
  const gone = await cancelOrRemoveGone(trx, today, words)
  const closed = await cancelClosed(trx, today)
  const restored = await restoreOpen(trx, today)
  const changed = await changeDiffering(trx, today)
  const added = await addMissing(trx, today)
  await assign(trx, today, 'trainer_user_id')
  await assign(trx, today, 'room')
  await flagClashes(trx, today)
  const cancelled = [...gone.cancelled, ...closed]
  await recordEach(
    trx,
    systemActor,
    'class_session.cancelled',
    { type: 'class_session' },
    cancelled.map(({ id, name, held_on, reason }) => ({
      id,
      before: { name, status: 'planned' },
      after: { name, held_on, status: 'cancelled', reason },
    })),
  )
  await recordEach(
    trx,
    systemActor,
    'class_session.restored',
    { type: 'class_session' },
    restored.map(({ id, name, held_on }) => ({
      id,
      before: { name, status: 'cancelled' },
      after: { name, held_on, status: 'planned' },
    })),
  )
  const counts = { added, changed, removed: gone.removed }
  if (added + changed + gone.removed > 0)
    await record(
      trx,
      systemActor,
      'class_session.planned',
      { type: 'class_session', id: null },
      { after: counts },
    )
  return { ...counts, cancelled: cancelled.length, restored: restored.length }
}

interface Touched {
  id: string
  name: string
  held_on: string
  reason: string
}

const nameOfClass = sql`(select subject.name from subject where subject.id = class_session.subject_id)`

/** Sessions whose slot is gone, and those of classes that are over: removed, or cancelled where anything is known of them. */
async function cancelOrRemoveGone(trx: Transaction<DB>, today: string, words: PlannerWords) {
  const goneSlot = sql`${untouched(today)}
    and not exists (select from slot where ${ofSlot})
    and class_session.planned_on <= (select max(on_day) from day)`
  const { rows: cancelled } = await sql<Touched>`
    with ${slots(today)}
    update class_session set status = 'cancelled', cancelled_at = now(), cancelled_by = null,
      cancel_reason = case when over.is_over then ${words.class} else ${words.schedule} end,
      cancel_cause = case when over.is_over then 'class' else 'schedule' end, ${touchedNow}
    from (
      select class_session.id, not ${isHeldOn(sql`class_session.held_on`)} as is_over
      from class_session join subject on subject.id = class_session.subject_id
      where class_session.status = 'planned' and class_session.held_on >= ${today}::date
        and (((class_session.is_edited or class_session.planned_on is null)
            and (subject.deleted_at is not null
              or (subject.status = 'closed' and class_session.held_on > coalesce(subject.closed_on, '-infinity'))))
          or (${goneSlot} and (${marked})))
    ) as over
    where class_session.id = over.id and class_session.status = 'planned'
    returning class_session.id, ${nameOfClass} as name, class_session.held_on, class_session.cancel_reason as reason`.execute(
    trx,
  )
  const { numAffectedRows } = await sql`
    with ${slots(today)}
    delete from class_session where ${goneSlot} and not (${marked})`.execute(trx)
  return { cancelled, removed: Number(numAffectedRows ?? 0) }
}

async function cancelClosed(trx: Transaction<DB>, today: string): Promise<Touched[]> {
  const { rows } = await sql<Touched>`
    with ${slots(today)}
    update class_session set status = 'cancelled', cancelled_at = now(), cancelled_by = null,
      cancel_reason = slot.name, cancel_cause = slot.cause, ${touchedNow}
    from slot
    where ${untouched(today)} and ${ofSlot} and slot.cause is not null
    returning class_session.id, ${nameOfClass} as name, class_session.held_on, class_session.cancel_reason as reason`.execute(
    trx,
  )
  return rows
}

/** Another session that takes the same trainer or room at the same time. */
const takes = (what: 'trainer_user_id' | 'room', wanted: RawBuilder<unknown>) =>
  what === 'room'
    ? sql<boolean>`(other.branch_id = class_session.branch_id and lower(other.room) = lower(${wanted}))`
    : sql<boolean>`other.trainer_user_id = ${wanted}`

const meets = sql<boolean>`(other.id <> class_session.id and other.held_on = class_session.held_on
  and other.starts < class_session.ends and class_session.starts < other.ends)`

/**
 * Plans again what was not cancelled by a person once its day is open, its class runs and its slot is there, without a trainer or a
 * room that another session has by now. One that was made up for stays cancelled.
 */
async function restoreOpen(trx: Transaction<DB>, today: string): Promise<Omit<Touched, 'reason'>[]> {
  const free = (what: 'trainer_user_id' | 'room') => sql`case when not exists (
      select from class_session as other where ${meets} and ${takes(what, sql.ref(`class_session.${what}`))}
        and (other.status <> 'cancelled' or (other.cancel_cause is not null and other.id < class_session.id)))
    then class_session.${sql.ref(what)} end`
  const { rows } = await sql<Omit<Touched, 'reason'>>`
    with ${slots(today)}
    update class_session set status = 'planned', cancelled_at = null, cancelled_by = null, cancel_reason = null,
      cancel_cause = null, trainer_user_id = ${free('trainer_user_id')}, room = ${free('room')}, ${touchedNow}
    from subject
    where subject.id = class_session.subject_id and class_session.status = 'cancelled'
      and class_session.cancel_cause is not null and class_session.held_on >= ${today}::date
      and ${isHeldOn(sql`class_session.held_on`)}
      and not exists (select from ${closingOn(sql`class_session.held_on`, sql`class_session.branch_id`)} as closing)
      and (class_session.planned_on is null or class_session.is_edited or exists (select from slot where ${ofSlot}))
      and not exists (select from class_session as other
        where other.replaces_id = class_session.id and other.status <> 'cancelled')
      and (class_session.replaces_id is null or not exists (select from class_session as other
        where (other.replaces_id = class_session.replaces_id or other.id = class_session.replaces_id)
          and other.id <> class_session.id and other.status <> 'cancelled'))
    returning class_session.id, subject.name, class_session.held_on`.execute(trx)
  return rows
}

/** Sessions of a slot with another end, branch, room or trainer; the last two are given afterwards, where they are free. */
async function changeDiffering(trx: Transaction<DB>, today: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${slots(today)}
    update class_session set ends = slot.ends, branch_id = slot.branch_id, room = null, trainer_user_id = null,
      ${touchedNow}
    from slot
    where ${untouched(today)} and ${ofSlot} and slot.cause is null and (class_session.ends <> slot.ends
      or class_session.branch_id <> slot.branch_id
      or (class_session.trainer_user_id is not null and class_session.trainer_user_id is distinct from slot.trainer_user_id)
      or (class_session.room is not null and class_session.room is distinct from slot.room))`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

async function addMissing(trx: Transaction<DB>, today: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${slots(today)}
    insert into class_session (id, subject_id, branch_id, planned_on, planned_starts, held_on, starts, ends)
    select gen_random_uuid(), subject_id, branch_id, on_day, starts, on_day, starts, ends
    from slot where cause is null
      and not exists (select from class_session where ${ofSlot})
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/**
 * Gives sessions without a trainer, or a room, that of their class where it is free. Of two that want the same one at the
 * same time the first by its class's code gets it.
 */
async function assign(trx: Transaction<DB>, today: string, what: 'trainer_user_id' | 'room'): Promise<void> {
  const column = sql.ref(what)
  await sql`
    with ${slots(today)},
    wanting as materialized (
      select class_session.id, class_session.subject_id, class_session.branch_id, class_session.held_on,
        class_session.starts, class_session.ends, slot.${column} as wanted, subject.code
      from class_session join slot on ${ofSlot} join subject on subject.id = class_session.subject_id
      where ${untouched(today)} and class_session.${column} is null and slot.${column} is not null and slot.cause is null
    ),
    free as materialized (
      select class_session.* from wanting as class_session
      where not exists (select from class_session as other where ${meets} and other.status <> 'cancelled'
        and ${takes(what, sql`class_session.wanted`)})
    )
    update class_session set ${column} = free.wanted
    from free
    where class_session.id = free.id and ${untouched(today)} and class_session.${column} is null and not exists (
      select from free as first where first.id <> free.id and first.held_on = free.held_on
        and first.starts < free.ends and free.starts < first.ends
        and ${
          what === 'room'
            ? sql`first.branch_id = free.branch_id and lower(first.wanted) = lower(free.wanted)`
            : sql`first.wanted = free.wanted`
        }
        and (first.code, first.starts, first.id) < (free.code, free.starts, free.id))`.execute(trx)
}

async function flagClashes(trx: Transaction<DB>, today: string): Promise<void> {
  await sql`
    with ${slots(today)},
    seen as (
      select class_session.id, case
          when class_session.trainer_user_id is null and slot.trainer_user_id is not null
            then case when class_session.room is null and slot.room is not null then 'both' else 'trainer' end
          when class_session.room is null and slot.room is not null then 'room' end as clash
      from class_session join slot on ${ofSlot}
      where ${untouched(today)}
    )
    update class_session set clash = seen.clash from seen
    where class_session.id = seen.id and class_session.clash is distinct from seen.clash`.execute(trx)
}
