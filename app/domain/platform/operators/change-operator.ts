import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import { noticeTo, noticeToOperator } from '#app/domain/identity/accounts/accounts.ts'
import { endRecoveryTokens } from '#app/domain/identity/passwords/recovery.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import { clearSecondFactor } from '#app/domain/identity/second-factor/second-factor.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { OperatorInput, OwnProfileInput } from './operator.ts'
import { claimAddress } from './operator-contact.ts'

/** The operator's name for the message, and whether their sessions must end. */
interface Done {
  name: string
  ends_sessions: boolean
}

/**
 * Creates an operator, who gets a mail with a link to choose a password; returns the id, and the token of that link.
 * Refuses duplicate.admin by constraint.
 */
export async function createOperator(
  trx: Transaction<DB>,
  actor: Actor,
  ring: Keyring,
  input: OperatorInput,
): Promise<{ id: string; token: string }> {
  await lockedOwners(trx, actor)
  const id = newId()
  const values = valuesOf(input)
  await trx
    .insertInto('platform.operator')
    .values({ id, ...values, status: 'invited' })
    .execute()
  await recordOperator(trx, actor, 'operator.created', { type: 'operator', id }, { after: values })
  return { id, token: await invite(trx, ring, id) }
}

/**
 * Changes an operator that still is at the version that was edited. A new e-mail address ends their sessions and the links to
 * the former one, which is told; an invited operator gets the invitation at the new one. Refuses to change one's own role
 * (operator.own_role) and address (profile.own_contact), and the role of the last active owner (operator.last_owner).
 */
export async function editOperator(
  trx: Transaction<DB>,
  actor: Actor,
  ring: Keyring,
  id: string,
  version: number,
  input: OperatorInput,
): Promise<Done> {
  const owners = await lockedOwners(trx, actor)
  const { status, ...before } = await locked(trx, id, version)
  const values = valuesOf(input)
  const demoted = before.role !== values.role
  if (demoted && id === actor.id) throw new Refusal('operator.own_role', 'role')
  const moved = before.email !== values.email
  if (id === actor.id && moved) throw new Refusal('profile.own_contact', 'email')
  if (demoted) refuseLastOwner(owners, id)
  await change(trx, id, version, values)
  await recordOperator(trx, actor, 'operator.edited', { type: 'operator', id }, difference(before, values))
  if (moved) {
    await endRecoveryTokens(trx, 'main', id)
    await enqueue(trx, 'operator.notice', noticeTo(id, actor, 'email_changed', { address: before.email }))
    if (status === 'invited') {
      await withdrawInvitation(trx, id)
      await invite(trx, ring, id)
    }
  }
  return { name: values.name, ends_sessions: demoted || moved }
}

/** Activates or deactivates. Refuses oneself, the last active owner, and an operator who has not accepted the invitation yet. */
export async function setOperatorStatus(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  status: 'active' | 'inactive',
): Promise<Done> {
  const owners = await lockedOwners(trx, actor)
  const before = await locked(trx, id, version)
  if (id === actor.id) throw new Refusal('operator.own_account')
  if (before.status === status || before.status === 'invited') throw new Refusal('action_not_allowed')
  if (status === 'inactive') refuseLastOwner(owners, id)
  await change(trx, id, version, { status })
  await recordOperator(
    trx,
    actor,
    status === 'active' ? 'operator.activated' : 'operator.deactivated',
    { type: 'operator', id },
    named(before.name, { before: { status: before.status }, after: { status } }),
  )
  return { name: before.name, ends_sessions: status === 'inactive' }
}

