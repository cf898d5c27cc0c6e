import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Holiday } from './calendar.ts'

/** All that the operator keeps. */
export async function holidaysOf(db: Kysely<DB>): Promise<Holiday[]> {
  return db.selectFrom('platform.closure_date').select(['closed_on as on', 'yearly', 'state']).execute()
}

/** The state of an invoice's branch; one without an address is where the organisation is. */
export const stateOf = sql<string | null>`coalesce(branch.state,
  (select entity.state from platform.entity where entity.role_name = current_user))`
