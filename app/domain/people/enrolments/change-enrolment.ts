import { sql, type Transaction } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import { type Actor, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, changed, refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { lockedActiveStudent } from '#app/domain/people/students/scope.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type EndInput,
  type EnrolInput,
  furthestDays,
  type OwnFeesInput,
  type PauseInput,
} from './enrolment.ts'
import { enrolment, enrolmentsIn, feesOfEnrolment, openSubjects } from './find-enrolments.ts'
import { pausesOn } from './seat-on.ts'

/** What became of it, for the page to say. */
interface Enrolled {
  id: string
  name: string
  subject: string
  status: 'active' | 'waitlisted'
}

/** `place`: with `seat` a full class is refused instead of waitlisting, with `waiting` the student is always waitlisted. */
interface Way {
  source?: 'staff' | 'application' | 'import'
  place?: 'seat' | 'waiting'
}

/**
 * Enrols an active student in an open class, or puts them on its waiting list when it is full. Refuses a student who is not
 * active (enrolment.not_active), a class that is not open or out of scope (not_found.subject), a full one (enrolment.full),
 * a day on which the class does not run (enrolment.starts_on), and a second enrolment (duplicate.enrolment, by constraint).
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
  const name = await lockedActiveStudent(trx, scope, student_id, 'enrolment.not_active')
  const subject = await lockedSubject(trx, scope, subject_id)
  await updateEnrolmentStatuses(trx, today, student_id)
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
 * Admits a waitlisted student from today or the later requested day. Refuses a class that is full (enrolment.full) or no longer
 * open (not_found.subject), and an enrolment that is not waitlisted.
 */
export async function admit(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  today: string,
) {
  const { subject_id } = await enrolment(trx, scope, id, today)
  const subject = await lockedSubject(trx, scope, subject_id)
  const row = await lockedEnrolment(trx, scope, id, version, today)
  if (row.status !== 'waitlisted') throw new Refusal('action_not_allowed')
  const starts_on = row.starts_on > today ? row.starts_on : today
  if (!(await hasPlace(trx, subject, starts_on))) refuseFull(subject)
  await changeAt(trx, actor, 'enrolment', row, { starts_on, status: 'active' }, { status: row.status })
  await tell(trx, actor, 'enrolment.admitted', row, { starts_on, status: 'active' })
  return row
}

