import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { profileNames, profilesOf, type Role, roles } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { type Change, difference, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { addressFields, addressNames } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { ownTin } from '#app/domain/core/contact/tin.ts'
import { email, text, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { claimContact, waitingContacts } from '#app/domain/identity/contacts/claims.ts'
import { afterContactChange } from '#app/domain/identity/contacts/contact-changed.ts'
import { type ContactKind, contactKinds } from '#app/domain/identity/contacts/proven.ts'
import { endMailedLinks } from '#app/domain/identity/passwords/mailed-links.ts'
import { hashNewPassword, newPasswordFields, typedAlike } from '#app/domain/identity/passwords/passwords.ts'
import { locales } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { endUserSessions } from './sessions.ts'
import { proveByPassword } from './sign-in.ts'

/** Channels of notifications; none needs further consent. */
export const channels = ['whatsapp', 'email', 'sms', 'inapp'] as const

/** An emptied field is stored as empty; fields of profiles that the person does not have are ignored. */
export const profileForm = z.object({
  name: text({ min: 2, max: 150 }),
  email: email.optional(),
  phone: malaysianPhone.optional(),
  locale: z.enum(locales),
  preferred_channel: z.enum(channels),
  version,
  specialisation: text({ max: 200 }).optional(),
  trainer_version: version.optional(),
  home_phone: malaysianPhone.optional(),
  occupation: text({ max: 100 }).optional(),
  tin: ownTin('parent.tin').optional(),
  ...addressFields,
  parent_version: version.optional(),
})
export type ProfileInput = z.output<typeof profileForm>

export const trainerFields = ['specialisation'] as const
export const parentFields = ['home_phone', 'occupation', 'tin', ...addressNames] as const

export const switchForm = z.object({
  profile: z.enum([...profileNames, 'all']),
  to: z.string().max(2000).optional(),
})

/** `current_password` is required of a person who has one. */
export const passwordForm = z
  .object({ current_password: z.string().min(1).max(128).optional(), ...newPasswordFields })
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })
type PasswordInput = z.output<typeof passwordForm>

/**
 * A person's account, the contacts that wait for their code, and profiles; `staff`, `trainer` and `parent` are null if they
 * have no such row. Refuses not_found.user.
 */
