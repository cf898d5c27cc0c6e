import { type Kysely, sql } from 'kysely'
import { weekOf } from '#app/domain/catalogue/subjects/relations.ts'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { instantIn } from '#app/domain/core/dates.ts'
import { creditStanding } from '#app/domain/core/invoicing/credit-standing.ts'
import { invoicesIn, owed } from '#app/domain/core/invoicing/invoice.ts'
import { type Lesson, nextLesson } from '#app/domain/core/schedule.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import { childrenOf } from '#app/domain/people/students/family.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** A child on the pages of its parent. */
export interface ChildCard {
  id: string
  name: string
  student_no: string
  branch: string
  status: string
  /** What is open on its invoices, without what a bank is busy with. */
  owed_sen: number
  /** What a bank is busy with. */
  pending_sen: number
  /** Names of the classes it attends. */
  classes: string[]
  /**
   * Its next session, with its day; where none is planned, the next lesson by the timetable of its classes, which knows no
   * holidays. Null where all that is planned is cancelled.
   */
  next: { subject: string; lesson: Pick<Lesson, 'weekday' | 'starts' | 'ends'>; on?: string } | null
}

/**
 * A parent's children, the eldest first, each with what is owed for it and its next class.
 * @param locale of the names of the classes; default: as they were first written
 */
export async function childCards(
  db: Kysely<DB>,
  scope: RowScope,
  now: Date,
  locale?: Locale,
): Promise<ChildCard[]> {
  if (!scope.parent_id) return []
  const [today, time] = instantIn(now).split(' ') as [string, string]
  const [children, open, seats, sessions] = await Promise.all([
    childrenOf(db, scope, scope.parent_id),
    owedFor(db, scope),
    seatsOf(db, scope.parent_id, today, locale),
    nextSessions(db, scope.parent_id, { today, time }, locale),
  ])
  const weekday = weekdayOf(today)
  return children.map(({ id, name, student_no, branch, status }) => {
    const own = seats.filter(({ student_id }) => student_id === id)
    const session = sessions.find(({ student_id }) => student_id === id)
    const next = nextLesson(own, { weekday, time })
    const { owed_sen, pending_sen } = open.find(({ student_id }) => student_id === id) ?? nothing
    return {
      ...{ id, name, student_no, branch, status, owed_sen, pending_sen },
      classes: own.map(({ subject }) => subject),
      next: session ? asNext(session) : next && { subject: next.of.subject, lesson: next.lesson },
    }
  })
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

type NextSession = Awaited<ReturnType<typeof nextSessions>>[number]

const asNext = ({ held_on, starts, ends, subject, status }: NextSession): ChildCard['next'] =>
  status === 'cancelled'
    ? null
    : { subject, lesson: { weekday: weekdayOf(held_on), starts, ends }, on: held_on }

/** Of each child that has a session to come the next one that is held, else a cancelled one. */
function nextSessions(
  db: Kysely<DB>,
  parent_id: string,
  { today, time }: { today: string; time: string },
  locale: Locale | undefined,
) {
  return db
    .selectFrom('student_parent')
    .innerJoin('enrolment', 'enrolment.student_id', 'student_parent.student_id')
    .innerJoin('class_session', (join) => join.on(enrolledOn))
    .innerJoin('subject', 'subject.id', 'class_session.subject_id')
    .where('student_parent.parent_id', '=', parent_id)
    .where(sql<boolean>`(class_session.held_on, class_session.ends) > (${today}::date, ${time}::time)`)
    .distinctOn('enrolment.student_id')
    .select(['enrolment.student_id', 'class_session.held_on', 'class_session.status'])
    .select(columnIn('subject.name', locale).as('subject'))
    .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
    .orderBy('enrolment.student_id')
    .orderBy(sql`class_session.status = 'cancelled'`)
    .orderBy('class_session.held_on')
    .orderBy('class_session.starts')
    .execute()
}

const nothing = { owed_sen: 0, pending_sen: 0 }

function owedFor(db: Kysely<DB>, scope: RowScope) {
  return invoicesIn(db, scope)
    .where('invoice.status', 'in', ['unpaid', 'pending'])
    .groupBy('invoice.student_id')
    .select('invoice.student_id')
    .select([
      sql<number>`coalesce(sum(${owed}) filter (where invoice.status = 'unpaid'), 0)::bigint`.as('owed_sen'),
      sql<number>`coalesce(sum(${owed}) filter (where invoice.status = 'pending'), 0)::bigint`.as(
        'pending_sen',
      ),
    ])
    .execute()
}

function seatsOf(db: Kysely<DB>, parent_id: string, today: string, locale: Locale | undefined) {
  return db
    .selectFrom('enrolment')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .innerJoin('student_parent', 'student_parent.student_id', 'enrolment.student_id')
    .where('student_parent.parent_id', '=', parent_id)
    .where('enrolment.status', '=', 'active')
    .where(sql<boolean>`coalesce(enrolment.ends_on >= ${today}::date, true)`)
    .where('subject.status', '=', 'active')
    .where('subject.deleted_at', 'is', null)
    .select(['enrolment.student_id', weekOf.as('schedule'), columnIn('subject.name', locale).as('subject')])
    .orderBy('subject.name')
    .execute()
}

/** What a parent's message to the office says of the family: its code, what it owes, its free credit and its children. */
export async function askFacts(db: Kysely<DB>, scope: RowScope) {
  const { parent_id } = scope
  if (!parent_id) return { family_code: '', due_sen: 0, credit_sen: 0, children: [] }
  const [parent, open, credit, children] = await Promise.all([
    db.selectFrom('parent').select('family_code').where('id', '=', parent_id).executeTakeFirstOrThrow(),
    owedFor(db, scope),
    creditStanding(db, parent_id),
    childrenOf(db, scope, parent_id),
  ])
  return {
    family_code: parent.family_code,
    due_sen: open.reduce((sum, { owed_sen }) => sum + owed_sen, 0),
    credit_sen: credit.credit_sen - credit.reserved_sen,
    children: children.map(({ id, name }) => ({ id, name })),
  }
}
