import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, named, recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { noticeTo, noticeToOperator } from '#app/domain/identity/accounts/operator-notice.ts'
import { clearSecondFactor } from '#app/domain/identity/second-factor/second-factor.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { invite, withdrawInvitation } from './invitations.ts'
import type { OperatorInput, OwnProfileInput } from './operator.ts'

/** What a command did: the name for the sentence about it, and whether the operator's sessions must end with it. */
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
 * Changes an operator that still is at the version that was edited. Refuses to change one's own role
 * (operator.own_role) and the role of the last active owner (operator.last_owner).
 */
export async function editOperator(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  version: number,
  input: OperatorInput,
): Promise<Done> {
  const owners = await lockedOwners(trx, actor)
  const { status, ...before } = await locked(trx, id, version)
  const values = valuesOf(input)
  const demoted = before.role !== values.role
  if (demoted && id === actor.id) throw new Refusal('operator.own_role', 'role')
  if (demoted) refuseLastOwner(owners, id)
  await change(trx, id, version, values)
  await recordOperator(trx, actor, 'operator.edited', { type: 'operator', id }, difference(before, values))
  if (status !== 'invited' && before.email !== values.email)
    await enqueue(trx, 'operator.notice', noticeTo(id, actor, 'email_changed', { address: before.email }))
  return { name: values.name, ends_sessions: demoted }
}

/** Active ↔ inactive. Refuses oneself, the last active owner, and who has not accepted the invitation yet. */
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

/** Takes the second factor of an operator who lost phone and codes; they set up a new one at the next sign-in. */
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

/** Sends the invitation again, and returns its token; the link of the old one is worth nothing from then on. */
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
 * Takes the password of an active operator, who is invited to choose another one; returns the token of that link. For
 * somebody whom neither a mail nor another owner can help. Refuses who is not active.
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

/** The row as it is, locked until the change is done; refuses when it is gone or somebody changed it. */
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
  values: Partial<ReturnType<typeof valuesOf> & { status: string; password_hash: null }>,
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

/** The old address is told when it changes. */
export async function editOwnProfile(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  { version, name, email, phone, locale }: OwnProfileInput,
): Promise<void> {
  const { role: _, status: __, ...before } = await locked(trx, actor.id, version)
  const values = { name, email, phone: phone ?? null, locale }
  await change(trx, actor.id, version, values)
  await recordOperator(
    trx,
    actor,
    'operator.profile_edited',
    { type: 'operator', id: actor.id },
    difference(before, values),
  )
  if (before.email !== email)
    await enqueue(
      trx,
      'operator.notice',
      noticeTo(actor.id, actor, 'email_changed', { address: before.email }),
    )
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
  await recordOperator(trx, actor, 'operator.password_changed', { type: 'operator', id: actor.id })
  await enqueue(trx, 'operator.notice', noticeToOperator(actor, 'password_changed'))
}

/**
 * Two owners who put each other away at once come one after the other. Refuses who is no owner any more by then; the
 * product itself, as which commands at the server act, is nobody's owner and may.
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

/** The last active owner stays: nobody could make another one. */
function refuseLastOwner(owners: Set<string>, leaving: string): void {
  if (owners.has(leaving) && owners.size === 1) throw new Refusal('operator.last_owner')
}
