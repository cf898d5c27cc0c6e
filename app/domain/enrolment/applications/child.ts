import { type Kysely, type Selectable, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { ApplicationStudent, DB } from '#db/types.ts'
import { openedAnswers } from './answers.ts'
import { linesIn } from './reach.ts'

/** One child of an application whom the scope reaches, with its application; refuses not_found.application. */
export async function applicationChild(db: Kysely<DB>, scope: RowScope, keys: Keys, id: string) {
  const row = await linesIn(db, scope)
    .innerJoin('application', 'application.id', 'application_student.application_id')
    .innerJoin('branch', 'branch.id', 'application_student.branch_id')
    .selectAll('application_student')
    .select(['application.number', 'application.version', 'application.status as application_status'])
    .select('branch.name as branch')
    .where('application_student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.application')
  const { answers_sealed: _, identity_no_index: __, ...known } = row
  const answers = openedAnswers(keys, 'application_student', row as Selectable<ApplicationStudent>)
  return { ...known, answers }
}
export type ApplicationChild = Awaited<ReturnType<typeof applicationChild>>

/** The classes that children wish for, and what became of it. */
export function wishesOf(db: Kysely<DB>, ids: readonly string[]) {
  return db
    .selectFrom('application_subject as wish')
    .innerJoin('application_student as child', 'child.id', 'wish.application_student_id')
    .innerJoin('subject', 'subject.id', 'wish.subject_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('enrolment', 'enrolment.id', 'wish.enrolment_id')
    .select(['wish.application_student_id', 'wish.subject_id', 'subject.waitlist'])
    .select(
      sql<string>`case when subject.branch_id = child.branch_id then subject.name
        else subject.name || ' · ' || branch.name end`.as('name'),
    )
    .select(['wish.is_waiting', 'enrolment.status as seat'])
    .select(['subject.starts_on as first_on', 'wish.starts_on as wished_on'])
    .select(sql<string | null>`coalesce(enrolment.starts_on, wish.starts_on)`.as('starts_on'))
    .where(sql<boolean>`wish.application_student_id = any(${ids}::uuid[])`)
    .orderBy('subject.name')
    .execute()
}
