import { sql, type Transaction } from 'kysely'
import { roles as everyRole, type Role } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { choose, chosenOf, distinct, refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ResourceStatus } from '#app/domain/core/resources.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import { identityChange, revealIdentity } from '#app/domain/identity/accounts/identity.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { invite, withdrawInvitation } from '#app/domain/identity/passwords/invitation.ts'
import type { DB } from '#db/types.ts'
import { staffIn } from './find-staff.ts'
import {
  addPerson,
  changePerson,
  identityOf,
  type LockedStaff,
  lockedStaff,
  lockSuperadmins,
  refuseLastSuperadmin,
  staffReferences,
  syncInvitation,
  syncParentRow,
  syncTrainerRow,
  valuesOf,
} from './person.ts'
import { mayChangeRoles, type NewStaffInput, type StaffInput, type StaffRolesInput } from './staff.ts'

/**
 * Creates a staff member with their account. Refuses what `addPerson` refuses, and roles the actor may not give. Returns the id.
 */
export async function createStaff(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  input: NewStaffInput,
): Promise<string> {
  if (!mayChangeRoles(actor.roles, [], input.roles)) throw new Refusal('staff.role_not_yours', 'roles')
  return (await addPerson(trx, actor, keys, input)).id
}

/**
 * Changes a staff member, and the name, phone and e-mail address of their account. An invitation to the old address is
 * replaced. Roles are changed by {@link changeRoles}.
 */
