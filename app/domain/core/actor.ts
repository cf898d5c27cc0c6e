import type { Held, Scope } from './access/access.ts'
import type { OperatorRole } from './access/operator-access.ts'

/** Who acts: a person, an operator, somebody who is not signed in, or the product itself. */
export interface Actor {
  type: 'user' | 'operator' | 'guest' | 'system'
  id: string | null
  name: string
  roles: readonly Held[]
  operator_role: OperatorRole | null
  branch_ids: readonly string[]
  parent_id: string | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
}

/** Where a request came from, as far as its sender tells. */
export type Visitor = Pick<Actor, 'ip' | 'user_agent'>

/** The same as it is kept: what a browser says of itself may be any length. */
export const placeOf = ({ ip, user_agent }: Visitor): Visitor => ({
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

/** Every row of an organisation: for the product itself, which is nobody's and asks before it comes to that. */
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

/** The same person as nobody: for what somebody does who does not want to be known for it. */
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
