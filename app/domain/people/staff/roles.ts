import type { Transaction } from 'kysely'
import { roles as everyRole, type Role } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import type { DB } from '#db/types.ts'
import { lockedStaff, lockSuperadmins, refuseLastSuperadmin } from './locked.ts'
import { followParentRole, followTrainerRole } from './profiles.ts'
import { mayChangeRoles } from './rules.ts'
import type { StaffRolesInput } from './staff-form.ts'

/**
 * Ends all sessions of the person, who comes back with the new rights. Refuses one's own account, what the actor has no
 * say over, and the last active superadmin. Returns the person's name.
 */
export async function changeRoles(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { roles: chosen, family_code, version }: StaffRolesInput,
): Promise<string> {
  const superadmins = await lockSuperadmins(trx)
  const person = await lockedStaff(trx, actor, id, version)
  const { user_id, held, name } = person
  if (user_id === actor.id) throw new Refusal('staff.own_roles')
  const before = person.roles as Role[]
  const roles = everyRole.filter((role) => chosen.includes(role))
  if (!mayChangeRoles(held, before, roles)) throw new Refusal('staff.role_not_yours', 'roles')
  if (!roles.includes('superadmin')) refuseLastSuperadmin(superadmins, user_id)
  const family_before = await familyOf(trx, user_id)
  const family = await followParentRole(trx, actor, user_id, roles, family_code)
  await followTrainerRole(trx, actor, person, roles)
  await trx
    .updateTable('user_account')
    .set({ roles, ...changed(actor) })
    .where('id', '=', user_id)
    .execute()
  await trx.updateTable('staff').set(changed(actor)).where('id', '=', id).execute()
  await endUserSessions(trx, user_id)
  const change = {
    before: { roles: before, parent_id: family_before },
    after: { roles, parent_id: family },
  }
  await record(trx, actor, 'staff.roles_changed', { type: 'staff', id }, change)
  return name
}

async function familyOf(trx: Transaction<DB>, user_id: string): Promise<string | null> {
  const row = await trx.selectFrom('parent').select('id').where('user_id', '=', user_id).executeTakeFirst()
  return row?.id ?? null
}
