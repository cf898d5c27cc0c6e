import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { countUsesUntil } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import { hashOf } from './codes.ts'

/**
 * After a year in which nobody proved a phone number, its code alone no longer shows that it is still the same family: mobile
 * numbers are given to new owners. Then signing in asks for the family code, too, which is on every invoice and receipt. The
 * link by e-mail and the office's confirmation are the other ways on.
 */
export const proofMonths = 12

/** The account's phone was proven longer ago than that. */
export const isProofOld = (): RawBuilder<boolean> =>
  sql<boolean>`(user_account.phone_proven_at < now() - make_interval(months => ${sql.lit(proofMonths)}))`

/** Minutes in which the fact may be given after the code. */
const minutes = 15

/** Wrong facts for one account in a day; the code is 32^7 of which a guesser gets these. */
const factsPerDay = { points: 5, seconds: 86_400 } as const

export const factForm = z.object({
  family_code: z
    .string('input.required')
    .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
    .pipe(z.string().min(1, 'input.required').max(20, 'auth.fact_invalid')),
  to: z.string().max(2000).optional(),
})

/** Marks the code as given: its browser owes a second fact. */
export async function oweFact(trx: Transaction<DB>, code_id: string): Promise<void> {
  await trx
    .updateTable('one_time_code')
    .set({ owes_fact_at: sql<Date>`now()` })
    .where('id', '=', code_id)
    .execute()
}

/** What this browser owes a fact for; undefined when it owes none, or no longer. */
async function owed(db: Kysely<DB>, pending: string | undefined) {
  if (!pending) return undefined
  return db
    .selectFrom('one_time_code')
    .innerJoin('user_account', 'user_account.id', 'one_time_code.user_id')
    .leftJoin('parent', (join) =>
      join.onRef('parent.user_id', '=', 'user_account.id').on('parent.deleted_at', 'is', null),
    )
    .select(['one_time_code.id', 'user_account.id as user_id', 'user_account.name', 'user_account.status'])
    .select('parent.family_code')
    .where('one_time_code.browser_hash', '=', hashOf(pending))
    .where('one_time_code.purpose', '=', 'sign_in')
    .where('one_time_code.owes_fact_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .whereRef('user_account.phone', '=', 'one_time_code.address')
    .where('user_account.phone_proven_at', 'is not', null)
    .where('user_account.deleted_at', 'is', null)
    .where('user_account.status', '<>', 'inactive')
    .executeTakeFirst()
}

/** Whether this browser gave a right code and owes a fact. Says nothing of whose the number is. */
export const owesFact = async (db: Kysely<DB>, pending: string | undefined): Promise<boolean> =>
  (await owed(db, pending)) !== undefined

/**
 * Takes the family code after a right code, and returns the account to sign in. Each try is counted before it is looked at and
 * is in the login log. Refuses auth.fact_invalid at its field, also for an account without a family; auth.fact_over after too
 * many, and auth.otp_over when the code was too long ago.
 */
export async function takeFact(
  write: Write,
  actor: Actor,
  { pending, family_code }: { pending: string | undefined; family_code: string },
): Promise<{ user_id: string; name: string; status: string }> {
  const known = await write((trx) => owed(trx, pending))
  if (!known) throw new Refusal('auth.otp_over', 'family_code')
  const { user_id } = known
  const over = await write((trx) => countUsesUntil(trx, [{ key: `fact:${user_id}`, ...factsPerDay }]))
  const refusal = await write(async (trx) => {
    const fits = !over && known.family_code === family_code
    const used = fits
      ? await trx
          .updateTable('one_time_code')
          .set({ owes_fact_at: null })
          .where('id', '=', known.id)
          .where('owes_fact_at', 'is not', null)
          .returning('id')
          .executeTakeFirst()
      : undefined
    const refused = over ? 'auth.fact_over' : used ? undefined : 'auth.fact_invalid'
    if (refused)
      await logSignIn(trx, { kind: 'user', id: user_id }, { method: 'phone', result: refused }, actor)
    return refused
  })
  if (refusal) throw new Refusal(refusal, 'family_code')
  return known
}
