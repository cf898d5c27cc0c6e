import { type Kysely, sql } from 'kysely'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import type { Person } from '#app/domain/identity/accounts/sign-in.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { type PendingCode, pendingCode, type RequestedCode, requestCode, tryCode } from './codes.ts'
import type { CodeChannel } from './one-time-code.ts'

/**
 * Confirms the identity of a signed-in person with a code instead of a password. The code goes to a proven contact of the
 * account, never to one that is typed in.
 */
interface Reach {
  channel: CodeChannel
  /** A mobile number in E.164, or an e-mail address. */
  address: string
}

/** The person's phone by each open channel, the preferred one first; by e-mail if they have no mobile phone. */
export async function reachesOf(
  db: Kysely<DB>,
  user_id: string,
  open: readonly Exclude<CodeChannel, 'email'>[],
): Promise<Reach[]> {
  const { phone, email, preferred_channel } = (await contactOf(db, user_id)) ?? {}
  if (phone && isMobile(phone) && open.length > 0)
    return open
      .map((channel) => ({ channel, address: phone }))
      .sort((a, b) => Number(b.channel === preferred_channel) - Number(a.channel === preferred_channel))
  return email ? [{ channel: 'email', address: email.toLowerCase() }] : []
}

interface Asker {
  user_id: string
  session_id: string
  reaches: readonly Reach[]
  channel: CodeChannel
  locale: Locale
  ip: string | null
}

/**
 * Sends a code that confirms this session only. Refuses action_not_allowed for a channel that is none of the person's `reaches`,
 * and what {@link requestCode} does.
 */
export function requestConfirmCode(write: Write, asker: Asker): Promise<RequestedCode> {
  const { user_id, session_id, reaches, channel, locale, ip } = asker
  const reach = reaches.find((each) => each.channel === channel)
  if (!reach) throw new Refusal('action_not_allowed')
  return requestCode(write, { purpose: 'confirm', ...reach, locale, ip, session_id }, async () => ({
    user_id,
  }))
}

export function pendingConfirm(
  db: Kysely<DB>,
  session_id: string,
  pending: string | undefined,
): Promise<PendingCode | undefined> {
  return pendingCode(db, 'confirm', pending, session_id)
}

/**
 * Checks a code; each try is recorded in the login log. Refuses auth.otp_invalid for a wrong code, auth.otp_over for an
 * expired one and after the last wrong try, and too_many_requests.
 */
export async function proveByConfirmCode(
  write: Write,
  ring: Keyring,
  person: Person,
  given: { session_id: string; pending: string | undefined; code: string },
): Promise<void> {
  const { session_id, pending, code } = given
  const proven = await tryCode(write, ring, { purpose: 'confirm', ip: person.ip, session_id, pending, code })
  const refusal = await write(async (trx) => {
    const refused =
      proven && (await stillReaches(trx, person.id, proven.address))
        ? undefined
        : (await pendingConfirm(trx, session_id, pending))?.alive
          ? 'auth.otp_invalid'
          : 'auth.otp_over'
    await logSignIn(trx, person, { method: 'confirm', result: refused ?? 'confirmed' }, person)
    // Signed in and holding the phone: the number is still theirs.
    if (!refused && proven)
      await trx
        .updateTable('user_account')
        .set({ phone_proven_at: sql<Date>`now()` })
        .where('id', '=', person.id)
        .where('phone', '=', proven.address)
        .execute()
    return refused
  })
  if (refusal) throw new Refusal(refusal, 'code')
}

/** Whether the contact is still the account's; it may have been changed since the code was sent. */
async function stillReaches(db: Kysely<DB>, user_id: string, address: string): Promise<boolean> {
  const account = await contactOf(db, user_id)
  return account?.phone === address || account?.email?.toLowerCase() === address
}

function contactOf(db: Kysely<DB>, user_id: string) {
  return db
    .selectFrom('user_account')
    .select('preferred_channel')
    .select(sql<string | null>`case when phone_proven_at is not null then phone end`.as('phone'))
    .select(sql<string | null>`case when email_proven_at is not null then email end`.as('email'))
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
