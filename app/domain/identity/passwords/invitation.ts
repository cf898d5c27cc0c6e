import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { blindIndexes, type Keys } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { takeClaims } from '#app/domain/identity/contacts/take-claims.ts'
import { tokenHash, tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { endInvitation } from './mailed-links.ts'

export const lifetimeDays = 7
/** Invitations to one account. */
const mostPerDay = 5

/** Tokens by key, the newest first. Derived from the id and a key, so that the worker can write the mail and no token is stored. */
function tokensOf({ ring, place }: Keys, id: string): string[] {
  const column = { place, table: 'invitation', column: 'token' }
  return blindIndexes(ring, column, id).map((bytes) => bytes.toString('base64url'))
}

/**
 * Replaces an account's invitation by a new one and mails it; returns its id. Refuses an account that has a password or is
 * inactive (invitation.not_needed) or has no e-mail address (invitation.no_email), and a sixth invitation within a day
 * (invitation.too_often).
 * @param mail the job that writes to the person; the first owner of an organisation gets a letter of the platform
 */
export async function invite(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  user_id: string,
  mail: 'invitation.send' | 'registration.approved' = 'invitation.send',
): Promise<string> {
  const account = await trx
    .selectFrom('user_account')
    .select(['email', 'status', 'password_hash'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new Refusal('not_found.user')
  if (account.status === 'inactive' || account.password_hash) throw new Refusal('invitation.not_needed')
  if (!account.email) throw new Refusal('invitation.no_email')
  await refuseFlood(trx, user_id)
  await endInvitation(trx, user_id, 'replaced_at')
  const id = newId()
  await trx
    .insertInto('invitation')
    .values({
      id,
      user_id,
      token_hash: tokenHash(tokensOf(keys, id)[0]!),
      created_by: actor.id,
      expires_at: sql<Date>`now() + make_interval(days => ${lifetimeDays})`,
    })
    .execute()
  await record(trx, actor, 'user.invited', { type: 'user', id: user_id }, { after: { email: account.email } })
  await enqueue(trx, mail, { invitation_id: id })
  return id
}

async function refuseFlood(trx: Transaction<DB>, user_id: string) {
  const { sent } = await trx
    .selectFrom('invitation')
    .select(sql<number>`count(*)`.as('sent'))
    .where('user_id', '=', user_id)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (sent >= mostPerDay) throw new Refusal('invitation.too_often')
}

/** Withdraws the invitation of an account that was deactivated or got another address. */
export function withdrawInvitation(trx: Transaction<DB>, user_id: string): Promise<void> {
  return endInvitation(trx, user_id, 'withdrawn_at')
}

/** Open invitations of accounts that still need one. */
function open(db: Kysely<DB>) {
  return db
    .selectFrom('invitation')
    .innerJoin('user_account', 'user_account.id', 'invitation.user_id')
    .where('invitation.used_at', 'is', null)
    .where('invitation.replaced_at', 'is', null)
    .where('invitation.withdrawn_at', 'is', null)
    .where('user_account.deleted_at', 'is', null)
    .where('user_account.status', '<>', 'inactive')
    .where('user_account.password_hash', 'is', null)
    .select([
      'invitation.id',
      'invitation.user_id',
      'invitation.token_hash',
      'invitation.expires_at',
      'user_account.name',
      'user_account.email',
      'user_account.locale',
      'user_account.status',
      sql<boolean>`invitation.expires_at <= now()`.as('expired'),
    ])
}

/** The invitation with its token; undefined if it is no longer open. */
export async function invitationToSend(db: Kysely<DB>, keys: Keys, id: string) {
  const row = await open(db).where('invitation.id', '=', id).executeTakeFirst()
  if (!row || row.expired) return undefined
  const token = tokensOf(keys, id).find((one) => tokenHash(one).equals(row.token_hash))
  if (!token) return undefined
  const { name, email, expires_at } = row
  return { name, email, locale: knownLocale(row.locale), expires_at, token }
}

/** The invited account. Refuses auth.token_invalid, and auth.token_expired after seven days. */
export async function invitedBy(db: Kysely<DB>, token: string) {
  if (!tokenShape.test(token)) throw new Refusal('auth.token_invalid')
  const row = await open(db).where('invitation.token_hash', '=', tokenHash(token)).executeTakeFirst()
  if (!row) throw new Refusal('auth.token_invalid')
  if (row.expired) throw new Refusal('auth.token_expired')
  const { user_id, name, email, status } = row
  return { user_id, name, email, status }
}

/**
 * Sets the password and activates the account, whose e-mail address is proven by the link; a token works once. Returns the id of the person, who is then signed in. Refuses
 * as {@link invitedBy} does.
 * @param password_hash the result of hashNewPassword, computed before the transaction
 */
export async function acceptInvitation(
  trx: Transaction<DB>,
  visitor: Actor,
  token: string,
  password_hash: string,
): Promise<string> {
  const { user_id, name, email, status } = await invitedBy(trx, token)
  const used = await trx
    .updateTable('invitation')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new Refusal('auth.token_invalid')
  const self = { ...visitor, type: 'user' as const, id: user_id, name }
  if (email) await proveMailbox(trx, user_id, email)
  const account = await trx
    .updateTable('user_account')
    .set({ password_hash, status: 'active', last_login_at: sql<Date>`now()`, ...changed(self) })
    .where('id', '=', user_id)
    .where('password_hash', 'is', null)
    .where('status', '<>', 'inactive')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!account) throw new Refusal('auth.token_invalid')
  // Somebody may have come in by a code to the phone before there was a password.
  await endUserSessions(trx, user_id)
  const way = { method: 'invitation', result: 'signed_in' } as const
  await logSignIn(trx, { kind: 'user', id: user_id }, way, visitor)
  const change = named(name, { before: { status }, after: { status: 'active' } })
  await record(trx, self, 'user.activated', { type: 'user', id: user_id }, change)
  return user_id
}

async function proveMailbox(trx: Transaction<DB>, user_id: string, email: string): Promise<void> {
  await takeClaims(trx, { kind: 'email', value: email, except: user_id })
  const proven = { email_proven_at: sql<Date>`coalesce(email_proven_at, now())` }
  await trx.updateTable('user_account').set(proven).where('id', '=', user_id).execute()
  await trx
    .updateTable('parent')
    .set(proven)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .execute()
}
