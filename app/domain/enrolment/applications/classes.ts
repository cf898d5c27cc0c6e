import { sql, type Transaction } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import { daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { furthestDays } from '#app/domain/people/enrolments/enrolment.ts'
import type { DB } from '#db/types.ts'
import type { ApplicationChannel, WishedSubject } from './application.ts'

export interface LockedClass {
  id: string
  name: string
  branch_id: string
  capacity: number | null
  waitlist: boolean
  registration_open: boolean
  starts_on: string | null
  ends_on: string | null
}

/**
 * Locks the classes that an application names, so that two applications cannot get the last seat; always in the same order,
 * so that they cannot deadlock. Classes that no longer run are left out.
 */
export async function lockClasses(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, LockedClass>> {
  const rows = await trx
    .selectFrom('subject')
    .select(['id', 'name', 'branch_id', 'capacity', 'waitlist', 'registration_open', 'starts_on', 'ends_on'])
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The first day in a class: the requested one, else the class's first, and not before today. */
export function firstDay({ starts_on }: LockedClass, wished: string | null, today: string): string {
  const on = wished ?? starts_on ?? today
  return on > today ? on : today
}

/**
 * Whether a child would go onto the waiting list of a class. Refuses, naming child and class, a class that does not run or
 * is closed (application.class_closed), a day on which it does not run (application.class_day), and a full one without a
 * waiting list (application.class_full).
 */
export async function mustWait(
  trx: Transaction<DB>,
  channel: ApplicationChannel,
  locked: LockedClass | undefined,
  { starts_on }: WishedSubject,
  { child, field, today }: { child: string; field: string; today: string },
): Promise<boolean> {
  const takesNobody = channel !== 'staff' && !locked?.registration_open
  if (!locked || takesNobody || (locked.ends_on && locked.ends_on < today))
    throw new Refusal('application.class_closed', field, { child, subject: locked?.name ?? '' })
  const from = firstDay(locked, starts_on, today)
  const isOutside = from < (locked.starts_on ?? from) || from > (locked.ends_on ?? from)
  if (isOutside || daysBetween(today, from) > furthestDays)
    throw new Refusal('application.class_day', field, { child, subject: locked.name })
  if (locked.capacity === null || (await mostSeatedFrom(trx, locked.id, from)) < locked.capacity) return false
  if (locked.waitlist) return true
  throw new Refusal('application.class_full', field, { child, subject: locked.name })
}

/** Refuses (application.already_registered) a student who is enrolled in the class, waits for it or has applied for it. */
export async function refuseRegistered(
  trx: Transaction<DB>,
  student_id: string,
  { id, name }: { id: string; name: string },
  { child, field }: { child: string; field: string },
): Promise<void> {
  const { rows } = await sql`
    select from enrolment where student_id = ${student_id} and subject_id = ${id} and status <> 'ended'
    union all
    select from application_subject
    join application_student on application_student.id = application_subject.application_student_id
    where application_student.student_id = ${student_id} and application_student.status = 'pending'
      and application_subject.subject_id = ${id}
    limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('application.already_registered', field, { child, subject: name })
}
