import type { Kysely } from 'kysely'
import { countUse, forgetUses } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Transactions } from '#app/domain/core/transactions.ts'
import { passwordFits } from '#app/domain/identity/passwords/passwords.ts'
import type { DB } from '#db/types.ts'

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
