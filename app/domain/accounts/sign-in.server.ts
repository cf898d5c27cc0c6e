import { sql, type Transaction } from 'kysely'
import { logSignIn } from '#app/domain/log/logins.server.ts'
import { passwordFits } from '#app/domain/passwords/passwords.server.ts'
import { countUses, forgetUses } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Transactions } from '#app/domain/transactions.ts'
import type { DB } from '#db/types.ts'

export interface Attempt {
  email: string
  password: string
  ip: string | null
  user_agent: string | null
}

/** Tries of one address of the network, and tries with one e-mail address until the right password is given. */
const byAddress = { points: 100, seconds: 3600 }
const byEmail = { points: 5, seconds: 15 * 60 }

/**
 * Counts a try before anything is checked, so that many at once are no more than one after the other. Refuses an
 * address of the network that tries too often; an e-mail address that has had its tries `rests` whether or not it has
 * an account: the sixth password is not looked at, and the answer tells nothing.
 */
async function countTry<Account>(
  { write }: Transactions,
  { email, ip }: Attempt,
  find: (trx: Transaction<DB>) => Promise<Account | undefined>,
): Promise<{ rests: boolean; account: Account | undefined }> {
  const network = `login:${ip}`
  const { over, account } = await write(async (trx) => ({
    over: await countUses(trx, [
      { key: network, ...byAddress },
      { key: accountKey(email), ...byEmail },
    ]),
    account: await find(trx),
  }))
  if (over === network) throw new Refusal('too_many_requests')
  return { rests: over !== undefined, account }
}

export const accountKey = (email: string) => `login:account:${email}`

/**
 * Their id. Refuses with the same words and after the same time whether the address or the password is wrong; says that
 * an account is inactive or without a role only to who knows the password.
 */
export async function signInUser(transactions: Transactions, attempt: Attempt): Promise<string> {
  const { write } = transactions
  const { rests, account } = await countTry(transactions, attempt, (trx) =>
    trx
      .selectFrom('user_account')
      .select(['id', 'password_hash', 'status', 'roles'])
      .where(sql`lower(email)`, '=', attempt.email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  await transactions.rest()
  const fits = !rests && (await passwordFits(attempt.password, account?.password_hash))
  const refusal = rests
    ? new Refusal('auth.locked')
    : !fits
      ? new Refusal('auth.invalid_credentials')
      : account?.status !== 'active'
        ? new Refusal('auth.inactive')
        : account.roles.length === 0
          ? new Refusal('role_unsuitable')
          : undefined
  await write(async (trx) => {
    const who = { kind: 'user', id: account?.id ?? null } as const
    await logSignIn(trx, who, { method: 'email', result: refusal?.code ?? 'signed_in' }, attempt)
    if (fits) await forgetUses(trx, accountKey(attempt.email))
    if (account && !refusal) {
      await trx
        .updateTable('user_account')
        .set({ last_login_at: sql`now()` })
        .where('id', '=', account.id)
        .execute()
    }
  })
  if (refusal) throw refusal
  return account!.id
}

/** Their id. With a second factor they are not signed in yet, and only the log says so (second-factor/sign-in). */
export async function signInOperator(transactions: Transactions, attempt: Attempt): Promise<string> {
  const { write } = transactions
  const { rests, account: operator } = await countTry(transactions, attempt, (trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['id', 'password_hash', 'status', 'totp_confirmed_at'])
      .where(sql`lower(email)`, '=', attempt.email)
      .executeTakeFirst(),
  )
  await transactions.rest()
  const fits = !rests && (await passwordFits(attempt.password, operator?.password_hash))
  const refusal = rests
    ? new Refusal('auth.locked')
    : !fits
      ? new Refusal('admin.invalid_credentials')
      : operator?.status !== 'active'
        ? new Refusal('auth.inactive')
        : undefined
  await write(async (trx) => {
    const who = { kind: 'operator', id: operator?.id ?? null } as const
    const result = refusal?.code ?? (operator?.totp_confirmed_at ? 'code_asked' : 'signed_in')
    await logSignIn(trx, who, { method: 'email', result }, attempt)
    if (fits) await forgetUses(trx, accountKey(attempt.email))
    if (operator && !refusal && !operator.totp_confirmed_at) {
      await trx
        .updateTable('platform.operator')
        .set({ last_login_at: sql`now()` })
        .where('id', '=', operator.id)
        .execute()
    }
  })
  if (refusal) throw refusal
  return operator!.id
}
