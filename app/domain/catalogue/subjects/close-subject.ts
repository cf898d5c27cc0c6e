import { type Kysely, sql, type Transaction } from 'kysely'
import { type AtVersion, lockedRow } from '#app/domain/catalogue/crud/crud.ts'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { difference, named, record, recordEach } from '#app/domain/core/audit.ts'
import { changeAt, changed } from '#app/domain/core/changed.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import { refuseOwnFamilyRule } from '#app/domain/core/four-eyes/own-family.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { planAgain } from './change-subject.ts'
import type { CloseInput } from './subject.ts'

/** Months for which a class may be closed after the fact, and for which it may be opened again. */
export const closableMonths = 12

/** The day a page of closing begins with: the class's own last day where that is over, else today. */
export const lastDayOf = ({ ends_on }: { ends_on: string | null }, today: string): string =>
  ends_on !== null && ends_on < today ? ends_on : today

/** Whether a closed class may still be opened again. */
export const mayReopen = ({ closed_on }: { closed_on: string | null }, today: string): boolean =>
  closed_on !== null && closed_on >= addMonths(today, -closableMonths)

/** How many are in a class or wait for a seat in it, whose enrolment ends when it is closed. */
export async function countEnrolments(db: Kysely<DB>, subject_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('enrolment')
    .select(sql<number>`count(*)`.as('count'))
    .where('subject_id', '=', subject_id)
    .where('status', '<>', 'ended')
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Closes an active class from the day after `on`, a day of the last twelve months (else subject.close_day, at the field);
 * every enrolment in it ends on that day, or earlier where it was to end earlier. Refuses when they are not as many as
 * the page said (subject.enrolments_changed), and (four_eyes.own_family_rule) where the actor's own family and too few others
 * are charged in it. Returns the name.
 */
export async function closeSubject(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { on, enrolments, version }: CloseInput,
  today: string,
): Promise<string> {
  const row = await lockedRow(trx, 'subject', { id, version })
  if (row.status !== 'active') throw new Refusal('action_not_allowed')
  if (on > today || on < addMonths(today, -closableMonths)) throw new Refusal('subject.close_day', 'on')
  // Before the enrolments end, since only those that are charged are of other families.
  await refuseOwnFamilyRule(trx, actor, { type: 'subject', ids: [id] })
  // The class is locked, and who enrols somebody locks it, too.
  const ended = await endEnrolments(trx, actor, row, on)
  if (ended !== enrolments) throw new Refusal('subject.enrolments_changed', undefined, { count: ended })
  await close(trx, actor, row, { on, enrolments })
  await planAgain(trx)
  return row.name
}

/**
 * Closes the active classes whose last day has passed, from the day after it, with every enrolment in them. Returns
 * them with that last day; twice is harmless.
 */
export async function closeEndedSubjects(
  trx: Transaction<DB>,
  today: string,
): Promise<{ id: string; name: string; on: string }[]> {
  const over = await trx
    .selectFrom('subject')
    .select(['id', 'name', 'version', 'ends_on'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where('ends_on', '<', today)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of over) {
    const on = row.ends_on!
    await close(trx, systemActor, row, { on, enrolments: await endEnrolments(trx, systemActor, row, on) })
  }
  if (over.length > 0) await planAgain(trx)
  return over.map(({ id, name, ends_on }) => ({ id, name, on: ends_on! }))
}

async function close(
  trx: Transaction<DB>,
  actor: Actor,
  row: Named & { version: number },
  { on, enrolments }: { on: string; enrolments: number },
): Promise<void> {
  await changeAt(trx, actor, 'subject', row, { status: 'closed', closed_on: on }, { status: 'active' })
  const change = { before: { status: 'active' }, after: { status: 'closed', closed_on: on, enrolments } }
  await record(trx, actor, 'subject.closed', { type: 'subject', id: row.id }, named(row.name, change))
}

/**
 * Opens a class that was closed within the last twelve months (else subject.reopen_too_late), without its last day where
 * that has passed, or the night would close it again. Nobody is enrolled again. Returns the name.
 */
export async function reopenSubject(
  trx: Transaction<DB>,
  actor: Actor,
  at: AtVersion,
  today: string,
): Promise<string> {
  const row = await lockedRow(trx, 'subject', at)
  if (row.status !== 'closed') throw new Refusal('action_not_allowed')
  if (!mayReopen(row, today)) throw new Refusal('subject.reopen_too_late')
  const ends_on = row.ends_on !== null && row.ends_on < today ? null : row.ends_on
  const after = { status: 'active', closed_on: null, ends_on }
  await changeAt(trx, actor, 'subject', at, after, { status: 'closed' })
  const change = difference({ status: 'closed', closed_on: row.closed_on, ends_on: row.ends_on }, after)
  await planAgain(trx)
  await record(trx, actor, 'subject.reopened', { type: 'subject', id: at.id }, named(row.name, change))
  return row.name
}

/** How many ended; each has an entry of its own in the log. */
async function endEnrolments(trx: Transaction<DB>, actor: Actor, row: Named, on: string): Promise<number> {
  const before = await trx
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .select(['enrolment.id', 'enrolment.status', 'enrolment.ends_on', 'student.name'])
    .where('enrolment.subject_id', '=', row.id)
    .where('enrolment.status', '<>', 'ended')
    .orderBy('enrolment.id')
    .forUpdate('enrolment')
    .execute()
  const after = await trx
    .updateTable('enrolment')
    .set({ status: 'ended', ends_on: sql<string>`least(ends_on, ${on}::date)`, ...changed(actor) })
    .where(sql<boolean>`id = any(${before.map(({ id }) => id)}::uuid[])`)
    .where('status', '<>', 'ended')
    .returning(['id', 'ends_on'])
    .execute()
  const days = new Map(after.map(({ id, ends_on }) => [id, ends_on]))
  const changes = before.map(({ id, name, status, ends_on }) => {
    const about = { name, subject: row.name }
    return {
      id,
      before: { ...about, status, ends_on },
      after: { ...about, status: 'ended', ends_on: days.get(id) },
    }
  })
  await recordEach(trx, actor, 'enrolment.ended', { type: 'enrolment' }, changes)
  return after.length
}

interface Named {
  id: string
  name: string
}