export async function profileOf(db: Kysely<DB>, user_id: string) {
  const [waiting, account, staff, trainer, parent] = await Promise.all([
    waitingContacts(db, user_id),
    db
      .selectFrom('user_account')
      .select([
        'id',
        'name',
        'email',
        'phone',
        'locale',
        'preferred_channel',
        'avatar_file',
        'roles',
        'status',
        'last_login_at',
        'version',
        sql<boolean>`password_hash is not null`.as('has_password'),
      ])
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('staff')
      .leftJoin('department', 'department.id', 'staff.department_id')
      .select((eb) => [
        'staff.id',
        'staff.staff_no',
        'staff.position',
        'staff.joined_on',
        'department.name as department',
        eb
          .selectFrom('staff_branch')
          .innerJoin('branch', 'branch.id', 'staff_branch.branch_id')
          .whereRef('staff_branch.staff_id', '=', 'staff.id')
          .select(sql<string[] | null>`array_agg(branch.name order by branch.name)`.as('names'))
          .as('branches'),
      ])
      .where('staff.user_id', '=', user_id)
      .where('staff.deleted_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('trainer')
      .select(['id', ...trainerFields, 'version'])
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('parent')
      .select(['id', 'relationship', 'family_code', ...parentFields, 'version'])
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  if (!account) throw new Refusal('not_found.user')
  const known = account.roles.filter((role): role is Role => roles.includes(role as Role))
  const profiles = profilesOf(known)
  return {
    ...account,
    roles: known,
    profiles,
    waiting,
    staff: (profiles.includes('staff') && staff) || null,
    trainer: (profiles.includes('trainer') && trainer) || null,
    parent: (profiles.includes('parent') && parent) || null,
  }
}
type Profile = Awaited<ReturnType<typeof profileOf>>

/**
 * Changes the actor's account and profiles; a form without changes writes nothing, whatever its version. A new e-mail address
 * or phone waits for its code and the former one goes on counting; an emptied one is removed at once, which ends all sessions but
 * `session_id`. Refuses
 * version_conflict; duplicate.user_email and duplicate.user_phone; input.mobile for a new phone that gets no text messages;
 * confirm_required when e-mail or phone change and the person has not `confirmed` their identity; and
 * profile.contact_required when neither would be left. Returns which contacts now wait.
 */
export async function updateProfile(
  trx: Transaction<DB>,
  actor: Actor,
  input: ProfileInput,
  { confirmed, session_id }: { confirmed: boolean; session_id?: string | undefined },
): Promise<{ outcome: 'saved' | 'unchanged'; waiting: ContactKind[] }> {
  const before = await lockedProfile(trx, actor.id!)
  const wanted = accountOf(input)
  const new_contacts = contactKinds.filter(
    (kind) => wanted[kind] && wanted[kind] !== before[kind]?.toLowerCase(),
  )
  const account = difference(accountOf(before), {
    ...wanted,
    ...Object.fromEntries(new_contacts.map((kind) => [kind, before[kind]])),
  })
  const trainer = before.trainer && difference(own(before.trainer, trainerFields), own(input, trainerFields))
  const parent = before.parent && difference(own(before.parent, parentFields), own(input, parentFields))
  const changes = [account, trainer, parent].filter((change) => change && fieldsOf(change).length > 0)
  if (changes.length + new_contacts.length === 0) return { outcome: 'unchanged', waiting: [] }
  refuseStale(before, input)
  refuseUnreachable(before, wanted)
  const removed = contactKinds.filter((kind) => before[kind] && !wanted[kind])
  if (removed.length + new_contacts.length > 0 && !confirmed) throw new Refusal('confirm_required')
  const object = { type: 'user_account', id: before.id }
  for (const kind of new_contacts) await claimContact(trx, before.id, kind, wanted[kind]!)
  if (new_contacts.length > 0) {
    const after = Object.fromEntries(new_contacts.map((kind) => [kind, wanted[kind]]))
    await record(trx, actor, 'profile.contact_claimed', object, { after })
  }
  if (changes.length === 0) return { outcome: 'saved', waiting: new_contacts }

  const now = changed(actor)
  await trx
    .updateTable('user_account')
    .set({ ...account.after, locale_chosen: true, ...now })
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .execute()
  await changeRows(trx, before, { account, trainer, parent }, now)
  await record(trx, actor, 'profile.edited', object, {
    before: Object.assign({}, ...changes.map((change) => change!.before)),
    after: Object.assign({}, ...changes.map((change) => change!.after)),
  })
  await afterContactChange(trx, before, removed, { by: 'self', session_id })
  return { outcome: 'saved', waiting: new_contacts }
}

/** A contact that waits may never be proven, so one that counts is left. */
function refuseUnreachable(before: Profile, wanted: ReturnType<typeof accountOf>) {
  if (contactKinds.every((kind) => !wanted[kind])) throw new Refusal('profile.contact_required', 'email')
  const isProven = (kind: ContactKind) => !before.waiting.some(({ value }) => value === before[kind])
  const left = contactKinds.filter((kind) => wanted[kind] && before[kind] && isProven(kind))
  if (left.length === 0) throw new Refusal('profile.prove_first', before.email ? 'email' : 'phone')
}

async function lockedProfile(trx: Transaction<DB>, user_id: string): Promise<Profile> {
  await trx.selectFrom('user_account').select('id').where('id', '=', user_id).forUpdate().execute()
  return profileOf(trx, user_id)
}

function refuseStale(before: Profile, input: ProfileInput) {
  const { trainer, parent } = before
  const isStale =
    input.version !== before.version ||
    (trainer && input.trainer_version !== undefined && input.trainer_version !== trainer.version) ||
    (parent && input.parent_version !== undefined && input.parent_version !== parent.version)
  if (isStale) throw new Refusal('version_conflict')
}

/**
 * Copies the contact to the parent's row, where receipts are sent. A changed name is not evidence for whose a bank transfer is
 * until the office has confirmed it.
 */
async function changeRows(
  trx: Transaction<DB>,
  before: Profile,
  { account, trainer, parent }: { account: Change; trainer: Change | null; parent: Change | null },
  now: object,
) {
  const { name, email, phone, locale, preferred_channel } = account.after as Partial<ProfileInput>
  const person = defined({ name, email, phone })
  if (before.staff) await changeRow(trx, 'staff', before.staff.id, person, now)
  if (before.trainer)
    await changeRow(trx, 'trainer', before.trainer.id, { ...person, ...trainer?.after }, now)
  if (before.parent) {
    const asParent = defined({
      ...person,
      phone: phone ?? undefined,
      preferred_locale: locale,
      preferred_channel,
      name_confirmed: name === undefined ? undefined : false,
    })
    await changeRow(trx, 'parent', before.parent.id, { ...asParent, ...parent?.after }, now)
    if (parent?.after?.tin) await enqueue(trx, 'einvoice.check_tin', { parent_id: before.parent.id })
  }
}

async function changeRow(
  trx: Transaction<DB>,
  table: 'staff' | 'trainer' | 'parent',
  id: string,
  values: object,
  now: object,
) {
  if (Object.keys(values).length === 0) return
  await trx
    .updateTable(table)
    .set({ ...values, ...now })
    .where('id', '=', id)
    .execute()
}

function accountOf({ name, email, phone, locale, preferred_channel }: Profile | ProfileInput) {
  return { name, email: email ?? null, phone: phone ?? null, locale, preferred_channel }
}

function own(of: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((key) => [key, (of as Record<string, unknown>)[key] ?? null]))
}

const fieldsOf = ({ after }: Change) => Object.keys(after ?? {})

function defined(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Sets the actor's picture, null for none; returns the storage key of the former one, for the caller to remove. */
export async function setAvatar(
  trx: Transaction<DB>,
  actor: Actor,
  file: string | null,
): Promise<string | null> {
  const before = await trx
    .selectFrom('user_account')
    .select('avatar_file')
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not_found.user')
  if (file === null && before.avatar_file === null) return null
  await trx
    .updateTable('user_account')
    .set({ avatar_file: file, updated_at: sql<Date>`now()`, updated_by: actor.id })
    .where('id', '=', actor.id)
    .execute()
  const action = file ? 'profile.avatar_set' : 'profile.avatar_removed'
  await record(trx, actor, action, { type: 'user_account', id: actor.id })
  return before.avatar_file
}

/** The storage key of a picture. Refuses (not_found.picture) a person without one. */
export async function avatarOf(db: Kysely<DB>, user_id: string): Promise<string> {
  const row = await db
    .selectFrom('user_account')
    .select('avatar_file')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row?.avatar_file) throw new Refusal('not_found.picture')
  return row.avatar_file
}

interface Asker<R> {
  actor: Actor
  /** This session stays, all others of the person end. */
  session_id: string
  /** The person has confirmed their identity within the last minutes. */
  confirmed: boolean
  /** The organisation's name and subdomain, which a password must not contain. */
  about?: readonly string[]
  /** Runs in the same transaction: a new token for the session. */
  finish: (trx: Transaction<DB>) => Promise<R>
}

/**
 * Changes the person's own password and ends their other sessions; they are notified by mail. Refuses a wrong current password
 * (auth.password_invalid, auth.locked), a person without a password who has not confirmed their identity (confirm_required),
 * and auth.password_common. Opens its own transactions, since hashing takes long. Returns the result of `finish`.
 */
export async function changePassword<R>(
  transactions: Transactions,
  input: PasswordInput,
  asker: Asker<R>,
): Promise<R> {
  const { actor, session_id, confirmed, about = [], finish } = asker
  const id = actor.id!
  const person = { kind: 'user' as const, id, ip: actor.ip, user_agent: actor.user_agent }
  const account = await transactions.write((trx) =>
    trx
      .selectFrom('user_account')
      .select(['password_hash', 'name', 'email'])
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!account) throw new Refusal('not_found.user')
  if (!account.password_hash && !confirmed) throw new Refusal('confirm_required')
  if (account.password_hash) {
    if (!input.current_password) throw new Refusal('input.required', 'current_password')
    await proveByPassword(transactions, person, input.current_password, 'current_password')
  }
  await transactions.releaseConnection()
  const known = [account.name, account.email ?? '', ...about].filter(Boolean)
  const password_hash = await hashNewPassword(input.password, known)
  return transactions.write(async (trx) => {
    const changed = await trx
      .updateTable('user_account')
      .set({ password_hash, updated_at: sql<Date>`now()`, updated_by: id })
      .where('id', '=', id)
      .where('password_hash', 'is not distinct from', account.password_hash)
      .returning('email')
      .executeTakeFirst()
    // The password was changed while this one was being hashed.
    if (!changed) throw new Refusal('version_conflict')
    const ended = await endUserSessions(trx, id, { except: session_id })
    await endMailedLinks(trx, id)
    const object = { type: 'user_account', id }
    await record(trx, actor, 'profile.password_changed', object, { after: { sessions_ended: ended } })
    if (changed.email)
      await enqueue(trx, 'account.notify', { user_id: id, what: 'password', address: changed.email })
    return finish(trx)
  })
}