export async function editStaff(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  version: number,
  input: StaffInput,
): Promise<void> {
  const person = await lockedStaff(trx, actor, id, version)
  const { identity_no, identity_clear, identity_type } = input
  if (!identity_no && !identity_clear && person.identity_type && identity_type !== person.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  const branches_before = await chosenOf(trx, 'staff_branch', id)
  await refuseUnoffered(trx, staffReferences, input, { ...person, branch_ids: branches_before })
  const values = valuesOf(input)
  await changePerson(trx, actor, person, values, { staff: { ...values, ...identityOf(keys, id, input) } })
  const branch_ids = distinct(input.branch_ids)
  await choose(trx, 'staff_branch', id, branch_ids)
  const before = { ...person, branch_ids: branches_before, identity_no: 'kept' }
  const after = { ...values, branch_ids, identity_no: identityChange(input) }
  await record(trx, actor, 'staff.edited', { type: 'staff', id }, difference(before, after))
  await syncInvitation(trx, actor, keys, person, values.email)
}

/** Sends a new invitation and revokes the previous one. Returns the name and the address. */
export async function resendInvitation(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  version: number,
): Promise<{ name: string; email: string }> {
  const { user_id, name, email } = await lockedStaff(trx, actor, id, version)
  await invite(trx, actor, keys, user_id)
  return { name, email: email ?? '' }
}

/**
 * Changes roles and ends all sessions of the person, so that the new rights apply. Refuses one's own account, roles the actor
 * may not give or take, and to demote the last active superadmin. Returns the person's name.
 */
export async function changeRoles(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { roles: chosen, family_code, version }: StaffRolesInput,
): Promise<string> {
  const superadmins = await lockSuperadmins(trx)
  const person = await lockedStaff(trx, actor, id, version)
  const { user_id, actorRoles, name } = person
  if (user_id === actor.id) throw new Refusal('staff.own_roles')
  const before = person.roles as Role[]
  const roles = everyRole.filter((role) => chosen.includes(role))
  if (!mayChangeRoles(actorRoles, before, roles)) throw new Refusal('staff.role_not_yours', 'roles')
  if (!roles.includes('superadmin')) refuseLastSuperadmin(superadmins, user_id)
  const family_before = await familyOf(trx, user_id)
  const family = await syncParentRow(trx, actor, user_id, roles, family_code)
  await syncTrainerRow(trx, actor, person, roles)
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

/** The object on whose page the action was taken: it decides the audit action and the code of a refusal. */
interface AuditObject {
  type: 'staff' | 'trainer'
  id: string
}

/** Locks the superadmins first, because the last one must not be deactivated. */
export async function setStaffStatus(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  id: string,
  { version, status }: { version: number; status: ResourceStatus },
): Promise<string> {
  const superadmins = await lockSuperadmins(trx)
  const person = await lockedStaff(trx, actor, id, version)
  return setPersonStatus(trx, actor, keys, person, status, { type: 'staff', id }, superadmins)
}

/** Locks the superadmins first, because the last one must not be removed. */
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
 * Inactive: the account cannot sign in, its sessions end and its invitation is withdrawn. Active: it can sign in again, and a
 * person without a password gets a new invitation. Refuses one's own account, an unchanged status, the last active superadmin,
 * and more people than the package allows. Returns the name.
 */
export async function setPersonStatus(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  person: LockedStaff,
  status: ResourceStatus,
  object: AuditObject,
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
  // The trainer's status follows the role; only the version changes, because their page shows the account's status.
  await trx.updateTable('trainer').set(changed(actor)).where('user_id', '=', user_id).execute()
  const verb = status === 'active' ? 'activated' : 'deactivated'
  const change = named(name, { before: { status: person.status }, after: { status } })
  await record(trx, actor, `${object.type}.${verb}`, object, change)
  if (status === 'inactive') await shut(trx, user_id)
  else if (!person.password_hash && person.email) await invite(trx, actor, keys, user_id)
  return name
}

/**
 * Removes a person who never signed in, teaches no class and heads no department; their e-mail address and phone can be used
 * again. Refuses others with staff.remove_failed or trainer.remove_failed, one's own account and the last active superadmin.
 * Returns the name.
 */
export async function removePerson(
  trx: Transaction<DB>,
  actor: Actor,
  person: LockedStaff,
  object: AuditObject,
  superadmins: ReadonlySet<string> = new Set(),
): Promise<string> {
  const { id, user_id, name, staff_no, roles } = person
  if (user_id === actor.id) throw new Refusal('staff.own_account')
  refuseLastSuperadmin(superadmins, user_id)
  if (await hasRecords(trx, person))
    throw new Refusal(`${object.type}.remove_failed`).blockedBy(...(await dutiesOf(trx, person)))
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
  await record(trx, actor, `${object.type}.removed`, object, { before })
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

/** The classes and departments by which a person stays, and else the person's page, where they are deactivated. */
async function dutiesOf(trx: Transaction<DB>, { id, user_id, name }: LockedStaff): Promise<Blocker[]> {
  const [classes, departments] = await Promise.all([
    trx
      .selectFrom('subject_trainer')
      .innerJoin('subject', 'subject.id', 'subject_trainer.subject_id')
      .select(['subject.id', 'subject.name'])
      .where('subject_trainer.user_id', '=', user_id)
      .orderBy('subject.name')
      .limit(3)
      .execute(),
    trx
      .selectFrom('department')
      .select(['id', 'name'])
      .where('head_staff_id', '=', id)
      .where('deleted_at', 'is', null)
      .limit(2)
      .execute(),
  ])
  const duties: Blocker[] = [
    ...classes.map((one) => ({ to: 'subject' as const, id: one.id, name: one.name })),
    ...departments.map((one) => ({ to: 'department' as const, id: one.id, name: one.name })),
  ]
  return duties.length > 0 ? duties : [{ to: 'staff', id, name }]
}

/** The full identity number, with an audit entry about who has seen it. Refuses with not_found.staff, also without a number. */
export async function revealStaff(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
): Promise<{ identity_no: string | null }> {
  const row = await staffIn(trx, scope)
    .select(['staff.id', 'staff.identity_type', 'staff.identity_no_sealed'])
    .where('staff.id', '=', id)
    .where('staff.identity_no_sealed', 'is not', null)
    .executeTakeFirst()
  return revealIdentity(trx, actor, keys, 'staff', row, 'not_found.staff')
}
