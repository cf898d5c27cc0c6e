import type { Kysely } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'

/** With one branch or none there is nothing to choose. */
export async function branchChoices(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  if (scope !== 'all' && branch_ids.length < 2) return []
  let query = db.selectFrom('branch').select(['id', 'name']).where('deleted_at', 'is', null)
  if (scope !== 'all') query = query.where('id', 'in', branch_ids)
  const branches = await query.orderBy('name').execute()
  return branches.length > 1 ? branches : []
}
