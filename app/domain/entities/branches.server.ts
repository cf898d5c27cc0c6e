import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import type { DB } from '#db/types.ts'

/** The branches that a reader may see: all, the own ones, those of the classes taught, those of the children. */
export async function branchesInScope(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('branch')
    .select(['id', 'code', 'name', 'is_hq', 'phone', 'email', 'status'])
    .select(['address_line1', 'address_line2', 'address_line3', 'city', 'state', 'postcode', 'country'])
    .where('deleted_at', 'is', null)
    .where(reached(scope))
    .orderBy('is_hq', 'desc')
    .orderBy('code')
    .execute()
}

function reached({ scope, user_id, branch_ids, parent_id }: RowScope) {
  if (scope === 'all') return sql<boolean>`true`
  if (scope === 'branch') return sql<boolean>`branch.id = any(${[...branch_ids]}::uuid[])`
  if (scope === 'class')
    return sql<boolean>`branch.id in (select subject.branch_id from subject
      join subject_trainer on subject_trainer.subject_id = subject.id where subject_trainer.user_id = ${user_id})`
  return sql<boolean>`branch.id in (select student.branch_id from student
    join student_parent on student_parent.student_id = student.id where student_parent.parent_id = ${parent_id})`
}

/** Names of the branches where lessons are, for everybody who belongs to the organisation. */
export function activeBranches(db: Kysely<DB>) {
  return db
    .selectFrom('branch')
    .select(['id', 'code', 'name', 'is_hq'])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .orderBy('is_hq', 'desc')
    .orderBy('code')
    .execute()
}
