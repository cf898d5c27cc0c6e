import { sql, type Transaction } from 'kysely'
import { identityChange, identityColumns } from '#app/domain/accounts/identity.server.ts'
import type { Actor } from '#app/domain/actor.ts'
import { difference, record } from '#app/domain/audit.ts'
import { changed } from '#app/domain/changed.ts'
import { choose, chosenOf, distinct } from '#app/domain/lists/chosen.server.ts'
import { type Offered, refuseUnoffered } from '#app/domain/lists/offered.server.ts'
import { invite, withdrawInvitation } from '#app/domain/passwords/invitation.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Keys } from '#app/domain/secrets.server.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockedStaff } from './locked.server.ts'
import { followTrainerRole } from './profiles.server.ts'
import { mayChangeRoles } from './rules.ts'
import type { NewStaffInput, StaffInput } from './staff-form.ts'

/**
 * Creates a staff member and their account, and mails them an invitation if they have an address; with a mobile number
 * alone their first sign-in by phone opens the account. Refuses an e-mail address, phone, staff or identity number that
 * another one has (by constraint), roles that the actor may not give, and branches and departments that are none.
 */
export async function createStaff(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  input: NewStaffInput,
): Promise<string> {
  const { roles, locale, branch_ids } = input
  if (!mayChangeRoles(actor.roles, [], roles)) throw new Refusal('staff.role_not_yours', 'roles')
  await refuseUnoffered(trx, places, input)
  const id = newId()
  const user_id = newId()
  const values = valuesOf(input)
  const { name, email, phone } = values
  const by = { created_by: actor.id, updated_by: actor.id }
  await trx
    .insertInto('user_account')
    .values({ id: user_id, name, email, phone, roles, locale, status: 'invited', ...by })
    .execute()
  await trx
    .insertInto('staff')
    .values({ id, user_id, ...values, ...identityOf(keys, id, input), ...by })
    .execute()
  await choose(trx, 'staff_branch', id, branch_ids)
  await followTrainerRole(trx, actor, { user_id, name, phone, email }, roles)
  const after = { ...values, branch_ids: distinct(branch_ids), roles, has_identity_no: !!input.identity_no }
  await record(trx, actor, 'staff.created', { type: 'staff', id }, { after })
  if (email) await invite(trx, actor, keys, user_id)
  return id
}

/**
 * Changes a staff member, and the name, phone and e-mail address of the account with them. An invitation that went to
 * another address is replaced. Roles are not changed here.
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
  const { user_id } = person
  const { identity_no, identity_clear, identity_type } = input
  if (!identity_no && !identity_clear && person.identity_type && identity_type !== person.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  const branches_before = await chosenOf(trx, 'staff_branch', id)
  await refuseUnoffered(trx, places, input, { ...person, branch_ids: branches_before })
  const values = valuesOf(input)
  const { name, email, phone } = values
  await trx
    .updateTable('user_account')
    .set({ name, email, phone, ...changed(actor) })
    .where('id', '=', user_id)
    .execute()
  await trx
    .updateTable('staff')
    .set({ ...values, ...identityOf(keys, id, input), ...changed(actor) })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
  await trx
    .updateTable('trainer')
    .set({ name, email, phone, ...changed(actor) })
    .where('user_id', '=', user_id)
    .execute()
  const branch_ids = distinct(input.branch_ids)
  await choose(trx, 'staff_branch', id, branch_ids)
  const before = { ...person, branch_ids: branches_before, identity_no: 'kept' }
  const after = { ...values, branch_ids, identity_no: identityChange(input) }
  await record(trx, actor, 'staff.edited', { type: 'staff', id }, difference(before, after))
  if (email !== person.email) await followAddress(trx, actor, keys, person, email)
}

/** What went to the old address opens nothing any more; who still needs an invitation gets one at the new. */
async function followAddress(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { user_id, status, password_hash }: Awaited<ReturnType<typeof lockedStaff>>,
  email: string | null,
) {
  await trx
    .updateTable('recovery_token')
    .set({ replaced_at: sql<Date>`now()` })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  await withdrawInvitation(trx, user_id)
  if (email && !password_hash && status !== 'inactive') await invite(trx, actor, keys, user_id)
}

/** Sends a new invitation; the one before opens nothing any more. Returns the name and where it goes. */
export async function inviteAgain(
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

const places = { branch_ids: 'branch', department_id: 'department' } as const satisfies {
  [field in keyof StaffInput]?: Offered
}

function valuesOf(input: NewStaffInput | StaffInput) {
  return {
    name: input.name,
    staff_no: input.staff_no ?? null,
    gender: input.gender,
    born_on: input.born_on ?? null,
    phone: input.phone,
    email: input.email ?? null,
    department_id: input.department_id ?? null,
    position: input.position ?? null,
    joined_on: input.joined_on ?? null,
    ended_on: input.ended_on ?? null,
  }
}

/** The columns of the identity number, whose kind comes and goes with it. */
function identityOf(keys: Keys, row: string, input: NewStaffInput | StaffInput) {
  const said = {
    identity_no: input.identity_no,
    identity_clear: 'identity_clear' in input && input.identity_clear,
  }
  const columns = identityColumns(keys, 'staff', row, said)
  if (!('identity_no_sealed' in columns)) return {}
  return { ...columns, identity_type: columns.identity_no_sealed ? input.identity_type : null }
}
