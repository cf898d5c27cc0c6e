import { type Kysely, sql } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { Mark } from '#app/domain/classes/sessions/words.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { typedCode } from './register.ts'

/** The session whose printed register has this code, if it is within reach; however the code was typed. */
export async function sessionByCode(
  db: Kysely<DB>,
  scope: RowScope,
  code: string,
): Promise<string | undefined> {
  const row = await sessionsIn(db, scope)
    .select('class_session.id')
    .where('class_session.register_code', '=', typedCode(code))
    .executeTakeFirst()
  return row?.id
}

export interface RegisterSession {
  id: string
  held_on: string
  starts: string
  ends: string
  register_code: string
  status: string
}

export interface RegisterRow {
  student_id: string
  name: string
  student_no: string
  /** For each session: null where the student is not enrolled on its day. */
  boxes: ({ mark: Mark | null } | null)[]
}

/** Sessions of a class in a month, without cancelled ones, and who is enrolled on which. Refuses not_found.subject. */
export async function monthRegister(db: Kysely<DB>, scope: RowScope, subject_id: string, month: string) {
  const first = startOfMonth(`${month}-01`)
  const subject = await subjectsIn(db, scope)
    .select(['subject.id', 'subject.name', 'subject.code'])
    .where('subject.id', '=', subject_id)
    .executeTakeFirst()
  if (!subject) throw new Refusal('not_found.subject')
  const sessions: RegisterSession[] = await sessionsIn(db, scope)
    .select(['class_session.id', 'class_session.held_on', 'class_session.register_code'])
    .select('class_session.status')
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
    .where('class_session.subject_id', '=', subject_id)
    .where('class_session.status', '<>', 'cancelled')
    .where('class_session.held_on', '>=', first)
    .where('class_session.held_on', '<=', endOfMonth(first))
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .execute()
  const ids = sessions.map(({ id }) => id)
  const [seats, marked] = await Promise.all([
    db
      .selectFrom('class_session')
      .innerJoin('enrolment', (join) => join.on(enrolledOn))
      .innerJoin('student', 'student.id', 'enrolment.student_id')
      .select(['class_session.id as session_id', 'student.id as student_id', 'student.name'])
      .select('student.student_no')
      .where(sql<boolean>`class_session.id = any(${ids}::uuid[])`)
      .where('student.deleted_at', 'is', null)
      .orderBy('student.name')
      .orderBy('student.id')
      .execute(),
    db
      .selectFrom('attendance_mark')
      .select(['session_id', 'student_id', sql<Mark>`mark`.as('mark')])
      .where(sql<boolean>`session_id = any(${ids}::uuid[])`)
      .execute(),
  ])
  const marks = new Map(marked.map((row) => [`${row.session_id} ${row.student_id}`, row.mark]))
  const rows = new Map<string, RegisterRow>()
  for (const { session_id, student_id, name, student_no } of seats) {
    const row = rows.get(student_id) ?? { student_id, name, student_no, boxes: ids.map(() => null) }
    row.boxes[ids.indexOf(session_id)] = { mark: marks.get(`${session_id} ${student_id}`) ?? null }
    rows.set(student_id, row)
  }
  return { subject, sessions, rows: [...rows.values()] }
}
