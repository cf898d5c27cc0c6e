import type { Kysely } from 'kysely'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'

/** Active categories to choose from, and the one that the row has already. */
export const categoryOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'category', kept).select(['id', 'name']).orderBy('name').execute()
