import type { Kysely } from 'kysely'
import { branchNames } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import type { DB } from '#db/types.ts'

/** What a scope leaves of the organisation, in words that a page can say where it shows nothing. */
export async function reachOf(db: Kysely<DB>, { scope, branch_ids }: RowScope): Promise<Reach> {
  if (scope === 'class') return { only: 'classes' }
  if (scope !== 'branch') return undefined
  return { only: 'branches', branches: await branchNames(db, branch_ids) }
}
