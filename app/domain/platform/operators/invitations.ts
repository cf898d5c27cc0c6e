import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import { tokenHash } from '#app/domain/identity/passwords/tokens.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

const invitationDays = 7

const cell = (row: string) => ({ place: 'platform', table: 'operator_invitation', column: 'token', row })

/** The token waits in the outbox sealed; it is returned for who stands at the server and has no mail yet. */
export async function invite(trx: Transaction<DB>, ring: Keyring, operator_id: string): Promise<string> {
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

/** It is the operator's newest and still open. */
export async function isInvited(db: Kysely<DB>, operator_id: string, token: string): Promise<boolean> {
  const row = await openInvitation(db, token)
  return row?.id === operator_id
}

export async function withdrawInvitation(trx: Transaction<DB>, operator_id: string): Promise<void> {
  await trx.deleteFrom('platform.operator_invitation').where('operator_id', '=', operator_id).execute()
}

/** Who is invited by the token, or why nobody is: a code of the refusal. */
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

/** Once: the operator has a password now and may sign in. Refuses as {@link invitedBy}. */
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
