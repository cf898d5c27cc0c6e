import type { Permission } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { RequestContext } from './context.ts'

/**
 * The rows that the first of these permissions which the reader holds gives: to do a thing, or else to ask for it. Refuses
 * who holds none.
 */
export const firstScope = (
  context: RequestContext,
  ...permissions: [Permission, ...Permission[]]
): RowScope => context.scope(permissions.find((permission) => context.can(permission)) ?? permissions[0])
