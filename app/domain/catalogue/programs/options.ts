import { type Kysely, sql } from 'kysely'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'

/** Active programs to choose from, and the one that the row has already. */
export function programOptions(db: Kysely<DB>, kept?: Chosen) {
  return offered(db, 'program', kept)
    .select(['id', 'name'])
    .orderBy(sql.ref('sort_order'))
    .orderBy('name')
    .execute()
}
