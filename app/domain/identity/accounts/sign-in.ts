import { type Kysely, sql, type Transaction } from 'kysely'
import { networkOf } from '#app/domain/core/network.ts'
import { countUses, forgetUses, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import type { DB } from '#db/types.ts'

interface Attempt {
  email: string
  password: string
  ip: string | null
  user_agent: string | null
}

/** Tries of one network, and tries with one e-mail address until the right password is given. */
const byNetwork = { points: 100, seconds: 3600 }
const byEmail = { points: 5, seconds: 15 * 60 }

/**
 * Counts a try before anything is checked, so that many at once are no more than one after the other. Refuses a network
 * that tries too often; an e-mail address that has had its tries `rests` whether or not it has an account: the sixth
 * password is not checked, and the answer reveals nothing. Strangers cannot lock anybody out: tries from where the
 * person signed in of late have a count of their own. So of the passwords of one account 480 in a day are looked at,
 * from all networks together, and as many from each of those, a hundred an hour at most from any.
 */
async function countTry<Account extends { id: string }>(
  { write }: Transactions,
  { email, ip }: Attempt,
  kind: 'user' | 'operator',
  find: (trx: Transaction<DB>) => Promise<Account | undefined>,
): Promise<{ rests: boolean; key: string; account: Account | undefined }> {
  const network = visitorKey('login', ip)
  const { over, key, account } = await write(async (trx) => {
    const account = await find(trx)
    const key = await rateLimitKey(trx, kind, { key: accountKey(email), id: account?.id, ip })
    const over = await countUses(trx, [
      { key: network, ...byNetwork },
      { key, ...byEmail },
    ])
    return { over, key, account }
  })
  if (over === network) throw new Refusal('too_many_requests')
  return { rests: over !== undefined, key, account }
}

export const accountKey = (email: string) => `login:account:${email}`

/**
 * Their id. Refuses with the same words and after the same time whether the address or the password is wrong; says that
 * an account is inactive or without a role only to who knows the password.
 */
export async function signInUser(transactions: Transactions, attempt: Attempt): Promise<string> {
  const { write } = transactions
  const { rests, key, account } = await countTry(transactions, attempt, 'user', (trx) =>
    trx
      .selectFrom('user_account')
      .select(['id', 'password_hash', 'status', 'roles'])
      .where(sql`lower(email)`, '=', attempt.email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  await transactions.releaseConnection()
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
    if (fits) await forgetUses(trx, key)
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
  const {
    rests,
    key,
    account: operator,
  } = await countTry(transactions, attempt, 'operator', (trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['id', 'password_hash', 'status', 'totp_confirmed_at'])
      .where(sql`lower(email)`, '=', attempt.email)
      .executeTakeFirst(),
  )
  await transactions.releaseConnection()
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
    if (fits) await forgetUses(trx, key)
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

/** How far back successful sign-ins make a network known. */
const recent = { days: 90, signIns: 50 } as const
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The key under which a use of somebody's account, mailbox or number is counted: those from a network where its person
 * signed in of late are counted apart, so that strangers who use up the rest do not lock its person out. An account
 * thus has one more count for each network of its person. Takes the same steps when nobody has the account; who
 * shares a network with its person might learn that there is one.
 */
export async function rateLimitKey(
  db: Kysely<DB>,
  kind: 'user' | 'operator',
  { key, id, ip }: { key: string; id: string | null | undefined; ip: string | null },
): Promise<string> {
  const network = networkOf(ip)
  const [log, person] =
    kind === 'user' ? (['login_log', 'user_id'] as const) : (['platform.login_log', 'operator_id'] as const)
  const { rows } = await sql<{ ip: string | null }>`
    select ip from ${sql.table(log)}
    where ${sql.ref(person)} = ${id ?? nobody} and result = 'signed_in'
      and at > now() - make_interval(days => ${recent.days})
    order by at desc limit ${recent.signIns}`.execute(db)
  return rows.some((row) => row.ip !== null && networkOf(row.ip) === network) ? `${key} from ${network}` : key
}
