import { type Kysely, sql } from 'kysely'
import { weekOf } from '#app/domain/catalogue/subjects/relations.ts'
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
  /** By the timetable of its classes, which knows no holidays. */
  next: { subject: string; lesson: Lesson } | null
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
  const [children, open, seats] = await Promise.all([
    childrenOf(db, scope, scope.parent_id),
    owedFor(db, scope),
    seatsOf(db, scope.parent_id, today, locale),
  ])
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7
  return children.map(({ id, name, student_no, branch, status }) => {
    const own = seats.filter(({ student_id }) => student_id === id)
    const next = nextLesson(own, { weekday, time })
    const { owed_sen, pending_sen } = open.find(({ student_id }) => student_id === id) ?? nothing
    return {
      ...{ id, name, student_no, branch, status, owed_sen, pending_sen },
      classes: own.map(({ subject }) => subject),
      next: next && { subject: next.of.subject, lesson: next.lesson },
    }
  })
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
