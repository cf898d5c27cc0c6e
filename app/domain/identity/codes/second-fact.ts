import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { countUsesUntil } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { oneTimeCode } from '#app/domain/identity/accounts/account-forms.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { hashOf, pendingCode, requestCode, takeCode } from './codes.ts'

/**
 * After a year in which nobody proved a phone number, its code alone no longer shows that it is still the same family: mobile
 * numbers are given to new owners. Then signing in asks for a second fact, too: the family code, which is on every invoice and
 * receipt, or a code that is sent to the account's proven e-mail address. Staff have no family code. The office's
 * confirmation is another way on.
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

/** A code that came by e-mail, or the wish to get one. */
export const factCodeForm = z.object({
  code: oneTimeCode.optional(),
  send: z.literal('yes').optional(),
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
    .select(
      sql<string | null>`case when user_account.email_proven_at is not null then user_account.email end`.as(
        'email',
      ),
    )
    .where('one_time_code.browser_hash', '=', hashOf(pending))
    .where('one_time_code.purpose', '=', 'sign_in')
    .where('one_time_code.owes_fact_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .whereRef('user_account.phone', '=', 'one_time_code.address')
    .where('user_account.phone_proven_at', 'is not', null)
    .where('user_account.deleted_at', 'is', null)
    .where('user_account.status', '<>', 'inactive')
    .executeTakeFirst()
}

/**
 * By which facts this browser, which gave a right code, may go on; undefined when it owes none. Says nothing else of whose
 * the number is.
 */
export async function owesFact(
  db: Kysely<DB>,
  pending: string | undefined,
): Promise<{ family: boolean; mail: boolean } | undefined> {
  const known = await owed(db, pending)
  return known && { family: known.family_code !== null, mail: known.email !== null }
}

/** The code by e-mail is known by the same token of the browser as the one by phone, under a name of its own. */
const byMail = 'fact'

/** The code that was sent by e-mail; undefined when none was, or no longer. */
export const pendingFactCode = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, 'fact', pending, byMail)

/**
 * Sends a code to the proven e-mail address of the account that this browser owes a fact for. Refuses auth.otp_over when it
 * owes none or there is no such address, and what {@link requestCode} does.
 */
export async function requestFactCode(
  write: Write,
  { pending, locale, ip }: { pending: string | undefined; locale: Locale; ip: string | null },
): Promise<void> {
  const known = await write((trx) => owed(trx, pending))
  if (!pending || !known?.email) throw new Refusal('auth.otp_over')
  const { email: address, user_id } = known
  const request = { purpose: 'fact', channel: 'email', address, locale, ip } as const
  await requestCode(write, { ...request, session_id: byMail, pending }, async () => ({ user_id }))
}

/**
 * Takes the code that was sent by e-mail, after a right code to the phone, and returns the account to sign in. Refuses what
 * {@link takeCode} does, and auth.otp_over when this browser owes no fact.
 */
export async function takeFactCode(
  write: Write,
  ring: Keyring,
  actor: Actor,
  { pending, code }: { pending: string | undefined; code: string },
): Promise<{ user_id: string; name: string; status: string }> {
  const known = await write((trx) => owed(trx, pending))
  if (!known) throw new Refusal('auth.otp_over', 'code')
  const who = { kind: 'user', id: known.user_id } as const
  const given = { purpose: 'fact', pending, code, ip: actor.ip, session_id: byMail } as const
  const proven = await takeCode(write, ring, given).catch(async (error) => {
    if (error instanceof Refusal)
      await write((trx) => logSignIn(trx, who, { method: 'phone', result: 'auth.otp_invalid' }, actor))
    throw error
  })
  // A code to another address than the account has by now proves nothing of it.
  const fits = proven.user_id === known.user_id && proven.address === known.email
  if (!fits || !(await write((trx) => paid(trx, known.id)))) throw new Refusal('auth.otp_over', 'code')
  return known
}

/** Marks the fact as given; false if it was before. */
async function paid(trx: Transaction<DB>, code_id: string): Promise<boolean> {
  const row = await trx
    .updateTable('one_time_code')
    .set({ owes_fact_at: null })
    .where('id', '=', code_id)
    .where('owes_fact_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

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
    const used = fits && (await paid(trx, known.id))
    const refused = over ? 'auth.fact_over' : used ? undefined : 'auth.fact_invalid'
    if (refused)
      await logSignIn(trx, { kind: 'user', id: user_id }, { method: 'phone', result: refused }, actor)
    return refused
  })
  if (refusal) throw new Refusal(refusal, 'family_code')
  return known
}
