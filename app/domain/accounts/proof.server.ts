import type { Kysely } from 'kysely'
import type { Desk } from '#app/domain/desk.ts'
import { logSignIn } from '#app/domain/log/logins.server.ts'
import { countUse, forgetUses } from '#app/domain/rate-limit.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { passwordFits } from './passwords.server.ts'

/** Who is signed in and shall prove that it is still them. */
export interface Person {
  kind: 'user' | 'operator'
  id: string
  ip: string | null
  user_agent: string | null
}

/** Tries of a signed-in person to prove who they are, wherever they are asked. */
const tries = { points: 5, seconds: 15 * 60 }
const keyOf = ({ kind, id }: Person) => `confirm:${kind}:${id}`

/** True when the person has a password to prove themselves with; else they get a code. */
export async function hasPassword(db: Kysely<DB>, person: Pick<Person, 'kind' | 'id'>): Promise<boolean> {
  return (await keptPassword(db, person)) !== null
}

/**
 * A signed-in person proves with their password that it is still them; returns the kept form that it fitted. Each try is
 * counted before it is looked at and written to the login log. Refuses with auth.password_invalid, and with auth.locked
 * after too many.
 */
export async function proveByPassword(
  desk: Desk,
  person: Person,
  password: string,
  field?: string,
): Promise<string> {
  const { allowed } = await desk.write((trx) => countUse(trx, keyOf(person), tries))
  const kept = await desk.write((trx) => keptPassword(trx, person))
  await desk.rest()
  const fits = allowed && (await passwordFits(password, kept))
  const refusal = !allowed
    ? new Refusal('auth.locked', field)
    : fits
      ? undefined
      : new Refusal('auth.password_invalid', field)
  await desk.write(async (trx) => {
    await logSignIn(trx, person, { method: 'confirm', result: refusal?.code ?? 'confirmed' }, person)
    if (fits) await forgetUses(trx, keyOf(person))
  })
  if (refusal) throw refusal
  return kept!
}

async function keptPassword(db: Kysely<DB>, { kind, id }: Pick<Person, 'kind' | 'id'>) {
  const table = kind === 'user' ? 'user_account' : 'platform.operator'
  const row = await db.selectFrom(table).select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}
