import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { choose, distinct } from '#app/domain/core/lists/chosen.ts'
import { type Offered, refuseUnoffered } from '#app/domain/core/lists/offered.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { invite, withdrawInvitation } from '#app/domain/identity/passwords/invitation.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { LockedStaff } from './locked.ts'
import { followTrainerRole, type Teaching } from './profiles.ts'
import type { NewStaffInput, StaffInput } from './staff-form.ts'

/**
 * Somebody new who works here, whatever they do: an account, a row of staff with its branches, with the role of a
 * trainer also that row, and an invitation if there is an e-mail address; with a mobile number alone their first sign-in
 * by phone opens the account. Refuses an e-mail address, phone, staff or identity number that another one has (by
 * constraint), branches and departments that are none, and more people than the package allows. `trainer_id` is null without that role.
 */
export async function addPerson(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  input: NewStaffInput,
  teaching?: Teaching,
): Promise<{ id: string; trainer_id: string | null }> {
  const { roles, locale, branch_ids } = input
  await refuseUnoffered(trx, places, input)
  await refuseBeyondLimit(trx, 'staff')
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
  const trainer_id = await followTrainerRole(trx, actor, { user_id, name, phone, email }, roles, teaching)
  const after = { ...values, branch_ids: distinct(branch_ids), roles, has_identity_no: !!input.identity_no }
  await record(trx, actor, 'staff.created', { type: 'staff', id }, { after })
  if (email) await invite(trx, actor, keys, user_id)
  return { id, trainer_id }
}

export interface Contact {
  name: string
  phone: string | null
  email: string | null
}

/**
 * A person's name, phone and e-mail address stand in their account, as staff and as a trainer, and change in all three
 * together; `more`: what else changes of the one or the other.
 */
export async function changePerson(
  trx: Transaction<DB>,
  actor: Actor,
  { id, user_id }: Pick<LockedStaff, 'id' | 'user_id'>,
  { name, phone, email }: Contact,
  more: { staff?: object; trainer?: Partial<Teaching> } = {},
): Promise<void> {
  const shared = { name, phone, email, ...changed(actor) }
  await trx.updateTable('user_account').set(shared).where('id', '=', user_id).execute()
  await trx
    .updateTable('staff')
    .set({ ...more.staff, ...shared })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('trainer')
    .set({ ...more.trainer, ...shared })
    .where('user_id', '=', user_id)
    .execute()
}

/**
 * After a change of the e-mail address: what went to the old one opens nothing any more; who still needs an invitation
 * gets one at the new.
 */
export async function followAddress(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { user_id, status, password_hash, email: before }: LockedStaff,
  email: string | null,
): Promise<void> {
  if (email === before) return
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

/** The fields of a form in which one chooses among rows of another noun. */
export const places = { branch_ids: 'branch', department_id: 'department' } as const satisfies {
  [field in keyof StaffInput]?: Offered
}

/** What a form says of a row of staff; an emptied field is written as empty. */
export function valuesOf(input: NewStaffInput | StaffInput) {
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
export function identityOf(keys: Keys, row: string, input: NewStaffInput | StaffInput) {
  const said = {
    identity_no: input.identity_no,
    identity_clear: 'identity_clear' in input && input.identity_clear,
  }
  const columns = identityColumns(keys, 'staff', row, said)
  if (!('identity_no_sealed' in columns)) return {}
  return { ...columns, identity_type: columns.identity_no_sealed ? input.identity_type : null }
}
