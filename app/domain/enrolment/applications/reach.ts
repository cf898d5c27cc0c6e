import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/**
 * Applications that a scope reaches: all, those with a child who is to come to one of the own branches, and those that a
 * parent has handed in themselves.
 */
export function applicationsIn(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('application')
  if (scope === 'all') return query
  if (scope === 'branch')
    return query.where(
      sql<boolean>`exists (select from application_student as own
        where own.application_id = application.id and own.branch_id = any(${branch_ids}::uuid[]))`,
    )
  return query.where(
    sql<boolean>`(application.user_id = ${user_id} or application.parent_id = ${parent_id}::uuid)`,
  )
}

/** The children of applications whom a scope reaches: those who are to come to one of the own branches, and one's own. */
export function linesIn(db: Kysely<DB>, scope: RowScope) {
  const query = db.selectFrom('application_student')
  if (scope.scope === 'all') return query
  if (scope.scope === 'branch')
    return query.where(sql<boolean>`application_student.branch_id = any(${scope.branch_ids}::uuid[])`)
  const own = applicationsIn(db, scope).select('application.id')
  return query.where('application_student.application_id', 'in', own)
}
