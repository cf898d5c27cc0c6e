import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { isMobile, normalPhone } from '#app/domain/core/contact/phone.ts'
import { countUsesUntil, waitOf } from '#app/domain/core/rate-limit.ts'
import { asRefusal, Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import {
  type PendingCode,
  pendingCode,
  type RequestedCode,
  requestCode,
  takeCode,
} from '#app/domain/identity/codes/codes.ts'
import type { CodeChannel } from '#app/domain/identity/codes/one-time-code.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { afterContactChange } from './contact-changed.ts'
import { type ContactKind, contactKinds, isProvenByAnother } from './proven.ts'
import { takeClaims } from './take-claims.ts'

/** A contact that a person typed about themselves and has not proven yet; see `proven.ts` for what counts. */
export interface WaitingContact {
  kind: ContactKind
  value: string
  /** Somebody else has proven it since, so that it can no longer be confirmed here. */
  taken: boolean
}

/**
 * What waits for its code: what the person typed, and what their account says without counting. At most one phone number and
 * one e-mail address.
 */
export async function waitingContacts(db: Kysely<DB>, user_id: string): Promise<WaitingContact[]> {
  const [claims, account] = await Promise.all([
    db
      .selectFrom('contact_claim')
      .select(['kind', 'value', sql<boolean>`taken_at is not null`.as('taken')])
      .where('user_id', '=', user_id)
      .execute(),
    db
      .selectFrom('user_account')
      .select(['phone', 'email', 'phone_proven_at', 'email_proven_at'])
      .where('id', '=', user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  return contactKinds.flatMap((kind): WaitingContact[] => {
    const claim = claims.find((one) => one.kind === kind)
    if (claim) return [{ kind, value: claim.value, taken: claim.taken }]
    const value = account?.[kind]
    return value && !account[`${kind}_proven_at`] ? [{ kind, value: value, taken: false }] : []
  })
}

/** New contacts that one person may enter in an hour and a day, refused ones included: each answer says whether it is taken. */
export const claimsPerPerson = [
  { points: 10, seconds: 3_600 },
  { points: 20, seconds: 86_400 },
] as const

/**
 * Counts a form with a phone or e-mail address that is not the account's yet, in a transaction of its own, so that a refused one
 * is counted too. Refuses profile.claims_over (profile.claims_over_day), which says when it goes on.
 */
export async function countClaims(
  write: Write,
  user_id: string,
  typed: { phone?: unknown; email?: unknown },
): Promise<void> {
  const over = await write(async (trx) => {
    const account = await trx
      .selectFrom('user_account')
      .select(['phone', 'email'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    const isNew = (given: unknown, known: string | null | undefined) =>
      typeof given === 'string' && given.trim() !== '' && given.trim().toLowerCase() !== known?.toLowerCase()
    const phone = typeof typed.phone === 'string' ? (normalPhone(typed.phone) ?? typed.phone) : undefined
    if (!isNew(phone, account?.phone) && !isNew(typed.email, account?.email)) return undefined
    return countUsesUntil(
      trx,
      claimsPerPerson.map((limit, index) => ({ key: `claim:${index}:${user_id}`, ...limit })),
    )
  })
  if (!over) return
  const wait = waitOf(over.resetsIn)
  throw new Refusal('hours' in wait ? 'profile.claims_over_day' : 'profile.claims_over', undefined, wait)
}

/**
 * Remembers a contact until it is proven; it replaces one that waited. Refuses one that another account has proven
 * (duplicate.user_phone, duplicate.user_email) and a number that gets no text messages (input.mobile), at their field.
 */
export async function claimContact(
  trx: Transaction<DB>,
  user_id: string,
  kind: ContactKind,
  typed: string,
): Promise<void> {
  const value = typed.toLowerCase()
  if (kind === 'phone' && !isMobile(value)) throw new Refusal('input.mobile', kind)
  if (await isProvenByAnother(trx, user_id, kind, value)) throw new Refusal(`duplicate.user_${kind}`, kind)
  const row = { value, created_at: sql<Date>`now()`, taken_at: null }
  await trx
    .insertInto('contact_claim')
    .values({ user_id, kind, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(row))
    .execute()
}

/**
 * Forgets what waits, also an unproven contact of the account itself, as long as another one is left. The proven contact goes
 * on counting. Returns the value, or undefined if nothing waited.
 */
export async function cancelClaim(
  trx: Transaction<DB>,
  actor: Actor,
  kind: ContactKind,
): Promise<string | undefined> {
  const user_id = actor.id!
  const account = await lockedAccount(trx, user_id)
  const claim = await trx
    .deleteFrom('contact_claim')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .returning('value')
    .executeTakeFirst()
  const other = kind === 'phone' ? account.email : account.phone
  const unproven = !account[`${kind}_proven_at`] && other ? account[kind] : null
  if (!claim && !unproven) return undefined
  if (unproven)
    await trx
      .updateTable('user_account')
      .set({ [kind]: null, ...changed(actor) })
      .where('id', '=', user_id)
      .execute()
  const value = claim?.value ?? unproven!
  const object = { type: 'user_account', id: user_id }
  await record(trx, actor, 'profile.contact_cancelled', object, { before: { [kind]: value } })
  return value
}

interface ContactCode {
  user_id: string
  session_id: string
  kind: ContactKind
  /** Used for a phone; mail goes by e-mail. */
  channel: Exclude<CodeChannel, 'email'> | undefined
  locale: Locale
  ip: string | null
}

/**
 * Sends a code to a contact that waits, for this session only. Refuses profile.nothing_waits, profile.no_messages where
 * there is no way to send a text message, and what {@link requestCode} does.
 */
export async function requestContactCode(write: Write, asked: ContactCode): Promise<RequestedCode> {
  const { user_id, session_id, kind, locale, ip } = asked
  const waiting = await write((trx) => waitingContacts(trx, user_id))
  const address = waiting.find((one) => one.kind === kind && !one.taken)?.value
  if (!address) throw new Refusal('profile.nothing_waits')
  const channel = kind === 'email' ? 'email' : isMobile(address) ? asked.channel : undefined
  if (!channel) throw new Refusal('profile.no_messages')
  return requestCode(write, { purpose: 'contact', channel, address, locale, ip, session_id }, async () => ({
    user_id,
  }))
}

export function pendingContactCode(
  db: Kysely<DB>,
  session_id: string,
  pending: string | undefined,
): Promise<PendingCode | undefined> {
  return pendingCode(db, 'contact', pending, session_id)
}

/**
 * Takes the code for a contact that waits: from then on it counts, in the account and in the rows that copy it, the former
 * one is told, and all other sessions end. Claims of others to it are taken away. Refuses auth.otp_invalid, auth.otp_over, too_many_requests,
 * profile.nothing_waits if it was cancelled or changed since the code was sent, and profile.contact_taken if another account
 * has proven it meanwhile. Returns the contact.
 */
export async function proveClaim(
  write: Write,
  ring: Keyring,
  actor: Actor,
  given: { session_id: string; pending: string | undefined; code: string },
): Promise<{ kind: ContactKind; value: string }> {
  const { address: value } = await takeCode(write, ring, { purpose: 'contact', ip: actor.ip, ...given })
  try {
    return { kind: await write((trx) => settle(trx, actor, value, given.session_id)), value }
  } catch (error) {
    // Another account proved the same contact in this very moment.
    if (asRefusal(error)?.code.startsWith('duplicate.')) throw new Refusal('profile.contact_taken')
    throw error
  }
}

async function settle(
  trx: Transaction<DB>,
  actor: Actor,
  address: string,
  session_id: string,
): Promise<ContactKind> {
  const user_id = actor.id!
  const account = await lockedAccount(trx, user_id)
  const claim = (await waitingContacts(trx, user_id)).find(({ value }) => value.toLowerCase() === address)
  if (!claim) throw new Refusal('profile.nothing_waits')
  if (claim.taken) throw new Refusal('profile.contact_taken')
  const { kind } = claim
  await takeClaims(trx, { kind, value: address, except: user_id })
  await trx.deleteFrom('contact_claim').where('user_id', '=', user_id).where('kind', '=', kind).execute()
  const before = account[kind]
  await writeContact(trx, actor, kind, address)
  const change = { before: { [kind]: before }, after: { [kind]: address } }
  await record(trx, actor, 'profile.contact_proven', { type: 'user_account', id: user_id }, change)
  // Proven for the first time, it was no way to sign in before: nobody came in by it, and it needs no notice.
  if (before?.toLowerCase() !== address)
    await afterContactChange(trx, account, [kind], { by: 'self', session_id })
  return kind
}

/** Writes a proven contact to the account and the rows that copy it. */
async function writeContact(
  trx: Transaction<DB>,
  actor: Actor,
  kind: ContactKind,
  value: string,
): Promise<void> {
  const user_id = actor.id!
  const contact = { [kind]: value, ...changed(actor) }
  const proven = { ...contact, [`${kind}_proven_at`]: sql<Date>`now()` }
  await trx.updateTable('user_account').set(proven).where('id', '=', user_id).execute()
  await trx.updateTable('parent').set(proven).where('user_id', '=', user_id).execute()
  await trx.updateTable('staff').set(contact).where('user_id', '=', user_id).execute()
  await trx.updateTable('trainer').set(contact).where('user_id', '=', user_id).execute()
}

async function lockedAccount(trx: Transaction<DB>, user_id: string) {
  const account = await trx
    .selectFrom('user_account')
    .select(['id', 'phone', 'email', 'phone_proven_at', 'email_proven_at'])
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) throw new Refusal('not_found.user')
  return account
}
