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
    .where(hasProvenPhone('user_account', phone))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export const pendingSignIn = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, 'sign_in', pending)

/**
 * Signs a user in by a code and returns their id; an invited person becomes active. Refuses auth.otp_invalid for any invalid
 * code; that the account is inactive or has no role is refused only after a valid code.
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
async function signedInBy(trx: Transaction<DB>, actor: Actor, proven: ProvenCode | undefined) {
  const found = proven && (await accountOf(trx, proven.address))
  const account = found?.id === proven?.user_id ? found : undefined
  const refusal: RefusalCode | undefined = !account
    ? 'auth.otp_invalid'
    : account.status === 'inactive'
      ? 'auth.inactive'
      : account.roles.length === 0
        ? 'role_unsuitable'
        : undefined
  const who = { kind: 'user', id: proven?.user_id ?? null } as const
  await logSignIn(trx, who, { method: 'phone', result: refusal ?? 'signed_in' }, actor)
  if (refusal || !account) return { refusal }
  const { id, name, status } = account
  await trx
    .updateTable('user_account')
    .set({ last_login_at: sql`now()`, status: 'active' })
    .where('id', '=', id)
    .execute()
  if (status === 'invited') await recordActivated(trx, { ...actor, type: 'user', id, name }, id)
  return { id }
}

export function recordActivated(trx: Transaction<DB>, actor: Actor, id: string): Promise<void> {
  const change = named(actor.name, { before: { status: 'invited' }, after: { status: 'active' } })
  return record(trx, actor, 'user.activated', { type: 'user', id }, change)
}
