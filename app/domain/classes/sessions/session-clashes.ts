import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { clockOf, namedSessions } from './find-sessions.ts'
import { closingOn } from './planned-slots.ts'
import type { NamedSession } from './session.ts'
import { sessionsIn } from './session-scope.ts'

/** Where a session shall be. `id` is null of a new one. */
export interface Wanted {
  id: string | null
  subject_id: string
  branch_id: string
  held_on: string
  starts: string
  ends: string
  room: string | null
  trainer_user_id: string | null
}

/** Sessions, other than this one, that are held at the same time. */
const meeting = ({ id, held_on, starts, ends }: Wanted) => sql<boolean>`(class_session.status <> 'cancelled'
  and class_session.id is distinct from ${id}::uuid and class_session.held_on = ${held_on}::date
  and class_session.starts < ${ends}::time and ${starts}::time < class_session.ends)`

const hasTrainer = ({ trainer_user_id }: Wanted) =>
  sql<boolean>`class_session.trainer_user_id = ${trainer_user_id}::uuid`
const hasRoom = ({ room, branch_id }: Wanted) =>
  sql<boolean>`(class_session.branch_id = ${branch_id} and lower(class_session.room) = lower(${room}::text))`

/** Whether the trainer and the room of a session are taken at its time. */
export async function takenBy(db: Kysely<DB>, wanted: Wanted) {
  const rows = await db
    .selectFrom('class_session')
    .select(['class_session.id', hasTrainer(wanted).as('trainer'), hasRoom(wanted).as('room')])
    .where(meeting(wanted))
    .where((eb) => eb.or([hasTrainer(wanted), hasRoom(wanted)]))
    .orderBy('class_session.id')
    .execute()
  return { trainer: rows.find((row) => row.trainer), room: rows.find((row) => row.room) }
}

/**
 * Refuses, at the field, a trainer or a room that another session has at the time (class_session.trainer_taken,
 * class_session.room_taken), with a link to it for who may see it.
 */
export async function refuseTaken(trx: Transaction<DB>, scope: RowScope, wanted: Wanted): Promise<void> {
  const taken = await takenBy(trx, wanted)
  for (const [what, field] of [
    ['trainer', 'trainer_user_id'],
    ['room', 'room'],
  ] as const) {
    const by = taken[what]
    if (!by) continue
    const other = await namedSessions(trx, scope).where('class_session.id', '=', by.id).executeTakeFirst()
    if (!other) throw new Refusal(`class_session.${what}_taken_elsewhere`, field)
    const { id, subject: name, starts, ends } = other
    throw new Refusal(`class_session.${what}_taken`, field, { name, starts, ends }).blockedBy({
      ...{ to: 'class_session', id, name },
    })
  }
}

/** What is worth a second look before a session is placed there. */
export interface Warnings {
  /** Why the day is closed. */
  closing: string | null
  /** Students who have another session at the time; whose it is, where the reader may see it. */
  students: (Omit<NamedSession, 'id' | 'subject' | 'held_on'> & { student: string; subject: string | null })[]
  /** How many students that are. */
  count: number
}

/** Students named among the warnings at most. */
const mostNamed = 10

/** That a day is closed, and students who shall be at two places at once. */
export async function warningsOf(db: Kysely<DB>, scope: RowScope, wanted: Wanted): Promise<Warnings> {
  const { rows: closings } = await sql<{ name: string }>`
    select name from ${closingOn(sql`${wanted.held_on}::date`, sql`${wanted.branch_id}::uuid`)} as closing`.execute(
    db,
  )
  const seatOn = (
    seat: string,
    subject: ReturnType<typeof sql>,
  ) => sql<boolean>`(${sql.ref(`${seat}.subject_id`)} = ${subject}
    and ${sql.ref(`${seat}.status`)} <> 'waitlisted' and ${sql.ref(`${seat}.starts_on`)} <= ${wanted.held_on}::date
    and coalesce(${sql.ref(`${seat}.ends_on`)} >= ${wanted.held_on}::date, true)
    and not exists (select from enrolment_pause as pause where pause.enrolment_id = ${sql.ref(`${seat}.id`)}
      and ${wanted.held_on}::date between pause.paused_from and coalesce(pause.paused_to, 'infinity')))`
  const rows = await db
    .selectFrom('class_session')
    .innerJoin('enrolment as theirs', (join) => join.on(seatOn('theirs', sql`class_session.subject_id`)))
    .innerJoin('enrolment as ours', (join) =>
      join
        .onRef('ours.student_id', '=', 'theirs.student_id')
        .on(seatOn('ours', sql`${wanted.subject_id}::uuid`)),
    )
    .innerJoin('student', (join) =>
      join.onRef('student.id', '=', 'theirs.student_id').on('student.deleted_at', 'is', null),
    )
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .where('class_session.subject_id', '<>', wanted.subject_id)
    .where(meeting(wanted))
    .select(['student.id as student_id', 'student.name as student'])
    .select([clockOf('starts').as('starts'), clockOf('ends').as('ends')])
    .select((eb) =>
      eb
        .case()
        .when('class_session.id', 'in', sessionsIn(db, scope).select('class_session.id'))
        .then(eb.ref('subject.name'))
        .end()
        .as('subject'),
    )
    .orderBy('student.name')
    .orderBy(sql.ref('class_session.starts'))
    .execute()
  const students = rows.map(({ student_id: _, ...row }) => row)
  return {
    closing: closings[0]?.name ?? null,
    students: students.slice(0, mostNamed),
    count: new Set(rows.map(({ student_id }) => student_id)).size,
  }
}
