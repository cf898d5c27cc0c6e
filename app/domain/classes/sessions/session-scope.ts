import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { enrolledOn } from './enrolled-on.ts'

/**
 * Sessions that a scope reaches, as a query to go on with: all; those of the person's branches; those of classes in which
 * they teach or help, and those that they give in place of somebody; those of classes in which a parent's own child is or
 * was enrolled on that day.
 */
export function sessionsIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('class_session')
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(sql<boolean>`class_session.branch_id = any(${branch_ids}::uuid[])`)
  if (scope === 'class')
    return query.where(
      sql<boolean>`(class_session.trainer_user_id = ${user_id} or exists (select from subject_trainer
        where subject_trainer.subject_id = class_session.subject_id and subject_trainer.user_id = ${user_id}))`,
    )
  return query.where(
    sql<boolean>`exists (select from enrolment
      join student on student.id = enrolment.student_id and student.deleted_at is null
      join student_parent on student_parent.student_id = student.id
      where student_parent.parent_id = ${parent_id} and ${enrolledOn})`,
  )
}
