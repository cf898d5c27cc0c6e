import { sql, type Transaction } from 'kysely'
import type { Role, SessionRole } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { refuseBeyondLimit } from '#app/domain/core/features/limits.ts'
import { choose, distinct, type Offered, refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { afterContactChange } from '#app/domain/identity/contacts/contact-changed.ts'
import { contactKinds, provenNow } from '#app/domain/identity/contacts/proven.ts'
import { takeClaims } from '#app/domain/identity/contacts/take-claims.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { discountOwnWord } from '#app/domain/people/parents/own-word.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { mayManage, type NewStaffInput, type StaffInput } from './staff.ts'

/**
 * Adds a staff member: an account, a staff row with its branches, a trainer row for that role, and an invitation if there is an
 * e-mail address; with only a mobile number their first sign-in by phone opens the account. Refuses an e-mail, phone, staff or
 * identity number that another one has (by constraint), unknown branches and departments, and more people than the package
 * allows. `trainer_id` is null without the trainer role.
 */
export async function addPerson(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  input: NewStaffInput,
  teaching?: Teaching,
): Promise<{ id: string; trainer_id: string | null }> {
  const { roles, locale, branch_ids } = input
  await refuseUnoffered(trx, staffReferences, input)
  await refuseBeyondLimit(trx, 'staff')
  const id = newId()
  const user_id = newId()
  const values = valuesOf(input)
  const { name, email, phone } = values
  const by = { created_by: actor.id, updated_by: actor.id }
  await takeOfficeContacts(trx, null, { phone, email })
  const counting = { phone_proven_at: provenNow(phone), email_proven_at: provenNow(email) }
  await trx
    .insertInto('user_account')
    .values({ id: user_id, name, email, phone, roles, locale, status: 'invited', ...counting, ...by })
    .execute()
  await trx
    .insertInto('staff')
    .values({ id, user_id, ...values, ...identityOf(keys, id, input), ...by })
    .execute()
  await choose(trx, 'staff_branch', id, branch_ids)
  const trainer_id = await syncTrainerRow(trx, actor, { user_id, name, phone, email }, roles, teaching)
  const after = { ...values, branch_ids: distinct(branch_ids), roles, has_identity_no: !!input.identity_no }
  await record(trx, actor, 'staff.created', { type: 'staff', id }, { after })
  if (email) await invite(trx, actor, keys, user_id)
  return { id, trainer_id }
}

/** What the office enters for a colleague is theirs, whoever merely claimed it. */
async function takeOfficeContacts(
  trx: Transaction<DB>,
  except: string | null,
  { phone, email }: { phone: string | null; email: string | null },
): Promise<void> {
  if (phone) await takeClaims(trx, { kind: 'phone', value: phone, except })
  if (email) await takeClaims(trx, { kind: 'email', value: email, except })
}

interface Contact {
  name: string
  phone: string | null
  email: string | null
}

/**
 * Changes a person's name, phone and e-mail address, which are stored in their account, staff and trainer rows alike; `more`:
 * other values of the staff or trainer row. What the office enters counts, their sessions end, and the former contact is told.
 * Refuses (profile.own_contact) that somebody changes
 * their own phone or address so, since a code proves these on the profile.
 */
export async function changePerson(
  trx: Transaction<DB>,
  actor: Actor,
  { id, user_id }: Pick<LockedStaff, 'id' | 'user_id'>,
  { name, phone, email }: Contact,
  more: { staff?: object; trainer?: Partial<Teaching> } = {},
): Promise<void> {
  const before = await trx
    .selectFrom('user_account')
    .select(['id', 'phone', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const entered = contactKinds.filter((kind) => ({ phone, email })[kind] !== before[kind])
  if (user_id === actor.id && entered[0]) throw new Refusal('profile.own_contact', entered[0])
  await afterContactChange(trx, before, entered, { by: 'office' })
  await takeOfficeContacts(trx, user_id, {
    phone: entered.includes('phone') ? phone : null,
    email: entered.includes('email') ? email : null,
  })
  const shared = { name, phone, email, ...changed(actor) }
  const counting = {
    ...(entered.includes('phone') ? { phone_proven_at: provenNow(phone) } : {}),
    ...(entered.includes('email') ? { email_proven_at: provenNow(email) } : {}),
  }
  await trx
    .updateTable('user_account')
    .set({ ...shared, ...counting })
    .where('id', '=', user_id)
    .execute()
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

/** After a change of the e-mail address, which ended the links to the old one: sends a new invitation if it is still needed. */
export async function syncInvitation(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { user_id, status, password_hash, email: before }: LockedStaff,
  email: string | null,
): Promise<void> {
  if (email === before) return
  if (email && !password_hash && status !== 'inactive') await invite(trx, actor, keys, user_id)
}

/** Form fields that refer to rows of another table. */
export const staffReferences = { branch_ids: 'branch', department_id: 'department' } as const satisfies {
  [field in keyof StaffInput]?: Offered
}

/** The columns of a staff row from a form; an emptied field is cleared. */
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

/** The columns of the identity number; its type is stored only with a number. */
export function identityOf(keys: Keys, row: string, input: NewStaffInput | StaffInput) {
  const said = {
    identity_no: input.identity_no,
    identity_clear: 'identity_clear' in input && input.identity_clear,
  }
  const columns = identityColumns(keys, 'staff', row, said)
  if (!('identity_no_sealed' in columns)) return {}
  return { ...columns, identity_type: columns.identity_no_sealed ? input.identity_type : null }
}

interface Person {
  user_id: string
  name: string
  phone: string | null
  email: string | null
}

/** The details of a trainer. */
interface Teaching {
  specialisation: string | null
  qualification: string | null
}

/**
 * Creates or reactivates the trainer row with the trainer role, deactivates it without; `teaching` is for a new row. Returns
 * the id of the row that was created or changed, else null.
 */
export async function syncTrainerRow(
  trx: Transaction<DB>,
  actor: Actor,
  { user_id, name, phone, email }: Person,
  roles: readonly Role[],
  teaching: Partial<Teaching> = {},
): Promise<string | null> {
  const status = roles.includes('trainer') ? 'active' : 'inactive'
  const there = await trx
    .updateTable('trainer')
    .set({ status, deleted_at: status === 'active' ? null : sql.ref('deleted_at'), ...changed(actor) })
    .where('user_id', '=', user_id)
    .where('status', '<>', status)
    .returning('id')
    .executeTakeFirst()
  if (there || status === 'inactive') return there?.id ?? null
  const made = await trx
    .insertInto('trainer')
    .values({
      id: newId(),
      user_id,
      name,
      phone,
      email,
      created_by: actor.id,
      updated_by: actor.id,
      ...teaching,
    })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? null
}

/**
 * Links the account to a parent's row by family code with the parent role, unlinks it without; the row and its children stay.
 * Refuses an unknown code (staff.family_code) and a parent who has another account (staff.family_taken), both at the field.
 * Returns the parent's id.
 */
export async function syncParentRow(
  trx: Transaction<DB>,
  actor: Actor,
  user_id: string,
  roles: readonly Role[],
  family_code: string | undefined,
): Promise<string | null> {
  const joined = await trx
    .selectFrom('parent')
    .select(['id', 'family_code'])
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!roles.includes('parent')) {
    if (joined) await join(trx, actor, joined.id, null)
    return null
  }
  if (joined && (!family_code || family_code === joined.family_code)) return joined.id
  if (!family_code || !isFamilyCode(family_code)) throw new Refusal('staff.family_code', 'family_code')
  const found = await trx
    .selectFrom('parent')
    .select(['id', 'name', 'user_id'])
    .where('family_code', '=', family_code)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('staff.family_code', 'family_code')
  if (found.user_id && found.user_id !== user_id)
    throw new Refusal('staff.family_taken', 'family_code', { name: found.name })
  if (joined) await join(trx, actor, joined.id, null)
  await join(trx, actor, found.id, user_id)
  return found.id
}

async function join(trx: Transaction<DB>, actor: Actor, parent_id: string, user_id: string | null) {
  await trx
    .updateTable('parent')
    .set({ user_id, ...changed(actor) })
    .where('id', '=', parent_id)
    .execute()
  if (user_id) await discountOwnWord(trx, parent_id, user_id)
}

/**
 * A staff member with their account, both locked, and the actor's current roles (`actorRoles`). Refuses not_found.staff,
 * version_conflict, and an account that the actor may not change (staff.protected). Without a `version` the caller checks the
 * version of another row.
 */
export async function lockedStaff(trx: Transaction<DB>, actor: Actor, id: string, version?: number) {
  const known = await trx
    .selectFrom('staff')
    .select('user_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!known) throw new Refusal('not_found.staff')
  // Accounts are always locked before staff, because changing roles locks those of the superadmins first.
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
  const actorRoles = await rolesNow(trx, actor)
  if (!mayManage(actorRoles, account.roles)) throw new Refusal('staff.protected')
  if (version !== undefined) refuseStale(staff, version)
  return { ...staff, ...account, actorRoles }
}
export type LockedStaff = Awaited<ReturnType<typeof lockedStaff>>

/** The actor's current roles, since they may have changed while waiting for a lock. An inactive actor has none. */
async function rolesNow(trx: Transaction<DB>, { type, id, roles }: Actor): Promise<readonly SessionRole[]> {
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
 * The active superadmins, locked in one order before anything else, so that two superadmins who deactivate each other at the
 * same time are handled one after the other and one is left.
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
