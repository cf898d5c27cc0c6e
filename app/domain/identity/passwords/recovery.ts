import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { email } from '#app/domain/core/fields.ts'
import { countUse, countUses, forgetUses, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { accountKey, rateLimitKey } from '#app/domain/identity/accounts/sign-in.ts'
import { recordActivated } from '#app/domain/identity/codes/phone-sign-in.ts'
import { hasProvenEmail } from '#app/domain/identity/contacts/proven.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { newPasswordFields, typedAlike } from './passwords.ts'
import { newToken, tokenHash, tokenShape } from './tokens.ts'

export const recoveryMinutes = 60

export const forgotForm = z.object({ email })

export const resetForm = z
  .object(newPasswordFields)
  .refine(typedAlike, { path: ['password_confirmation'], message: 'input.password_mismatch' })

/** Tables of tenants (`tenant`) and of the platform (`main`). */
export type Side = 'tenant' | 'main'

const tables = {
  tenant: { token: 'recovery_token', person: 'user_id', account: 'user_account' },
  main: { token: 'platform.recovery_token', person: 'operator_id', account: 'platform.operator' },
} as const

/** Requests in an hour from one network, and mails in an hour and a day to one address. */
const byVisitor = { points: 30, seconds: 3_600 }
const byEmail = [
  { points: 3, seconds: 3_600 },
  { points: 10, seconds: 86_400 },
] as const

/**
 * Requests a mail with a recovery link. Takes the same steps and time for every address. Requests beyond the limit are silently not mailed; those from networks
 * where the person signed in recently have a limit of their own. Refuses (too_many_requests) only a network
 * with too many requests.
 */
export async function requestRecovery(
  write: Write,
  side: Side,
  { email, ip }: { email: string; ip: string | null },
): Promise<void> {
  refuseFlood(await write((trx) => countUse(trx, visitorKey('forgot', ip), byVisitor)))
  const { over, person } = await write(async (trx) => {
    const person = await personOf(trx, side, email)
    const kind = side === 'tenant' ? 'user' : 'operator'
    const key = await rateLimitKey(trx, kind, { key: email, id: person?.id, ip })
    const limits = byEmail.map((limit, index) => ({ key: `forgot:${index}:${key}`, ...limit }))
    return { over: await countUses(trx, limits), person }
  })
  await write(async (trx) => {
    const id = over ? null : (person?.id ?? null)
    if (side === 'tenant') await enqueue(trx, 'recovery.send', { user_id: id })
    else await enqueue(trx, 'operator_recovery.send', { operator_id: id })
  })
}

async function personOf(
  trx: Transaction<DB>,
  side: Side,
  email: string,
): Promise<{ id: string } | undefined> {
  const table = sql.table(tables[side].account)
  const there =
    side === 'tenant'
      ? sql`${hasProvenEmail('user_account', email)} and deleted_at is null and status <> 'inactive'`
      : sql`lower(email) = ${email} and status = 'active'`
  const { rows } = await sql<{ id: string }>`select id from ${table} where ${there}`.execute(trx)
  return rows[0]
}

/** Ends the open tokens of a person: another replaces them, one was used, or they were mailed to a former address. */
export async function endRecoveryTokens(trx: Transaction<DB>, side: Side, person_id: string): Promise<void> {
  const { token: table, person } = tables[side]
  await sql`update ${sql.table(table)} set replaced_at = now()
    where ${sql.ref(person)} = ${person_id} and used_at is null and replaced_at is null`.execute(trx)
}

/** Creates a token, which replaces all older ones; only its hash is stored. */
export async function newRecoveryToken(trx: Transaction<DB>, side: Side, person_id: string): Promise<string> {
  const { token: table, person } = tables[side]
  const token = newToken()
  await endRecoveryTokens(trx, side, person_id)
  await sql`insert into ${sql.table(table)} (token_hash, ${sql.ref(person)}, expires_at)
    values (${tokenHash(token)}, ${person_id}, now() + make_interval(mins => ${recoveryMinutes}))`.execute(
    trx,
  )
  return token
}

export interface Recovery {
  person_id: string
  name: string
  email: string
}

/**
 * The person whose password a token may set, or the code of its refusal: unknown, truncated or another organisation's
 * (token_invalid), expired (token_expired), used or replaced (recovery_renew). Does not use the token.
 */
export async function recoveryOf(
  db: Kysely<DB>,
  side: Side,
  token: string | null | undefined,
): Promise<Recovery | { refusal: RefusalCode }> {
  if (!token || !tokenShape.test(token)) return { refusal: 'auth.token_invalid' }
  const { token: table, person, account } = tables[side]
  const { rows } = await sql<Recovery & { over: boolean; spent: boolean; gone: boolean }>`
    select person.id as person_id, person.name, coalesce(person.email, '') as email,
      token.expires_at <= now() as over,
      token.used_at is not null or token.replaced_at is not null as spent,
      person.status = 'inactive' as gone
    from ${sql.table(table)} as token
    join ${sql.table(account)} as person on person.id = token.${sql.ref(person)}
    where token.token_hash = ${tokenHash(token)}`.execute(db)
  const row = rows[0]
  if (!row) return { refusal: 'auth.token_invalid' }
  if (row.spent) return { refusal: 'auth.recovery_renew' }
  if (row.over) return { refusal: 'auth.token_expired' }
  if (row.gone) return { refusal: 'auth.reset_failed' }
  return { person_id: row.person_id, name: row.name, email: row.email }
}

/**
 * Uses a token and sets the password in one conditional statement; undefined (auth.reset_failed) for the second of two concurrent
 * uses. Returns the person's former status. The caller ends their sessions.
 */
export async function spendRecovery(
  trx: Transaction<DB>,
  side: Side,
  token: string,
  password_hash: string,
): Promise<{ person_id: string; name: string; status: string } | undefined> {
  const { token: table, person, account } = tables[side]
  const there = side === 'tenant' ? sql`and deleted_at is null` : sql``
  const activated = side === 'tenant' ? sql`, status = 'active'` : sql``
  const { rows } = await sql<{ person_id: string; name: string; status: string; email: string | null }>`
    with spent as (
      update ${sql.table(table)} set used_at = now()
      where token_hash = ${tokenHash(token)} and used_at is null and replaced_at is null and expires_at > now()
      returning ${sql.ref(person)} as id
    ), before as (
      select id, status, name, email from ${sql.table(account)}
      where id in (select id from spent) and status <> 'inactive' ${there} for update
    )
    update ${sql.table(account)} as person
    set password_hash = ${password_hash}, version = person.version + 1, updated_at = now() ${activated}
    from before where person.id = before.id
    returning person.id as person_id, before.name, before.status, before.email`.execute(trx)
  const row = rows[0]
  if (!row) return undefined
  await endRecoveryTokens(trx, side, row.person_id)
  // Controlling the mailbox lifts a lock that wrong passwords of others have caused.
  if (row.email) await forgetUses(trx, accountKey(row.email.toLowerCase()))
  return { person_id: row.person_id, name: row.name, status: row.status }
}

export async function recordReset(
  trx: Transaction<DB>,
  side: Side,
  visitor: Actor,
  { person_id: id, name, status }: { person_id: string; name: string; status: string },
): Promise<void> {
  if (side === 'tenant') {
    const actor: Actor = { ...visitor, type: 'user', id, name }
    await record(trx, actor, 'user.password_reset', { type: 'user', id })
    if (status === 'invited') await recordActivated(trx, actor, id)
    await logSignIn(trx, { kind: 'user', id }, { method: 'reset', result: 'signed_in' }, visitor)
    await trx.updateTable('user_account').set({ last_login_at: sql`now()` }).where('id', '=', id).execute()
  } else {
    const actor: Actor = { ...visitor, type: 'operator', id, name }
    await recordOperator(trx, actor, 'operator.password_reset', { type: 'operator', id })
    await logSignIn(trx, { kind: 'operator', id }, { method: 'reset', result: 'password_reset' }, visitor)
  }
}
