import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/** Students who are named on the page of a class. */
export const mostEnrolled = 100

/**
 * Who is in a class or waits for a seat, as far as a scope reaches: everybody in classes of the person's branches and in
 * those that they teach or help in, of other classes the students of their branches, of a parent their own children. By
 * name, who waits last.
 */
export function enrolledIn(db: Kysely<DB>, scope: RowScope, subject_id: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .where('enrolment.subject_id', '=', subject_id)
    .where('enrolment.status', '<>', 'ended')
    .where('student.deleted_at', 'is', null)
    .where(reached(scope))
    .select(['enrolment.id', 'student.name', 'student.student_no'])
    .select(['enrolment.starts_on', 'enrolment.status'])
    .orderBy(sql`enrolment.status = 'waitlisted'`)
    .orderBy('student.name')
    .orderBy('enrolment.id')
    .limit(mostEnrolled)
    .execute()
}

function reached({ scope, branch_ids, user_id, parent_id }: RowScope) {
  if (scope === 'all') return sql<boolean>`true`
  if (scope === 'branch')
    return sql<boolean>`(subject.branch_id = any(${branch_ids}::uuid[]) or student.branch_id = any(${branch_ids}::uuid[]))`
  if (scope === 'class')
    return sql<boolean>`exists (select from subject_trainer
      where subject_trainer.subject_id = subject.id and subject_trainer.user_id = ${user_id})`
  return sql<boolean>`exists (select from student_parent
    where student_parent.student_id = student.id and student_parent.parent_id = ${parent_id})`
}
