import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
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

/** Refuses a branch that is out of reach, not active or none at all (not_found.branch). */
export async function refuseForeignBranch(
  trx: Transaction<DB>,
  branch_id: string,
  scope: RowScope,
): Promise<void> {
  const reached = scope.scope === 'all' || scope.branch_ids.includes(branch_id)
  const found =
    reached && (await offered(trx, 'branch').select('id').where('id', '=', branch_id).executeTakeFirst())
  if (!found) throw new Refusal('not_found.branch', 'branch_id')
}
