import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'

/**
 * Parents whom a scope reaches, by their children, also those that were removed. Who has no child yet belongs to the
 * branches of the colleague who registered them.
 */
export function reachedParents(db: Kysely<DB>, scope: RowScope) {
  const query = db.selectFrom('parent')
  if (scope.scope === 'all') return query
  if (scope.scope === 'own') return query.where('parent.id', '=', scope.parent_id)
  if (scope.scope === 'class')
    return query.where('parent.id', 'in', (eb) =>
      eb
        .selectFrom('student_parent')
        .where('student_id', 'in', studentsIn(db, scope).select('student.id'))
        .select('parent_id'),
    )
  return query.where(
    sql<boolean>`(exists (select from student_parent join student on student.id = student_parent.student_id
        where student_parent.parent_id = parent.id and student.branch_id = any(${scope.branch_ids}::uuid[]))
      or (not exists (select from student_parent where student_parent.parent_id = parent.id)
        and exists (select from staff join staff_branch on staff_branch.staff_id = staff.id
          where staff.user_id = parent.created_by and staff_branch.branch_id = any(${scope.branch_ids}::uuid[]))))`,
  )
}

export function parentsIn(db: Kysely<DB>, scope: RowScope) {
  return reachedParents(db, scope).where('parent.deleted_at', 'is', null)
}
