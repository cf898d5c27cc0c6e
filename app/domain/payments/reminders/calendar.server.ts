import { sql } from 'kysely'

/** The state of an invoice's branch; one without an address is where the organisation is. */
export const stateOf = sql<string | null>`coalesce(branch.state,
  (select entity.state from platform.entity where entity.role_name = current_user))`
