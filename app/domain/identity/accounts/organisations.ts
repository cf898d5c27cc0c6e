import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { logSignIn } from '#app/domain/core/sign-in-log.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { pendingCode, type RequestedCode, requestCode, tryCode } from '#app/domain/identity/codes/codes.ts'
import { newToken, tokenHash, tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** Minutes in which an organisation may be chosen after the code was confirmed; lifetime of a ticket in seconds. */
const chooseMinutes = 10
const ticketSeconds = 60

/** Sends a code by e-mail or, to a phone number, by `channel`. Refuses what {@link requestCode} does. */
export function requestOrganisationCode(
  write: Write,
  request: { contact: string; channel: 'sms' | 'whatsapp'; locale: Locale; ip: string | null },
): Promise<RequestedCode> {
  const { contact: address, locale, ip } = request
  const channel = address.includes('@') ? 'email' : request.channel
  return requestCode(write, { purpose: 'organisation', channel, address, locale, ip }, async (trx) => {
    const known = await trx
      .selectFrom('platform.contact')
      .select('user_id')
      .where('value', '=', address)
      .executeTakeFirst()
    return known && { user_id: null }
  })
}

export const pendingContact = (db: Kysely<DB>, pending: string | undefined) =>
  pendingCode(db, 'organisation', pending)

/** Confirms the contact with a code, after which {@link organisationsOf} answers this browser. Refuses auth.otp_invalid. */
export async function proveContact(
  write: Write,
  ring: Keyring,
  given: { pending: string | undefined; code: string; ip: string | null },
): Promise<void> {
  if (!(await tryCode(write, ring, { purpose: 'organisation', ...given })))
    throw new Refusal('auth.otp_invalid', 'code')
}

interface KnownOrganisation {
  entity_id: string
  name: string
  subdomain: string
}

/** The organisations of a confirmed contact; undefined if this browser has confirmed none lately. */
export async function organisationsOf(
  db: Kysely<DB>,
  pending: string | undefined,
): Promise<{ address: string; organisations: KnownOrganisation[] } | undefined> {
  if (!pending) return undefined
  const proven = await provenBy(db, pending).select('address').executeTakeFirst()
  if (!proven) return undefined
  const organisations = await accountsOf(db, proven.address)
    .select(['entity.id as entity_id', 'entity.name', 'entity.subdomain'])
    .orderBy('entity.name')
    .orderBy('entity.id')
    .execute()
  return { address: proven.address, organisations }
}

const isProven = (
  pending: string,
) => sql<boolean>`browser_hash = ${tokenHash(pending)} and purpose = 'organisation'
  and chosen_at is null and used_at > now() - make_interval(mins => ${chooseMinutes})`

const provenBy = (db: Kysely<DB>, pending: string) =>
  db.selectFrom('platform.one_time_code').where(isProven(pending))

const accountsOf = (db: Kysely<DB>, address: string) =>
  db
    .selectFrom('platform.contact as contact')
    .innerJoin('platform.entity as entity', 'entity.id', 'contact.entity_id')
    .where('contact.value', '=', address)
    .where('entity.status', '=', 'active')

/**
 * A ticket for the host of the chosen organisation, valid once and for a minute; only its hash is stored, and of two
 * concurrent choices one wins. Refuses auth.token_expired when nothing is proven, not_found.entity for another organisation.
 */
export async function chooseOrganisation(
  trx: Transaction<DB>,
  { pending, entity_id }: { pending: string | undefined; entity_id: string },
): Promise<{ token: string; subdomain: string }> {
  const proven =
    pending &&
    (await trx
      .updateTable('platform.one_time_code')
      .set({ chosen_at: sql`now()` })
      .where(isProven(pending))
      .returning('address')
      .executeTakeFirst())
  if (!proven) throw new Refusal('auth.token_expired')
  const account = await accountsOf(trx, proven.address)
    .select(['contact.user_id', 'entity.subdomain'])
    .where('entity.id', '=', entity_id)
    .executeTakeFirst()
  if (!account) throw new Refusal('not_found.entity')
  const token = newToken()
  await trx
    .deleteFrom('platform.sign_in_ticket')
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  await trx
    .insertInto('platform.sign_in_ticket')
    .values({
      token_hash: tokenHash(token),
      entity_id,
      user_id: account.user_id,
      expires_at: sql<Date>`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute()
  return { token, subdomain: account.subdomain }
}

/** The person of a ticket, without using it, or the code of its refusal. Runs in the organisation's schema. */
export async function ticketHolder(
  db: Kysely<DB>,
  token: string | null,
): Promise<{ name: string } | { refusal: RefusalCode }> {
  if (!token || !tokenShape.test(token)) return { refusal: 'auth.token_invalid' }
  const row = await db
    .selectFrom('platform.sign_in_ticket as ticket')
    .innerJoin('user_account', 'user_account.id', 'ticket.user_id')
    .select('user_account.name')
    .select(sql<boolean>`ticket.expires_at <= now() or ticket.used_at is not null`.as('over'))
    .where('ticket.token_hash', '=', tokenHash(token))
    .where('ticket.entity_id', '=', sql<string>`platform.current_entity()`)
    .executeTakeFirst()
  if (!row) return { refusal: 'auth.token_invalid' }
  return row.over ? { refusal: 'auth.token_expired' } : { name: row.name }
}

/**
 * Uses a ticket and returns the id of the person who signs in. Refusals are returned, not thrown, so that the try is logged:
 * auth.token_invalid for a ticket that is unknown, used, expired or another organisation's, auth.inactive and role_unsuitable.
 */
export async function redeemTicket(
  trx: Transaction<DB>,
  visitor: Actor,
  token: string,
): Promise<{ id: string; refusal?: undefined } | { id?: undefined; refusal: RefusalCode }> {
  const ticket = await trx
    .updateTable('platform.sign_in_ticket')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', tokenHash(token))
    .where('entity_id', '=', sql<string>`platform.current_entity()`)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  const account =
    ticket &&
    (await trx
      .selectFrom('user_account')
      .select(['id', 'status', 'roles'])
      .where('id', '=', ticket.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  const refusal: RefusalCode | undefined = !account
    ? 'auth.token_invalid'
    : account.status !== 'active'
      ? 'auth.inactive'
      : account.roles.length === 0
        ? 'role_unsuitable'
        : undefined
  const way = { method: 'organisation', result: refusal ?? 'signed_in' } as const
  await logSignIn(trx, { kind: 'user', id: account?.id ?? null }, way, visitor)
  if (refusal || !account) return { refusal: refusal ?? 'auth.token_invalid' }
  await trx
    .updateTable('user_account')
    .set({ last_login_at: sql`now()` })
    .where('id', '=', account.id)
    .execute()
  return { id: account.id }
}

/** Fewer letters would match too many. */
export const fewestLetters = 3
export const mostFound = 10

interface FoundOrganisation {
  id: string
  name: string
  subdomain: string
}

/**
 * Active organisations whose name contains every typed word, or whose subdomain was typed; names that start with it come
 * first. Returns only what their public sign-in page shows. Runs in the platform's schema.
 */
export async function organisationsNamed(
  db: Kysely<DB>,
  typed: string,
): Promise<{ found: FoundOrganisation[]; more: boolean }> {
  const name = typed.trim().replace(/\s+/g, ' ')
  const rows = await db
    .selectFrom('platform.entity')
    .select(['id', 'name', 'subdomain'])
    .where('status', '=', 'active')
    .where((eb) => eb.or([contains(eb, name, ['name']), eb('subdomain', '=', name.toLowerCase())]))
    .orderBy(sql`starts_with(lower(name), ${name.toLowerCase()})`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(mostFound + 1)
    .execute()
  return { found: rows.slice(0, mostFound), more: rows.length > mostFound }
}
