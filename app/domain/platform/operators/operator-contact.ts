import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { noticeTo } from '#app/domain/identity/accounts/accounts.ts'
import { endOperatorSessions } from '#app/domain/identity/accounts/sessions.ts'
import {
  type PendingCode,
  pendingCode,
  type RequestedCode,
  requestCode,
  takeCode,
} from '#app/domain/identity/codes/codes.ts'
import { endRecoveryTokens } from '#app/domain/identity/passwords/recovery.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/**
 * An operator's new e-mail address, by which they sign in: it counts once a code that was sent to it came back. Nothing finds
 * an operator by phone, so that one is saved as it is typed. The rule is that of `app/domain/identity/contacts/proven.ts`.
 */
type Self = Actor & { id: string }

/** The address that waits for its code; undefined when none does. */
export async function waitingAddress(db: Kysely<DB>, operator_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('platform.contact_claim')
    .select('value')
    .where('operator_id', '=', operator_id)
    .executeTakeFirst()
  return row?.value
}

/** Remembers an address; it replaces one that waited. Refuses that of another operator (duplicate.admin). */
export async function claimAddress(trx: Transaction<DB>, actor: Self, value: string): Promise<void> {
  const other = await trx
    .selectFrom('platform.operator')
    .select('id')
    .where('id', '<>', actor.id)
    .where(sql<boolean>`lower(email) = ${value}`)
    .executeTakeFirst()
  if (other) throw new Refusal('duplicate.admin', 'email')
  const row = { value, created_at: sql<Date>`now()` }
  await trx
    .insertInto('platform.contact_claim')
    .values({ operator_id: actor.id, ...row })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet(row))
    .execute()
  const object = { type: 'operator', id: actor.id } as const
  await recordOperator(trx, actor, 'operator.contact_claimed', object, { after: { email: value } })
}

/** Forgets the address that waits. Returns whether one did. */
export async function cancelAddress(trx: Transaction<DB>, actor: Self): Promise<boolean> {
  const gone = await trx
    .deleteFrom('platform.contact_claim')
    .where('operator_id', '=', actor.id)
    .returning('value')
    .executeTakeFirst()
  if (!gone) return false
  const object = { type: 'operator', id: actor.id } as const
  await recordOperator(trx, actor, 'operator.contact_cancelled', object, { before: { email: gone.value } })
  return true
}

/** Mails a code to the address that waits, for this session only. Refuses profile.nothing_waits, and what requestCode does. */
export async function requestAddressCode(
  write: Write,
  { operator_id, ...asked }: { operator_id: string; session_id: string; locale: Locale; ip: string | null },
): Promise<RequestedCode> {
  const address = await write((trx) => waitingAddress(trx, operator_id))
  if (!address) throw new Refusal('profile.nothing_waits')
  const request = { purpose: 'operator_contact', channel: 'email', address, ...asked } as const
  return requestCode(write, request, async () => ({ user_id: operator_id }))
}

export function pendingAddressCode(
  db: Kysely<DB>,
  session_id: string,
  pending: string | undefined,
): Promise<PendingCode | undefined> {
  return pendingCode(db, 'operator_contact', pending, session_id)
}

/**
 * Takes the code: from then on the address is the operator's, the former one is told, and all other sessions end. Refuses auth.otp_invalid,
 * auth.otp_over, too_many_requests, profile.nothing_waits, and profile.contact_taken if another operator has it by now. Returns
 * the address.
 */
export async function proveAddress(
  write: Write,
  ring: Keyring,
  actor: Self,
  given: { session_id: string; pending: string | undefined; code: string },
): Promise<string> {
  const tried = { purpose: 'operator_contact', ip: actor.ip, ...given } as const
  const { address } = await takeCode(write, ring, tried)
  try {
    await write((trx) => settle(trx, actor, address, given.session_id))
    return address
  } catch (error) {
    if (asRefusal(error)?.code === 'duplicate.admin') throw new Refusal('profile.contact_taken')
    throw error
  }
}

async function settle(trx: Transaction<DB>, actor: Self, email: string, session_id: string): Promise<void> {
  const { id } = actor
  const before = await trx
    .selectFrom('platform.operator')
    .select('email')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const claim = await trx
    .deleteFrom('platform.contact_claim')
    .where('operator_id', '=', id)
    .where('value', '=', email)
    .returning('value')
    .executeTakeFirst()
  if (!claim) throw new Refusal('profile.nothing_waits')
  await trx
    .updateTable('platform.operator')
    .set({ email, ...touched })
    .where('id', '=', id)
    .execute()
  await endRecoveryTokens(trx, 'main', id)
  await endOperatorSessions(trx, id, { except: session_id })
  const change = { before, after: { email } }
  await recordOperator(trx, actor, 'operator.contact_proven', { type: 'operator', id }, change)
  await enqueue(trx, 'operator.notice', noticeTo(id, actor, 'email_changed', { address: before.email }))
}
