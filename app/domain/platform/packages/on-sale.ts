import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** What an operator may choose for somebody: each package that is active, public or not, and the one they have. */
export function packagesOnSale(db: Kysely<DB>, had: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('platform.package')
    .select(['id', 'name'])
    .where(({ or, eb }) => or([eb('status', '=', 'active'), eb('id', '=', had)]))
    .orderBy('sort_order')
    .orderBy('code')
    .execute()
}
