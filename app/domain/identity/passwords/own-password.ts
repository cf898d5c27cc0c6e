import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import type { PasswordInput } from '#app/domain/identity/accounts/profile.ts'
import { proveByPassword } from '#app/domain/identity/accounts/proof.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { hashNewPassword } from './passwords.ts'

interface Asker<R> {
  actor: Actor
  /** This session goes on, all others of the person end. */
  session_id: string
  /** The person has proven within the last minutes that it is them. */
  confirmed: boolean
  /** What guessers know of the organisation: its name and subdomain. */
  about?: readonly string[]
  /** What belongs to the same transaction: a new token for the session. */
  finish: (trx: Transaction<DB>) => Promise<R>
}

/**
 * Who has a password gives it (auth.password_invalid, auth.locked); who has none yet must have confirmed who they are
 * (confirm_required). Refuses auth.password_common. The person is notified by mail. Opens transactions of its own, since
 * hashing takes long. Returns what `finish` gives.
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
    // Somebody else set another one while this was being hashed.
    if (!changed) throw new Refusal('version_conflict')
    const ended = await endUserSessions(trx, id, { except: session_id })
    const object = { type: 'user_account', id }
    await record(trx, actor, 'profile.password_changed', object, { after: { sessions_ended: ended } })
    if (changed.email)
      await enqueue(trx, 'account.notify', { user_id: id, what: 'password', address: changed.email })
    return finish(trx)
  })
}
