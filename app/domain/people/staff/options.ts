import type { Kysely } from 'kysely'
import { offered } from '#app/domain/core/lists/offered.ts'
import type { DB } from '#db/types.ts'

/** Staff who work here now, and who is head already. */
export function headOptions(db: Kysely<DB>, kept: string | null = null) {
  return offered(db, 'staff', kept).select(['id', 'name']).orderBy('name').limit(500).execute()
}
