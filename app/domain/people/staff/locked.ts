import { sql, type Transaction } from 'kysely'
import type { Held, Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { mayManage } from './rules.ts'

/**
 * With their account, both locked until the change is done, and the roles as they are now. Refuses who is gone, who was
 * changed by somebody else, and an account that the actor may not touch (staff.protected). Without a `version` the
 * caller holds against another row what the form was opened on.
 */
export async function lockedStaff(trx: Transaction<DB>, actor: Actor, id: string, version?: number) {
  const known = await trx
    .selectFrom('staff')
    .select('user_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found.staff')
  // Accounts are locked before staff, always: who changes roles holds those of the superadmins already.
  const account = await trx
    .selectFrom('user_account')
    .select(['roles', 'status', 'password_hash', 'last_login_at'])
    .where('id', '=', known.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const staff = await trx
    .selectFrom('staff')
    .select(['id', 'user_id', 'name', 'staff_no', 'gender', 'identity_type', 'born_on', 'phone', 'email'])
    .select(['department_id', 'position', 'joined_on', 'ended_on', 'version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!staff) throw new Refusal('not_found.staff')
  const held = await rolesNow(trx, actor)
  if (!mayManage(held, account.roles)) throw new Refusal('staff.protected')
  if (version !== undefined) refuseStale(staff, version)
  return { ...staff, ...account, held }
}
export type LockedStaff = Awaited<ReturnType<typeof lockedStaff>>

/** While the actor waited for a lock somebody may have taken roles away. Who is no longer active has none. */
async function rolesNow(trx: Transaction<DB>, { type, id, roles }: Actor): Promise<readonly Held[]> {
  if (type !== 'user' || !id) return roles
  const row = await trx
    .selectFrom('user_account')
    .select('roles')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return (row?.roles ?? []) as Role[]
}

/**
 * An active superadmin must be left when an account stops being one. All are locked in one order, before anything else
 * is, so that two who put each other out at the same moment come one after the other. Refuses staff.last_superadmin.
 */
export async function lockSuperadmins(trx: Transaction<DB>): Promise<ReadonlySet<string>> {
  const active = await trx
    .selectFrom('user_account')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where(sql<boolean>`'superadmin' = any(roles)`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(active.map(({ id }) => id))
}

export function refuseLastSuperadmin(superadmins: ReadonlySet<string>, user_id: string): void {
  if (superadmins.has(user_id) && superadmins.size === 1) throw new Refusal('staff.last_superadmin')
}
