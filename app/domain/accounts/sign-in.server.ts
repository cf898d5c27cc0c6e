import { sql, type Transaction } from 'kysely'
import { countUse, refuseFlood } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { passwordFits } from './passwords.server.ts'

type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>
export interface Attempt {
  email: string
  password: string
  ip: string | null
  user_agent: string | null
}

/** Wrong passwords in a row after which an account rests, and for how long. */
const lock = { after: 5, minutes: 15 }
const byAddress = { points: 100, seconds: 3600 }

/**
 * Who signs in on a tenant's host: their id. Refuses with the same words and after the same time whether the address
 * or the password is wrong; says that an account is inactive, locked or without a role only to who knows the password.
 */
export async function signInUser(write: Write, tenant: string, attempt: Attempt): Promise<string> {
  refuseFlood(await write((trx) => countUse(trx, `login:${tenant}:${attempt.ip}`, byAddress)))
  const account = await write((trx) =>
    trx
      .selectFrom('user_account')
      .select(['id', 'password_hash', 'status', 'roles', 'locked_until'])
      .where(sql`lower(email)`, '=', attempt.email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  const fits = await passwordFits(attempt.password, account?.password_hash)
  const locked = account?.locked_until != null && account.locked_until > new Date()
  const refusal = !fits
    ? new Refusal('auth.invalid_credentials')
    : locked
      ? new Refusal('auth.locked')
      : account?.status !== 'active'
        ? new Refusal('auth.inactive')
        : account.roles.length === 0
          ? new Refusal('role_unsuitable')
          : undefined
  await write(async (trx) => {
    await trx
      .insertInto('login_log')
      .values({
        id: newId(),
        user_id: account?.id ?? null,
        method: 'email',
        result: refusal?.code ?? 'signed_in',
        ip: attempt.ip,
        user_agent: attempt.user_agent?.slice(0, 512) ?? null,
      })
      .execute()
    if (account && !fits) await countWrongPassword(trx, account.id)
    if (account && !refusal) {
      await trx
        .updateTable('user_account')
        .set({ failed_logins: 0, locked_until: null, last_login_at: sql`now()` })
        .where('id', '=', account.id)
        .execute()
    }
  })
  if (refusal) throw refusal
  return account!.id
}

async function countWrongPassword(trx: Transaction<DB>, id: string) {
  const rests = sql<boolean>`failed_logins + 1 >= ${lock.after}::int`
  await trx
    .updateTable('user_account')
    .set({
      failed_logins: sql`case when ${rests} then 0 else failed_logins + 1 end`,
      locked_until: sql`case when ${rests} then now() + make_interval(mins => ${lock.minutes}::int) else locked_until end`,
    })
    .where('id', '=', id)
    .execute()
}

/** Who signs in as operator on the main host: their id. */
export async function signInOperator(write: Write, attempt: Attempt): Promise<string> {
  refuseFlood(await write((trx) => countUse(trx, `login:platform:${attempt.ip}`, byAddress)))
  refuseFlood(
    await write((trx) =>
      countUse(trx, `login:platform:account:${attempt.email}`, { points: 10, seconds: lock.minutes * 60 }),
    ),
  )
  const operator = await write((trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['id', 'password_hash', 'status'])
      .where(sql`lower(email)`, '=', attempt.email)
      .executeTakeFirst(),
  )
  const fits = await passwordFits(attempt.password, operator?.password_hash)
  const refusal = !fits
    ? new Refusal('admin.invalid_credentials')
    : operator?.status !== 'active'
      ? new Refusal('auth.inactive')
      : undefined
  await write(async (trx) => {
    await trx
      .insertInto('platform.login_log')
      .values({
        id: newId(),
        operator_id: operator?.id ?? null,
        method: 'email',
        result: refusal?.code ?? 'signed_in',
        ip: attempt.ip,
        user_agent: attempt.user_agent?.slice(0, 512) ?? null,
      })
      .execute()
    if (operator && !refusal) {
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
