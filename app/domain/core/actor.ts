import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Scope, SessionRole } from './access/access.ts'
import type { OperatorRole } from './access/operator-access.ts'

/** Who acts: a person, an operator, somebody who is not signed in, or the product itself. */
export interface Actor {
  type: 'user' | 'operator' | 'guest' | 'system'
  id: string | null
  name: string
  roles: readonly SessionRole[]
  operator_role: OperatorRole | null
  branch_ids: readonly string[]
  parent_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
}

/** Where a request came from, as far as the client says. */
export type Visitor = Pick<Actor, 'ip' | 'user_agent'>

/** As it is stored: a user agent may have any length. */
export const storedVisitor = ({ ip, user_agent }: Visitor): Visitor => ({
  ip,
  user_agent: user_agent?.slice(0, 512) ?? null,
})

/** Which rows a query may return; goes into its `where`. */
export interface RowScope {
  scope: Scope
  user_id: string
  branch_ids: readonly string[]
  parent_id: string | null
}

/** Every row of an organisation, for work of the product itself, after permission was checked elsewhere. */
export const everywhere: RowScope = { scope: 'all', user_id: '', branch_ids: [], parent_id: null }

/** Somebody who is not signed in, wherever they are. */
export const nobody = {
  type: 'guest',
  id: null,
  name: 'guest',
  roles: [],
  operator_role: null,
  branch_ids: [],
  parent_id: null,
} as const satisfies Partial<Actor>

/** Drops the identity of whoever acts, for what is done anonymously. */
export const asGuest = (actor: Actor): Actor => ({ ...actor, ...nobody })

export const systemActor: Actor = {
  type: 'system',
  id: null,
  name: 'Lunas',
  roles: [],
  operator_role: null,
  branch_ids: [],
  parent_id: null,
  ip: null,
  user_agent: null,
  request_id: null,
}

/** The actor for the audit log: a user by their id, or the system where nobody started it. */
export async function userOrSystemActor(db: Kysely<DB>, user_id: string | null): Promise<Actor> {
  if (!user_id) return systemActor
  const row = await db
    .selectFrom('user_account')
    .select('name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { ...systemActor, type: 'user', id: user_id, name: row.name }
}
