import { sql, type Transaction } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import { daysBetween } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { furthestDays } from '#app/domain/people/enrolments/enrolment.ts'
import type { DB } from '#db/types.ts'
import type { ApplicationChannel, WishedSubject } from './application.ts'

export interface HeldClass {
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
 * The classes that an application names, held until its seats are given: always in the same order, so that two
 * applications never wait for one another, and two never get the last seat. One that runs no more is not among them.
 */
export async function heldClasses(
  trx: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, HeldClass>> {
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

/** From which day somebody would sit in a class: the wished one, else its first, and not before today. */
export function firstDay({ starts_on }: HeldClass, wished: string | null, today: string): string {
  const on = wished ?? starts_on ?? today
  return on > today ? on : today
}

/**
 * Whether a child would have to wait for a seat in a class. Refuses, naming child and class, one that does not run or
 * takes nobody (application.class_closed), a day on which it does not run (application.class_day), and a full one
 * without a waiting list (application.class_full).
 */
export async function mustWait(
  trx: Transaction<DB>,
  channel: ApplicationChannel,
  held: HeldClass | undefined,
  { starts_on }: WishedSubject,
  { child, field, today }: { child: string; field: string; today: string },
): Promise<boolean> {
  const takesNobody = channel !== 'staff' && !held?.registration_open
  if (!held || takesNobody || (held.ends_on && held.ends_on < today))
    throw new Refusal('application.class_closed', field, { child, subject: held?.name ?? '' })
  const from = firstDay(held, starts_on, today)
  const isOutside = from < (held.starts_on ?? from) || from > (held.ends_on ?? from)
  if (isOutside || daysBetween(today, from) > furthestDays)
    throw new Refusal('application.class_day', field, { child, subject: held.name })
  if (held.capacity === null || (await mostSeatedFrom(trx, held.id, from)) < held.capacity) return false
  if (held.waitlist) return true
  throw new Refusal('application.class_full', field, { child, subject: held.name })
}

/** Refuses (application.already_registered) a child on file who sits in the class, waits for it or has applied for it. */
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
