import { sql, type Transaction } from 'kysely'
import { touched } from '#app/domain/core/changed.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { endAccess } from './contact-changed.ts'
import type { ContactKind } from './proven.ts'

/**
 * Takes a contact away from all accounts that merely claim it, since somebody has proven it or the office has entered it for
 * another account. Their owners are told, and asked again on their profile. An invited account that nobody can be reached by
 * any more is closed; its parent can be invited again.
 */
export async function takeClaims(
  trx: Transaction<DB>,
  { kind, value: written, except }: { kind: ContactKind; value: string; except: string | null },
): Promise<void> {
  const value = written.toLowerCase()
  const claims = await trx
    .updateTable('contact_claim')
    .set({ taken_at: sql<Date>`now()` })
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('taken_at', 'is', null)
    .where(sql<boolean>`user_id is distinct from ${except}::uuid`)
    .returning('user_id')
    .execute()
  const column = kind === 'phone' ? sql`phone` : sql`lower(email)`
  const accounts = await trx
    .selectFrom('user_account')
    .select(['id', 'phone', 'email'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .where(`${kind}_proven_at`, 'is', null)
    .where(sql<boolean>`${column} = ${value}`)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, phone, email } of accounts) {
    const other = kind === 'phone' ? email : phone
    await endAccess(trx, { id, phone, email }, [kind])
    if (other) await loseContact(trx, id, kind, value)
    else await closeUnreachable(trx, id)
  }
  const asked = new Set([...claims.map(({ user_id }) => user_id), ...accounts.map(({ id }) => id)])
  for (const user_id of asked) await notifyClaimant(trx, user_id)
}

/** Takes a contact from an account that has another one; its owner is asked for a current one on their profile. */
export async function loseContact(trx: Transaction<DB>, user_id: string, kind: ContactKind, value: string) {
  const taken = { value, taken_at: sql<Date>`now()` }
  await trx
    .updateTable('user_account')
    .set({ [kind]: null, ...touched })
    .where('id', '=', user_id)
    .execute()
  await trx
    .insertInto('contact_claim')
    .values({ user_id, kind, ...taken })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .execute()
}

/** Closes an account that nobody can sign in to; its parent can be invited again. */
export async function closeUnreachable(trx: Transaction<DB>, user_id: string) {
  await endUserSessions(trx, user_id)
  await trx
    .updateTable('parent')
    .set({ user_id: null, ...touched })
    .where('user_id', '=', user_id)
    .execute()
  await trx
    .updateTable('user_account')
    .set({ status: 'inactive', deleted_at: sql<Date>`now()`, ...touched })
    .where('id', '=', user_id)
    .execute()
}

async function notifyClaimant(trx: Transaction<DB>, user_id: string): Promise<void> {
  const account = await trx
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where('email_proven_at', 'is not', null)
    .executeTakeFirst()
  if (account?.email)
    await enqueue(trx, 'account.notify', {
      ...{ user_id, what: 'claim_taken', address: account.email.toLowerCase() },
    })
}
