import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Staff who can head a department: those who work here now, and the one who does it already. */
export function headOptions(db: Kysely<DB>, kept: string | null = null) {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status', '=', 'active'), eb('id', '=', kept)]))
    .orderBy('name')
    .limit(500)
    .execute()
}
