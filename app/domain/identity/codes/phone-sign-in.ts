import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { hasProvenPhone } from '#app/domain/identity/contacts/proven.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type ProvenCode, pendingCode, type RequestedCode, requestCode, tryCode } from './codes.ts'
import { isProofOld, oweFact, takeFact, takeFactCode } from './second-fact.ts'

/** Sends a sign-in code to a phone. Refuses what {@link requestCode} does. */
export function requestSignInCode(
  write: Write,
  request: { phone: string; channel: 'sms' | 'whatsapp'; locale: Locale; ip: string | null },
): Promise<RequestedCode> {
  const { phone, channel, locale, ip } = request
  return requestCode(
    write,
    { purpose: 'sign_in', channel, address: phone, locale, ip },
    async (trx, address) => {
      const account = await accountOf(trx, address)
      return account && { user_id: account.id }
    },
  )
}

function accountOf(db: Kysely<DB>, phone: string) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name', 'status', 'roles', 'phone'])
    .select(isProofOld().as('is_old'))
    .where(hasProvenPhone('user_account', phone))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export const pendingSignIn = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, 'sign_in', pending)

/**
 * Signs a user in by a code and returns their id; an invited person becomes active. Refuses auth.otp_invalid for any invalid
 * code; only after a valid code that the account is inactive or has no role, and auth.fact_required where the phone was proven
 * too long ago, after which {@link signInByFact} goes on.
 */
export async function signInByPhone(
  write: Write,
  ring: Keyring,
  actor: Actor,
  given: { pending: string | undefined; code: string },
): Promise<string> {
  const proven = await tryCode(write, ring, { purpose: 'sign_in', ip: actor.ip, ...given })
  const { refusal, id } = await write((trx) => signedInBy(trx, actor, proven))
  if (refusal) throw new Refusal(refusal, refusal === 'auth.otp_invalid' ? 'code' : undefined)
  return id!
}

/** Does not throw for a wrong code, so that the try is logged. */
async function signedInBy(
  trx: Transaction<DB>,
  actor: Actor,
  proven: ProvenCode | undefined,
): Promise<{ refusal: RefusalCode; id?: undefined } | { refusal?: undefined; id: string }> {
  const found = proven && (await accountOf(trx, proven.address))
  const account = found?.id === proven?.user_id ? found : undefined
  const refusal: RefusalCode | undefined = !account
    ? 'auth.otp_invalid'
    : account.status === 'inactive'
      ? 'auth.inactive'
      : account.roles.length === 0
        ? 'role_unsuitable'
        : account.is_old
          ? 'auth.fact_required'
          : undefined
  const who = { kind: 'user', id: proven?.user_id ?? null } as const
  await logSignIn(trx, who, { method: 'phone', result: refusal ?? 'signed_in' }, actor)
  if (refusal === 'auth.fact_required') await oweFact(trx, proven!.id)
  if (refusal || !account) return { refusal: refusal ?? 'auth.otp_invalid' }
  await comeIn(trx, actor, account)
  return { id: account.id }
}

/** Each sign-in by phone renews the proof. */
async function comeIn(
  trx: Transaction<DB>,
  actor: Actor,
  { id, name, status }: { id: string; name: string; status: string },
): Promise<void> {
  const now = sql<Date>`now()`
  await trx
    .updateTable('user_account')
    .set({ last_login_at: now, phone_proven_at: now, status: 'active' })
    .where('id', '=', id)
    .execute()
  if (status === 'invited') await recordActivated(trx, { ...actor, type: 'user', id, name }, id)
}

/**
 * Signs in by the family code, after a right code to a phone that was proven long ago; returns the id. Refuses what
 * {@link takeFact} does.
 */
export async function signInByFact(
  write: Write,
  actor: Actor,
  given: { pending: string | undefined; family_code: string },
): Promise<string> {
  const { user_id: id, name, status } = await takeFact(write, actor, given)
  await write(async (trx) => {
    await logSignIn(trx, { kind: 'user', id }, { method: 'phone', result: 'signed_in' }, actor)
    await comeIn(trx, actor, { id, name, status })
  })
  return id
}

/** The same by a code that was sent by e-mail; refuses what {@link takeFactCode} does. */
export async function signInByFactCode(
  write: Write,
  ring: Keyring,
  actor: Actor,
  given: { pending: string | undefined; code: string },
): Promise<string> {
  const { user_id: id, name, status } = await takeFactCode(write, ring, actor, given)
  await write(async (trx) => {
    await logSignIn(trx, { kind: 'user', id }, { method: 'phone', result: 'signed_in' }, actor)
    await comeIn(trx, actor, { id, name, status })
  })
  return id
}

export function recordActivated(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const change = named(actor.name, { before: { status: 'invited' }, after: { status: 'active' } })
  return record(trx, actor, 'user.activated', { type: 'user', id }, change)
}
