import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Packages to choose from in a filter, as they are offered. */
export async function packageChoices(db: Kysely<DB>) {
  return db
    .selectFrom('platform.package')
    .select(['id', 'name'])
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
}
