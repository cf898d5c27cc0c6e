import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { choose, chosenOf, distinct } from '#app/domain/core/lists/chosen.ts'
import { refuseUnoffered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityChange } from '#app/domain/identity/accounts/identity.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import type { DB } from '#db/types.ts'
import { lockedStaff } from './locked.ts'
import { addPerson, changePerson, followAddress, identityOf, places, valuesOf } from './person.ts'
import { mayChangeRoles } from './rules.ts'
import type { NewStaffInput, StaffInput } from './staff-form.ts'

/**
 * Creates a staff member and their account; refuses as `addPerson` does, and roles that the actor may not give. Returns
 * the id.
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
  const { identity_no, identity_clear, identity_type } = input
  if (!identity_no && !identity_clear && person.identity_type && identity_type !== person.identity_type)
    throw new Refusal('identity.number_again', 'identity_no')
  const branches_before = await chosenOf(trx, 'staff_branch', id)
  await refuseUnoffered(trx, places, input, { ...person, branch_ids: branches_before })
  const values = valuesOf(input)
  await changePerson(trx, actor, person, values, { staff: { ...values, ...identityOf(keys, id, input) } })
  const branch_ids = distinct(input.branch_ids)
  await choose(trx, 'staff_branch', id, branch_ids)
  const before = { ...person, branch_ids: branches_before, identity_no: 'kept' }
  const after = { ...values, branch_ids, identity_no: identityChange(input) }
  await record(trx, actor, 'staff.edited', { type: 'staff', id }, difference(before, after))
  await followAddress(trx, actor, keys, person, values.email)
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
