import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/**
 * Classes that a scope reaches: all, those of the person's branches, those in which they teach or help, those of a
 * parent's own children.
 */
export function subjectsIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('subject').where('subject.deleted_at', 'is', null)
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`subject.branch_id = any(${branch_ids}::uuid[])`)
  if (scope === 'class')
    return query.where(
      sql<boolean>`exists (select from subject_trainer
        where subject_trainer.subject_id = subject.id and subject_trainer.user_id = ${user_id})`,
    )
  return query.where(
    sql<boolean>`exists (select from enrolment
      join student on student.id = enrolment.student_id and student.deleted_at is null
      join student_parent on student_parent.student_id = student.id
      where enrolment.subject_id = subject.id and enrolment.status <> 'ended'
        and student_parent.parent_id = ${parent_id})`,
  )
}
