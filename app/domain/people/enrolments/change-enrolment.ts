import type { Transaction } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { heldActiveStudent } from '#app/domain/people/students/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { furthestDays } from './enrolment.ts'
import type { EndInput, EnrolInput, PauseInput } from './enrolment-form.ts'
import { enrolment, enrolmentsIn, openSubjects } from './find-enrolments.ts'
import { turnEnrolments } from './turn.ts'

/** What became of it, for the page to say. */
export interface Enrolled {
  id: string
  name: string
  subject: string
  status: 'active' | 'waitlisted'
}

/** How somebody comes to a class: `seat` takes no place on its waiting list, `waiting` nothing else. */
interface Way {
  source?: 'staff' | 'application' | 'import'
  place?: 'seat' | 'waiting'
}

/**
 * Gives an active student a seat in an open class; where it is full and has a waiting list, a place on that. Refuses who
 * is not active (enrolment.not_active), a class that is not open or out of reach (not_found.subject), a full one
 * (enrolment.full), a day on which it does not run (enrolment.starts_on), and a second seat (duplicate.enrolment, by
 * constraint).
 */
export async function enrol(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  student_id: string,
  { subject_id, starts_on }: Omit<EnrolInput, 'form_key'>,
  today: string,
  { source = 'staff', place }: Way = {},
): Promise<Enrolled> {
  const name = await heldActiveStudent(trx, scope, student_id, 'enrolment.not_active')
  const subject = await heldSubject(trx, scope, subject_id)
  await turnEnrolments(trx, today, student_id)
  const [first, last] = [subject.starts_on ?? starts_on, subject.ends_on ?? starts_on]
  if (starts_on < first || starts_on > last || isFar(starts_on, today))
    throw new Refusal('enrolment.starts_on', 'starts_on')
  const isFull = place === 'waiting' || !(await hasPlace(trx, subject, starts_on))
  if (isFull && (!subject.waitlist || place === 'seat')) refuseFull(subject)
  const status = isFull ? 'waitlisted' : 'active'
  const id = newId()
  const values = { student_id, subject_id, starts_on, status } as const
  await trx
    .insertInto('enrolment')
    .values({ id, ...values, source, created_by: actor.id, updated_by: actor.id })
    .execute()
  const after = { name, subject: subject.name, ...values }
  await record(trx, actor, 'enrolment.created', { type: 'enrolment', id }, { after })
  return { id, name, subject: subject.name, status }
}

/**
 * Gives who waits for it a seat, from today or the later day that was wished for. Refuses a class that is still full
 * (enrolment.full) or not open any more (not_found.subject), and who does not wait.
 */
export async function admit(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  today: string,
) {
  const { subject_id } = await enrolment(trx, scope, id)
  const subject = await heldSubject(trx, scope, subject_id)
  const row = await lockedEnrolment(trx, scope, id, version, today)
  if (row.status !== 'waitlisted') throw new Refusal('action_not_allowed')
  const starts_on = row.starts_on > today ? row.starts_on : today
  if (!(await hasPlace(trx, subject, starts_on))) refuseFull(subject)
  await changeAt(trx, actor, 'enrolment', row, { starts_on, status: 'active' }, { status: row.status })
  await tell(trx, actor, 'enrolment.admitted', row, { starts_on, status: 'active' })
  return row
}

/** A class that is open, held until its seats are given, so that two never get the last one. */
async function heldSubject(trx: Transaction<DB>, scope: RowScope, subject_id: string) {
  const subject = await openSubjects(trx, scope)
    .select(['subject.id', 'subject.name', 'subject.capacity', 'subject.waitlist'])
    .select(['subject.starts_on', 'subject.ends_on'])
    .where('subject.id', '=', subject_id)
    .forUpdate()
    .executeTakeFirst()
  if (!subject) throw new Refusal('not_found.subject', 'subject_id')
  return subject
}

