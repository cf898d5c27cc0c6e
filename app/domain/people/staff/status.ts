import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { KeptStatus } from '#app/domain/core/crud/nouns.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { invite, withdrawInvitation } from '#app/domain/identity/passwords/invitation.ts'
import type { DB } from '#db/types.ts'
import { type LockedStaff, lockedStaff, lockSuperadmins, refuseLastSuperadmin } from './locked.ts'

/** Whose page a verb was said on; its entry in the audit log, and what it says when somebody must stay, follow from it. */
export interface Told {
  type: 'staff' | 'trainer'
  id: string
}

/** Holds the superadmins, of whom the last one must stay, before anybody else. */
export async function setStaffStatus(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  { version, status }: { version: number; status: KeptStatus },
): Promise<string> {
  const superadmins = await lockSuperadmins(trx)
  const person = await lockedStaff(trx, actor, id, version)
  return switchPerson(trx, actor, keys, person, status, { type: 'staff', id }, superadmins)
}

/** Holds the superadmins, as above. */
export async function removeStaff(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<string> {
  const superadmins = await lockSuperadmins(trx)
  const person = await lockedStaff(trx, actor, id, version)
  return removePerson(trx, actor, person, { type: 'staff', id }, superadmins)
}

/**
 * Inactive: the account opens nothing any more, all its sessions end and its invitation is withdrawn. Active: it opens
 * again, and who never had a password is invited anew. Refuses one's own account, what is so already, the last of
 * the active superadmins, and more people than the package allows. Returns the name.
 */
export async function switchPerson(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  person: LockedStaff,
  status: KeptStatus,
  told: Told,
  superadmins: ReadonlySet<string> = new Set(),
): Promise<string> {
  const { id, user_id, name } = person
  if (user_id === actor.id) throw new Refusal('staff.own_account')
  if ((person.status === 'inactive') === (status === 'inactive')) throw new Refusal('action_not_allowed')
  if (status === 'inactive') refuseLastSuperadmin(superadmins, user_id)
  else await refuseBeyondLimit(trx, 'staff')
  await trx
    .updateTable('user_account')
    .set({ status, ...changed(actor) })
    .where('id', '=', user_id)
    .execute()
  await trx
    .updateTable('staff')
    .set({ status, ...changed(actor) })
    .where('id', '=', id)
    .execute()
  // Whether somebody is a trainer is said by the role; their page is another all the same.
  await trx.updateTable('trainer').set(changed(actor)).where('user_id', '=', user_id).execute()
  const verb = status === 'active' ? 'activated' : 'deactivated'
  const change = named(name, { before: { status: person.status }, after: { status } })
  await record(trx, actor, `${told.type}.${verb}`, told, change)
  if (status === 'inactive') await shut(trx, user_id)
  else if (!person.password_hash && person.email) await invite(trx, actor, keys, user_id)
  return name
}

/**
 * Only somebody who was never here in earnest: never signed in, teaches nothing, heads nothing. Their e-mail address
 * and phone number are free again. Refuses all others with staff.remove_failed or trainer.remove_failed, one's own
 * account and the last of the active superadmins. Returns the name.
 */
export async function removePerson(
  trx: Transaction<DB>,
  actor: Actor,
  person: LockedStaff,
  told: Told,
  superadmins: ReadonlySet<string> = new Set(),
): Promise<string> {
  const { id, user_id, name, staff_no, roles } = person
  if (user_id === actor.id) throw new Refusal('staff.own_account')
  refuseLastSuperadmin(superadmins, user_id)
  if (await hasRecords(trx, person)) throw new Refusal(`${told.type}.remove_failed`)
  const gone = { deleted_at: sql<Date>`now()`, ...changed(actor) }
  await shut(trx, user_id)
  await trx
    .updateTable('parent')
    .set({ user_id: null, ...changed(actor) })
    .where('user_id', '=', user_id)
    .execute()
  await trx.updateTable('trainer').set(gone).where('user_id', '=', user_id).execute()
  await trx
    .updateTable('user_account')
    .set({ ...gone, status: 'inactive' })
    .where('id', '=', user_id)
    .execute()
  await trx
    .updateTable('staff')
    .set({ ...gone, status: 'inactive' })
    .where('id', '=', id)
    .execute()
  const before = { name, staff_no, roles, status: person.status }
  await record(trx, actor, `${told.type}.removed`, told, { before })
  return name
}

async function shut(trx: Transaction<DB>, user_id: string) {
  await endUserSessions(trx, user_id)
  await withdrawInvitation(trx, user_id)
}

async function hasRecords(trx: Transaction<DB>, { id, user_id, last_login_at }: LockedStaff) {
  if (last_login_at) return true
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from audit_log where actor_id = ${user_id})
      or exists (select from subject_trainer where user_id = ${user_id})
      or exists (select from department where head_staff_id = ${id} and deleted_at is null) as found`.execute(
    trx,
  )
  return rows[0]!.found
}
