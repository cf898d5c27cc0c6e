import { type Kysely, sql } from 'kysely'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'

/** Active classes to choose from, and the one that the row has already. */
export const subjectOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'subject', kept)
    .select(['id', sql<string>`name || ' (' || code || ')'`.as('name')])
    .orderBy('name')
    .orderBy('code')
    .execute()