/** Removes an operator with their sessions and codes; what they did stays in the audit log under their name. */
export async function removeOperator(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<Done> {
  const owners = await lockedOwners(trx, actor)
  const before = await locked(trx, id, version)
  if (id === actor.id) throw new Refusal('operator.own_account')
  refuseLastOwner(owners, id)
  await trx.deleteFrom('platform.operator').where('id', '=', id).where('version', '=', version).execute()
  await recordOperator(trx, actor, 'operator.removed', { type: 'operator', id }, { before })
  return { name: before.name, ends_sessions: true }
}

/** Removes the second factor of an operator who lost phone and codes; they set up a new one at the next sign-in. */
export async function resetSecondFactor(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
): Promise<Done> {
  await lockedOwners(trx, actor)
  const before = await locked(trx, id, version)
  if (id === actor.id) throw new Refusal('operator.own_account')
  if (!(await clearSecondFactor(trx, id))) throw new Refusal('second_factor.off')
  await change(trx, id, version, {})
  await recordOperator(trx, actor, 'operator.second_factor_reset', { type: 'operator', id })
  await enqueue(trx, 'operator.notice', noticeTo(id, actor, 'second_factor_reset'))
  return { name: before.name, ends_sessions: true }
}

/** Sends the invitation again, and returns its token; the old link no longer works. Refuses an operator who is not invited. */
export async function resendInvitation(
  trx: Transaction<DB>,
  actor: Actor,
  ring: Keyring,
  id: string,
  version: number,
): Promise<Done & { token: string }> {
  await lockedOwners(trx, actor)
  const before = await locked(trx, id, version)
  if (before.status !== 'invited') throw new Refusal('action_not_allowed')
  await withdrawInvitation(trx, id)
  const token = await invite(trx, ring, id)
  await recordOperator(trx, actor, 'operator.invited', { type: 'operator', id })
  return { name: before.email, ends_sessions: false, token }
}

/**
 * Removes the password of an active operator and invites them to choose another one; returns the token of that link. For
 * somebody whom neither a mail nor another owner can help. Refuses an operator who is not active.
 */
export async function resetOperatorPassword(
  trx: Transaction<DB>,
  actor: Actor,
  ring: Keyring,
  id: string,
  version: number,
): Promise<Done & { token: string }> {
  await lockedOwners(trx, actor)
  const { status, name } = await locked(trx, id, version)
  if (status !== 'active') throw new Refusal('action_not_allowed')
  await change(trx, id, version, { status: 'invited', password_hash: null })
  await endRecoveryTokens(trx, 'main', id)
  const token = await invite(trx, ring, id)
  await recordOperator(
    trx,
    actor,
    'operator.invited',
    { type: 'operator', id },
    { before: { status }, after: { status: 'invited' } },
  )
  return { name, ends_sessions: true, token }
}

/**
 * Changes the operator's own account; a new e-mail address waits for its code (`operator-contact.ts`). Returns whether one was
 * entered. Refuses version_conflict and the address of another operator (duplicate.admin).
 */
export async function editOwnProfile(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  { version, name, email, phone, locale }: OwnProfileInput,
): Promise<boolean> {
  const { role: _, status: __, ...before } = await locked(trx, actor.id, version)
  const values = { name, email: before.email, phone: phone ?? null, locale }
  const waits = email !== before.email.toLowerCase()
  if (waits) await claimAddress(trx, actor, email)
  await change(trx, actor.id, version, { ...values, locale_chosen: true })
  await recordOperator(
    trx,
    actor,
    'operator.profile_edited',
    { type: 'operator', id: actor.id },
    difference(before, values),
  )
  return waits
}

/** The caller has checked the current password and ends the other sessions. */
export async function setNewPassword(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  password_hash: string,
): Promise<void> {
  await trx
    .updateTable('platform.operator')
    .set({ password_hash, updated_at: sql<Date>`now()` })
    .where('id', '=', actor.id)
    .execute()
  await endRecoveryTokens(trx, 'main', actor.id)
  await recordOperator(trx, actor, 'operator.password_changed', { type: 'operator', id: actor.id })
  await enqueue(trx, 'operator.notice', noticeToOperator(actor, 'password_changed'))
}

/** Sets the password and activates the operator; a token works once. Refuses as {@link invitedBy}. */
export async function acceptInvitation(
  trx: Transaction<DB>,
  visitor: Actor,
  { token, password_hash }: { token: string; password_hash: string },
): Promise<void> {
  const { id, name } = await invitedBy(trx, token)
  const { numDeletedRows } = await trx
    .deleteFrom('platform.operator_invitation')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Refusal('auth.token_invalid')
  await trx
    .updateTable('platform.operator')
    .set({ password_hash, status: 'active', ...touched })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .execute()
  await recordOperator(
    trx,
    { ...visitor, type: 'operator', id, name },
    'operator.invitation_accepted',
    { type: 'operator', id },
    { before: { status: 'invited' }, after: { status: 'active' } },
  )
}

/** The operator whom a token invites, or the code of the refusal. */
export async function invitationOf(
  db: Kysely<DB>,
  token: string,
): Promise<{ id: string; name: string; email: string } | 'auth.token_invalid' | 'auth.token_expired'> {
  const row = await openInvitation(db, token)
  if (!row) return 'auth.token_invalid'
  if (row.over) return 'auth.token_expired'
  return { id: row.id, name: row.name, email: row.email }
}

/** Refuses auth.token_expired and auth.token_invalid. */
export async function invitedBy(db: Kysely<DB>, token: string) {
  const found = await invitationOf(db, token)
  if (typeof found === 'string') throw new Refusal(found)
  return found
}

function openInvitation(db: Kysely<DB>, token: string) {
  return db
    .selectFrom('platform.operator_invitation as invitation')
    .innerJoin('platform.operator as operator', 'operator.id', 'invitation.operator_id')
    .select(['operator.id', 'operator.name', 'operator.email'])
    .select(sql<boolean>`invitation.expires_at <= now()`.as('over'))
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('operator.status', '=', 'invited')
    .executeTakeFirst()
}

const invitationDays = 7

const cell = (row: string) => ({ place: 'platform', table: 'operator_invitation', column: 'token', row })

/** Returns the token for a command on a server without mail; in the outbox it is sealed. */
async function invite(trx: Transaction<DB>, ring: Keyring, operator_id: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('platform.operator_invitation')
    .values({
      operator_id,
      token_hash: tokenHash(token),
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays})`,
    })
    .execute()
  await enqueue(trx, 'operator.invite', { operator_id, token_sealed: seal(ring, cell(operator_id), token) })
  return token
}

export function invitationToken(ring: Keyring, operator_id: string, sealed: string): string {
  return open(ring, cell(operator_id), sealed)
}

/** Whether the token is that of the operator's open invitation. */
export async function isInvited(db: Kysely<DB>, operator_id: string, token: string): Promise<boolean> {
  const row = await openInvitation(db, token)
  return row?.id === operator_id
}

async function withdrawInvitation(trx: Transaction<DB>, operator_id: string): Promise<void> {
  await trx.deleteFrom('platform.operator_invitation').where('operator_id', '=', operator_id).execute()
}

/** Locks the row and returns its fields; refuses not_found.operator and version_conflict. */
async function locked(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('platform.operator')
    .select(['name', 'email', 'phone', 'role', 'locale', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.operator')
  refuseStale(row, version)
  const { version: _, ...values } = row
  return values
}

async function change(
  trx: Transaction<DB>,
  id: string,
  version: number,
  values: Partial<ReturnType<typeof valuesOf> & { status: string; password_hash: null; locale_chosen: true }>,
): Promise<void> {
  await trx
    .updateTable('platform.operator')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute()
}

function valuesOf({ name, email, phone, role, locale }: OperatorInput) {
  return { name, email, phone: phone ?? null, role, locale }
}

/**
 * Locks the active owners and returns their ids, so that two owners who deactivate each other at once are served one after
 * the other. Refuses (action_not_allowed) an actor who is not an active owner; the system actor, which runs the commands
 * on the server, may.
 */
async function lockedOwners(trx: Transaction<DB>, actor: Actor): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('platform.operator')
    .select('id')
    .where('role', '=', 'owner')
    .where('status', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute()
  const owners = new Set(rows.map(({ id }) => id))
  if (actor.type === 'system') return owners
  if (!actor.id || !owners.has(actor.id)) throw new Refusal('action_not_allowed')
  return owners
}

/** The last active owner must stay, since only an owner can appoint another. */
function refuseLastOwner(owners: Set<string>, leaving: string): void {
  if (owners.has(leaving) && owners.size === 1) throw new Refusal('operator.last_owner')
}
