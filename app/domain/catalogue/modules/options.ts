import { type Kysely, sql } from 'kysely'
import { type Chosen, offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'

/** Active modules to choose from, and the one that the row has already, program by program as they follow one another. */
export function moduleOptions(db: Kysely<DB>, kept?: Chosen) {
  const program = sql<string>`(select program.name from program where program.id = program_id)`
  return offered(db, 'module', kept)
    .select(['id', 'name', program.as('program')])
    .orderBy(program)
    .orderBy(sql.ref('sequence'))
    .orderBy('name')
    .execute()
}
