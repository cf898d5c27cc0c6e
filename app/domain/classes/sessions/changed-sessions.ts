import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { enrolledOn } from './enrolled-on.ts'

/** Days for which a family is told of changes, today included. */
const daysAhead = 7
/** Of a longer closure the calendar shows the rest. */
const most = 10

/** A session of the coming days that is not held, or not when the timetable says. */
export interface ChangedSession {
  id: string
  subject: string
  /** Names of the own children who take part. */
  children: string[]
  held_on: string
  starts: string
  ends: string
  /** Why it is cancelled; null of one that was moved. */
  cancel_reason: string | null
  /** When it would have been, of one that was moved. */
  planned_on: string | null
  planned_starts: string | null
}

/**
 * What a parent's children expect in the next 7 days that was cancelled or moved, the first day first, ten at most; also what
 * was moved out of these days. One statement.
 */
export async function changedSessions(
  db: Kysely<DB>,
  { parent_id }: Pick<RowScope, 'parent_id'>,
  today: string,
  locale?: Locale,
): Promise<ChangedSession[]> {
  if (!parent_id) return []
  const last = addDays(today, daysAhead - 1)
  const comes = (day: string) => sql<boolean>`${sql.ref(day)} between ${today}::date and ${last}::date`
  return db
    .selectFrom('student_parent')
    .innerJoin('student', (join) =>
      join.onRef('student.id', '=', 'student_parent.student_id').on('student.deleted_at', 'is', null),
    )
    .innerJoin('enrolment', 'enrolment.student_id', 'student.id')
    .innerJoin('class_session', (join) => join.on(enrolledOn))
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .where('student_parent.parent_id', '=', parent_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('class_session.status', '=', 'cancelled'), comes('class_session.held_on')]),
        eb.and([
          eb('class_session.status', 'in', ['planned', 'open']),
          sql<boolean>`(class_session.held_on, class_session.starts)
            <> (class_session.planned_on, class_session.planned_starts)`,
          eb.or([comes('class_session.held_on'), comes('class_session.planned_on')]),
          // What is over cannot be missed any more.
          eb('class_session.held_on', '>=', today),
        ]),
      ]),
    )
    .groupBy(['class_session.id', 'subject.id'])
    .select(['class_session.id', columnIn('subject.name', locale).as('subject')])
    .select(sql<string[]>`array_agg(distinct student.name)`.as('children'))
    .select(['class_session.held_on', 'class_session.cancel_reason', 'class_session.planned_on'])
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
    .select(sql<string | null>`to_char(class_session.planned_starts, 'HH24:MI')`.as('planned_starts'))
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .orderBy('class_session.id')
    .limit(most)
    .execute()
}
