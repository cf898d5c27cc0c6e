import type { Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { revealIdentity } from '#app/domain/identity/accounts/reveal.ts'
import type { DB } from '#db/types.ts'
import { staffIn } from './find-staff.ts'

/** The whole number of who has one; the audit log says that it was shown and to whom. Refuses with not_found.staff. */
export async function revealStaff(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null }> {
  const row = await staffIn(trx, scope)
    .select(['staff.id', 'staff.identity_type', 'staff.identity_no_sealed'])
    .where('staff.id', '=', id)
    .where('staff.identity_no_sealed', 'is not', null)
    .executeTakeFirst()
  return revealIdentity(trx, actor, keys, 'staff', row, 'not_found.staff')
}