async function hasPlace(
  trx: Transaction<DB>,
  { id, capacity }: { id: string; capacity: number | null },
  from: string,
) {
  return capacity === null || (await mostSeatedFrom(trx, id, from)) < capacity
}

function refuseFull({ capacity }: { capacity: number | null }): never {
  throw new Refusal('enrolment.full', 'subject_id', { capacity: capacity ?? 0 })
}

/**
 * Pauses an active seat, at once or from a later day, until a day or until somebody ends the pause. Refuses a pause that
 * is over already, or begins before the class or far ahead (enrolment.pause). Returns the class and the student.
 */
export async function pauseEnrolment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { paused_from, paused_to = undefined, reason, version }: PauseInput,
  today: string,
) {
  const row = await lockedEnrolment(trx, scope, id, version, today)
  if (row.status !== 'active') throw new Refusal('action_not_allowed')
  if (paused_from < row.starts_on || isFar(paused_from, today) || (paused_to && paused_to < today))
    throw new Refusal('enrolment.pause', 'paused_from')
  const status = paused_from <= today ? 'paused' : 'active'
  const values = { paused_from, paused_to: paused_to ?? null, status }
  await changeAt(trx, actor, 'enrolment', row, values, { status: row.status })
  await tell(trx, actor, 'enrolment.paused', row, { ...values, reason })
  return row
}

/** Ends a pause today, or takes back one that has not begun. Refuses who is not paused (action_not_allowed). */
export async function resumeEnrolment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  today: string,
) {
  const row = await lockedEnrolment(trx, scope, id, version, today)
  const { paused_from, status } = row
  if (!paused_from || (status !== 'paused' && paused_from <= today)) throw new Refusal('action_not_allowed')
  const yesterday = addDays(today, -1)
  const hasBegun = paused_from <= yesterday
  const pause = hasBegun ? { paused_to: yesterday } : { paused_from: null, paused_to: null }
  await changeAt(trx, actor, 'enrolment', row, { ...pause, status: 'active' }, { status })
  await tell(trx, actor, 'enrolment.resumed', row, { ...pause, status: 'active' })
  return row
}

/**
 * Says which day is the last; a day that is over ends the seat at once. The day before the first says that they never
 * came. Refuses earlier days and such that are far ahead (enrolment.ends_on), and a seat that has ended.
 */
export async function endEnrolment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { ends_on, reason, version }: EndInput,
  today: string,
) {
  const row = await lockedEnrolment(trx, scope, id, version, today)
  if (row.status === 'ended') throw new Refusal('action_not_allowed')
  if (ends_on < addDays(row.starts_on, -1) || isFar(ends_on, today))
    throw new Refusal('enrolment.ends_on', 'ends_on')
  const status = ends_on < today || ends_on < row.starts_on ? 'ended' : row.status
  await changeAt(trx, actor, 'enrolment', row, { ends_on, status }, { status: row.status })
  await tell(trx, actor, 'enrolment.ended', row, { ends_on, status, reason })
  return row
}

/** A seat that the scope reaches, locked, as it is today. Refuses not_found.enrolment and version_conflict. */
async function lockedEnrolment(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
  version: number,
  today: string,
) {
  const row = await enrolmentsIn(trx, scope)
    .select(['enrolment.student_id', 'enrolment.version'])
    .where('enrolment.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.enrolment')
  refuseStale(row, version)
  await turnEnrolments(trx, today, row.student_id)
  return enrolment(trx, scope, id)
}

function tell(
  trx: Transaction<DB>,
  actor: Actor,
  action: 'enrolment.admitted' | 'enrolment.paused' | 'enrolment.resumed' | 'enrolment.ended',
  row: Awaited<ReturnType<typeof enrolment>>,
  after: Record<string, unknown>,
) {
  const { id, student: name, subject, status } = row
  const about = { name, subject }
  return record(
    trx,
    actor,
    action,
    { type: 'enrolment', id },
    { before: { ...about, status }, after: { ...about, ...after } },
  )
}

const isFar = (on: string, today: string) => Math.abs(daysBetween(today, on)) > furthestDays
