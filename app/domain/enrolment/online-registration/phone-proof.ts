import type { Kysely } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { pendingCode, type RequestedCode, requestCode, tryCode } from '#app/domain/identity/codes/codes.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import type { Draft } from './draft.ts'
import { notePhone } from './drafts.ts'

const purpose = 'registration' as const

/** To the number that the family has typed, whoever has it. Refuses what {@link requestCode} does. */
export function requestPhoneProof(
  write: Write,
  request: { phone: string; channel: 'sms' | 'whatsapp'; locale: Locale; ip: string | null },
): Promise<RequestedCode> {
  const { phone, channel, locale, ip } = request
  return requestCode(write, { purpose, channel, address: phone, locale, ip }, async () => ({ user_id: null }))
}

export const pendingPhoneProof = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, purpose, pending)

/** Refuses auth.otp_invalid for a wrong code, auth.otp_over for one that does not work any more. */
export async function provePhone(
  write: Write,
  ring: Keyring,
  draft: Pick<Draft, 'id'>,
  given: { pending: string | undefined; code: string; ip: string | null },
): Promise<void> {
  const proven = await tryCode(write, ring, { purpose, ...given })
  if (proven) return write((trx) => notePhone(trx, draft.id, proven.address))
  const alive = await write(async (trx) => (await pendingPhoneProof(trx, given.pending))?.alive)
  throw new Refusal(alive ? 'auth.otp_invalid' : 'auth.otp_over', 'code')
}
