import type { Permission } from './access.ts'
import type { OperatorPermission } from './operator-access.ts'

/**
 * Who may open a route. A tenant permission, or one for looking and one for changing, or any one of some (to do, or to
 * ask for); an operator permission; any signed-in person; a guest page; or a call of a gateway, which is proven by its
 * signature and not by a session.
 */
export type Access =
  | Permission
  | OperatorPermission
  | { view: Permission; change: Permission }
  | { any: readonly Permission[] }
  | 'signed-in'
  | 'operator'
  | 'guest'
  | 'gateway'
