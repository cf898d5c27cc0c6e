import { type Kysely, sql } from 'kysely'
import { type Permission, rolesWith, type Scope } from '#app/domain/core/access/access.ts'
import type { DB } from '#db/types.ts'

/** People named at most. */
const mostNamed = 3

/** Names of active people whose role has a permission, with this scope or with any, so that a page can say whom to ask; at most three. */
export async function peopleWhoMay(db: Kysely<DB>, permission: Permission, scope?: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('user_account')
    .select('name')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`roles && ${rolesWith(permission, scope)}::text[]`)
    .orderBy('name')
    .limit(mostNamed)
    .execute()
  return rows.map(({ name }) => name)
}
