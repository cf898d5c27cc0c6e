import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { type Chosen, offered } from '#app/domain/lists/offered.server.ts'
import type { DB } from '#db/types.ts'

/** Active branches in which somebody may work with people, and the one that a row is in already. */
export function branchesToChoose(db: Kysely<DB>, { scope, branch_ids }: RowScope, kept?: Chosen) {
  const query = offered(db, 'branch', kept).select(['id', 'name'])
  const reached =
    scope === 'all'
      ? query
      : query.where(sql<boolean>`id = any(${[...branch_ids, ...[kept ?? []].flat()]}::uuid[])`)
  return reached.orderBy('is_hq', 'desc').orderBy('name').execute()
}