/** An open class, locked so that two students never get the last seat. */
async function lockedSubject(trx: Transaction<DB>, scope: RowScope, subject_id: string) {
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

function refuseFull({ id, name, capacity }: { id: string; name: string; capacity: number | null }): never {
  throw new Refusal('enrolment.full', 'subject_id', { capacity: capacity ?? 0 }).blockedBy({
    to: 'subject',
    id,
    name,
  })
}

/**
 * Adds a pause to an active enrolment, until a day or until it is resumed; earlier and later pauses stay. Refuses one that is
 * over already, or begins before the enrolment or far ahead (enrolment.pause), and one that has a day in common with another
 * (enrolment.paused_already). Returns the class and the student.
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
  const overlapped = row.pauses.find(
    (other) =>
      !(paused_to && paused_to < other.paused_from) && !(other.paused_to && other.paused_to < paused_from),
  )
  if (overlapped) {
    const date = overlapped.paused_from > paused_from ? overlapped.paused_from : paused_from
    throw new Refusal('enrolment.paused_already', 'paused_from', { date }).blockedBy({
      to: 'student',
      id: row.student_id,
      name: row.student,
    })
  }
  const status = paused_from <= today ? 'paused' : 'active'
  const pause = { paused_from, paused_to: paused_to ?? null }
  await changeAt(trx, actor, 'enrolment', row, { status }, { status: row.status })
  await trx
    .insertInto('enrolment_pause')
    .values({ enrolment_id: id, ...pause, created_by: actor.id })
    .execute()
  await tell(trx, actor, 'enrolment.paused', row, { ...pause, status, reason })
  return row
}

/**
 * Ends the running pause today, or removes the next one that has not begun. Refuses an enrolment without such a pause
 * (action_not_allowed).
 */
export async function resumeEnrolment(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
  today: string,
) {
  const row = await lockedEnrolment(trx, scope, id, version, today)
  const { status } = row
  const current = row.pauses.find(({ paused_to }) => !paused_to || paused_to >= today)
  if (!current || !['active', 'paused'].includes(status)) throw new Refusal('action_not_allowed')
  const yesterday = addDays(today, -1)
  const hasBegun = current.paused_from <= yesterday
  const pause = hasBegun ? { paused_to: yesterday } : { paused_from: null, paused_to: null }
  await changeAt(trx, actor, 'enrolment', row, { status: 'active' }, { status })
  if (hasBegun)
    await trx
      .updateTable('enrolment_pause')
      .set({ paused_to: yesterday })
      .where('enrolment_id', '=', id)
      .where('paused_from', '=', current.paused_from)
      .execute()
  else
    await trx
      .deleteFrom('enrolment_pause')
      .where('enrolment_id', '=', id)
      .where('paused_from', '=', current.paused_from)
      .execute()
  await tell(trx, actor, 'enrolment.resumed', row, { ...pause, status: 'active' })
  return row
}

/**
 * Sets the last day; a past day ends the enrolment immediately, and the day before the first means that the student never
 * came. Refuses earlier days and days far ahead (enrolment.ends_on), and an enrolment that has ended.
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

/** An enrolment in scope, locked, with its status of today. Refuses not_found.enrolment and version_conflict. */
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
  await updateEnrolmentStatuses(trx, today, row.student_id)
  return enrolment(trx, scope, id, today)
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

/** Status changes that follow from the date: the last day has passed, a pause begins or ends. */
const turns = [
  {
    action: 'enrolment.ended',
    to: 'ended',
    when: (today: string) => sql<boolean>`enrolment.status <> 'ended' and enrolment.ends_on < ${today}`,
  },
  {
    action: 'enrolment.resumed',
    to: 'active',
    when: (today: string) => sql<boolean>`enrolment.status = 'paused' and not ${pausesOn(today)}
      and exists (select from enrolment_pause as pause
        where pause.enrolment_id = enrolment.id and pause.paused_to < ${today})`,
  },
  {
    action: 'enrolment.paused',
    to: 'paused',
    when: (today: string) => sql<boolean>`enrolment.status = 'active' and ${pausesOn(today)}`,
  },
] as const

/** Updates the status of enrolments to a day, of all students or of one. Returns how many changed; safe to repeat. */
export async function updateEnrolmentStatuses(
  trx: Transaction<DB>,
  today: string,
  student_id?: string,
): Promise<number> {
  let count = 0
  for (const { action, to, when } of turns) {
    const turned = await trx
      .updateTable('enrolment')
      .set({ status: to, ...touched })
      .where(when(today))
      .$if(student_id !== undefined, (query) => query.where('student_id', '=', student_id!))
      .returning(['id', 'student_id', 'subject_id'])
      .execute()
    for (const { id, ...after } of turned)
      await record(trx, systemActor, action, { type: 'enrolment', id }, { after: { ...after, status: to } })
    count += turned.length
  }
  return count
}

/** How many enrolments of a student have not ended, paused ones included. */
export async function openEnrolments(trx: Transaction<DB>, student_id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('enrolment')
    .where('student_id', '=', student_id)
    .where('status', '<>', 'ended')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ends all enrolments of a student who leaves, on their last day, also those that would begin later. Returns how many. */
export async function endAllEnrolments(
  trx: Transaction<DB>,
  actor: Actor,
  student_id: string,
  on: string,
): Promise<number> {
  const ended = await trx
    .updateTable('enrolment')
    .set({ status: 'ended', ends_on: sql<string>`least(ends_on, ${on}::date)`, ...changed(actor) })
    .where('student_id', '=', student_id)
    .where('status', '<>', 'ended')
    .returning(['id', 'subject_id', 'ends_on'])
    .execute()
  for (const { id, subject_id, ends_on } of ended)
    await record(
      trx,
      actor,
      'enrolment.ended',
      { type: 'enrolment', id },
      { after: { student_id, subject_id, ends_on } },
    )
  return ended.length
}

/**
 * Sets a student's own prices in a class; an empty one means the standard price. Applies to invoices made from now on. Refuses
 * an enrolment that has ended (action_not_allowed), a type that the class does not charge (not_found.fee_type), own prices
 * without a reason (enrolment.fee_reason), and version_conflict.
 */
export async function setOwnFees(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { fees, reason, version }: OwnFeesInput,
  today: string,
) {
  await enrolmentsIn(trx, scope).select('enrolment.id').where('enrolment.id', '=', id).forUpdate().execute()
  const row = await enrolment(trx, scope, id, today)
  refuseStale(row, version)
  if (row.status === 'ended') throw new Refusal('action_not_allowed')
  const charged = await feesOfEnrolment(trx, id, today)
  const own = fees.flatMap(({ fee_type_id, amount_sen }) =>
    amount_sen === undefined ? [] : [{ fee_type_id, amount_sen }],
  )
  const words = own.map(({ fee_type_id, amount_sen }) => {
    const fee = charged.find((one) => one.fee_type_id === fee_type_id)
    if (!fee) throw new Refusal('not_found.fee_type')
    return [fee.fee_type, amount_sen] as const
  })
  if (own.length > 0 && !reason) throw new Refusal('enrolment.fee_reason', 'reason')
  await trx.deleteFrom('enrolment_fee').where('enrolment_id', '=', id).execute()
  if (own.length > 0)
    await trx
      .insertInto('enrolment_fee')
      .values(own.map((fee) => ({ enrolment_id: id, ...fee, reason: reason!, created_by: actor.id })))
      .execute()
  await changeAt(trx, actor, 'enrolment', row, {})
  const { student: name, subject } = row
  const before = charged.flatMap(({ fee_type, amount_sen }) =>
    amount_sen === null ? [] : [[fee_type, amount_sen] as const],
  )
  await record(
    trx,
    actor,
    'enrolment.fees_set',
    { type: 'enrolment', id },
    {
      before: { name, subject, fees: Object.fromEntries(before) },
      after: { name, subject, fees: Object.fromEntries(words), ...(reason ? { reason } : {}) },
    },
  )
  return row
}
