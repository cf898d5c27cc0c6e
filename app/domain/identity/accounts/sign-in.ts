import { type Kysely, sql, type Transaction } from 'kysely'
import { networkOf } from '#app/domain/core/network.ts'
import { countUse, countUses, forgetUses, giveBackUse, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { hasProvenEmail } from '#app/domain/identity/contacts/proven.ts'
import { passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import type { DB } from '#db/types.ts'

interface Attempt {
  email: string
  password: string
  ip: string | null
  user_agent: string | null
}

/** Wrong tries of one network, and tries with one e-mail address until the right password is given. */
const byNetwork = { points: 100, seconds: 3600 }
const byEmail = { points: 5, seconds: 15 * 60 }

/**
 * Counts a try before the password is checked, so that concurrent tries count like successive ones; `rightPassword` takes it
 * back, so that an office where everybody signs in from one address is not locked out. Refuses a network with too many wrong
 * tries (too_many_requests). An e-mail address with too many tries is `locked`, whether or not it has an account: the sixth
 * password is not checked, and the answer reveals nothing. Strangers cannot lock a person out, since tries from networks where
 * the person signed in recently are counted separately. This allows 480 tries a day against one account from all unknown
 * networks together, as many from each known one, and at most a hundred wrong ones an hour from any network.
 */
async function countTry<Account extends { id: string }>(
  { write }: Transactions,
  { email, ip }: Attempt,
  kind: 'user' | 'operator',
  find: (trx: Transaction<DB>) => Promise<Account | undefined>,
): Promise<{ locked: boolean; tried: Tried; account: Account | undefined }> {
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
  return { locked: over !== undefined, tried: { network, key }, account }
}

/** Under which keys a try was counted. */
interface Tried {
  network: string
  key: string
}

/** The right password begins the account's tries anew, and is no guess of its network. */
async function rightPassword(trx: Transaction<DB>, { network, key }: Tried) {
  await forgetUses(trx, key)
  await giveBackUse(trx, network)
}

export const accountKey = (email: string) => `login:account:${email}`

/**
 * Signs a user in by password and returns their id. A wrong address and a wrong password are refused alike and after the same
 * time (auth.invalid_credentials); that an account is inactive or has no role is refused only after the right password.
 */
export async function signInUser(transactions: Transactions, attempt: Attempt): Promise<string> {
  const { write } = transactions
  const { locked, tried, account } = await countTry(transactions, attempt, 'user', (trx) =>
    trx
      .selectFrom('user_account')
      .select(['id', 'password_hash', 'status', 'roles'])
      .where(hasProvenEmail('user_account', attempt.email))
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  await transactions.releaseConnection()
  const fits = !locked && (await passwordFits(attempt.password, account?.password_hash))
  const refusal = locked
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
    if (fits) await rightPassword(trx, tried)
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

/** The same for an operator. With a second factor they are not signed in yet (second-factor/sign-in.ts); the log says so. */
export async function signInOperator(transactions: Transactions, attempt: Attempt): Promise<string> {
  const { write } = transactions
  const {
    locked,
    tried,
    account: operator,
  } = await countTry(transactions, attempt, 'operator', (trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['id', 'password_hash', 'status', 'totp_confirmed_at'])
      .where(sql`lower(email)`, '=', attempt.email)
      .executeTakeFirst(),
  )
  await transactions.releaseConnection()
  const fits = !locked && (await passwordFits(attempt.password, operator?.password_hash))
  const refusal = locked
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
    if (fits) await rightPassword(trx, tried)
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
 * The key under which uses of an account, mailbox or phone number are counted. Uses from a network where the person signed in
 * recently have a separate count, so that strangers who exhaust the common one do not lock the person out. Takes the same steps
 * if there is no account; somebody on the same network as the person might learn that there is one.
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

export interface Person {
  kind: 'user' | 'operator'
  id: string
  ip: string | null
  user_agent: string | null
}

/** Shared by all places where somebody signed in proves who they are. */
const tries = { points: 5, seconds: 15 * 60 }
const keyOf = ({ kind, id }: Person) => `confirm:${kind}:${id}`

export async function hasPassword(db: Kysely<DB>, person: Pick<Person, 'kind' | 'id'>): Promise<boolean> {
  return (await storedPassword(db, person)) !== null
}

/**
 * Returns the stored hash that the password matched. Each try is counted before it is looked at and written to the login
 * log. Refuses auth.password_invalid, and auth.locked after too many.
 */
export async function proveByPassword(
  transactions: Transactions,
  person: Person,
  password: string,
  field?: string,
): Promise<string> {
  const { allowed } = await transactions.write((trx) => countUse(trx, keyOf(person), tries))
  const stored = await transactions.write((trx) => storedPassword(trx, person))
  await transactions.releaseConnection()
  const fits = allowed && (await passwordFits(password, stored))
  const refusal = !allowed
    ? new Refusal('auth.locked', field)
    : fits
      ? undefined
      : new Refusal('auth.password_invalid', field)
  await transactions.write(async (trx) => {
    await logSignIn(trx, person, { method: 'confirm', result: refusal?.code ?? 'confirmed' }, person)
    if (fits) await forgetUses(trx, keyOf(person))
  })
  if (refusal) throw refusal
  return stored!
}

async function storedPassword(db: Kysely<DB>, { kind, id }: Pick<Person, 'kind' | 'id'>) {
  const table = kind === 'user' ? 'user_account' : 'platform.operator'
  const row = await db.selectFrom(table).select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}
