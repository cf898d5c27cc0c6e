import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { revealIdentity } from '#app/domain/identity/accounts/reveal.ts'
import type { DB } from '#db/types.ts'
import { parentsIn } from './scope.ts'

/**
 * The whole number of a parent and what is known of the income; the audit log says that they were shown and to whom.
 * Refuses with not_found.parent.
 */
export async function revealParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null; income_above_2500: boolean | null }> {
  const row = await parentsIn(trx, scope)
    .select(['parent.id', 'parent.identity_type', 'parent.identity_no_sealed', 'parent.income_above_2500'])
    .where('parent.id', '=', id)
    .executeTakeFirst()
  const { identity_no } = await revealIdentity(trx, actor, keys, 'parent', row, 'not_found.parent')
  return { identity_no, income_above_2500: row?.income_above_2500 ?? null }
}
