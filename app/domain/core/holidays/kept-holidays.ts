import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Holiday } from './holiday.ts'

/** All that the operator keeps. */
export async function holidaysOf(db: Kysely<DB>): Promise<Holiday[]> {
  return db.selectFrom('platform.closure_date').select(['closed_on as on', 'yearly', 'state']).execute()
}
