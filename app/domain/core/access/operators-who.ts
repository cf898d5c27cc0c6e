import type { Kysely } from 'kysely'
import {
  type OperatorPermission,
  operatorMay,
  operatorRoles,
} from '#app/domain/core/access/operator-access.ts'
import type { DB } from '#db/types.ts'

/** Active operators whose role has a permission, as a mail addresses them. */
export function operatorsWho(db: Kysely<DB>, permission: OperatorPermission) {
  return db
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'locale'])
    .where('status', '=', 'active')
    .where(
      'role',
      'in',
      operatorRoles.filter((role) => operatorMay(role, permission)),
    )
}
