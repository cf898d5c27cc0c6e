import { type Kysely, sql } from 'kysely'
import type { Role } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { staffIn } from './find-staff.ts'

/** How many people have a role: of staff as many as their list shows, of families those with an account. */
export async function countHolders(db: Kysely<DB>, scope: RowScope, role: Role): Promise<number> {
  const accounts = role === 'parent' ? db.selectFrom('user_account') : staffIn(db, scope)
  const { count } = await accounts
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`${role} = any(user_account.roles)`)
    .executeTakeFirstOrThrow()
  return count
}
