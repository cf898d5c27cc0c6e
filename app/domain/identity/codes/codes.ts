import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  countUse,
  countUsesUntil,
  giveBackUse,
  timesUsed,
  visitorKey,
  waitOf,
} from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { rateLimitKey } from '#app/domain/identity/accounts/sign-in.ts'
import { newToken } from '#app/domain/identity/passwords/tokens.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type CodeChannel,
  type CodePurpose,
  codeFits,
  codeLife,
  codesPerAddress,
  codesPerHour,
  codesPerPerson,
  resendSeconds,
  wrongCodesPerHour,
} from './one-time-code.ts'

/**
 * Codes that prove a contact, at two places, each with its own table of the same name and columns: an organisation's
 * (signing in by phone, confirming that it is still you, a new contact) and the platform's (finding one's organisation, an
 * operator's new address). Whoever asks
 * gets a pending id, 32 random bytes that only their browser keeps; a code works only together with it, and one that
 * somebody signed in asked for only in that very session. The code is made by the job that sends it and is nowhere but
 * in the message: a row without one has not been sent yet, or never will be, because the address has no account.
 */

interface CodeRequest {
  purpose: CodePurpose
  channel: CodeChannel
  /** A mobile number in E.164, or an e-mail address in lower case. */
  address: string
  locale: Locale
  ip: string | null
  /** The session of a signed-in person. */
  session_id?: string
  /** A token that the browser has already, for another code; with it a code of the same name is replaced. */
  pending?: string
}

/** Codes that a network asked for and did not enter; one that was entered was no flood, and many may share an address. */
const askedBy = (ip: string | null) => visitorKey('code:visitor', ip)

/** Finds the account of an address; called once, before anything is counted; the result is never revealed to the requester. */
type FindReceiver = (trx: Transaction<DB>, address: string) => Promise<{ user_id: string | null } | undefined>

export interface RequestedCode {
  /** Identifies the request; the browser stores it in an HTTP-only cookie. */
  pending: string
  resend_seconds: number
  expires_seconds: number
}

/** Hash of the browser's token and of the session that the code is for. */
export const hashOf = (pending: string, session_id = '') =>
  createHash('sha256').update(pending, 'ascii').update(session_id, 'ascii').digest()
const hour = 3_600

/**
 * Requests a code, which a job sends; earlier codes of the address become void. Takes the same steps and time whether or not
 * there is an account. Refuses auth.code_wait within a minute, and auth.codes_over (auth.codes_over_day), which says when it
 * goes on, beyond the limits of the address, the network or, for a new contact, the person. Requests from networks where the person signed in recently have their own limit, so that strangers cannot exhaust
 * it. Codes beyond the limit of the organisation finder are silently not sent; only codes that are sent count.
 */
export async function requestCode(
  write: Write,
  request: CodeRequest,
  find: FindReceiver,
): Promise<RequestedCode> {
  const { purpose, channel, address, locale, ip, session_id } = request
  // A number typed ten thousand times costs nothing but the count; only what gets past the first line may be many.
  const { over, found } = await write(async (trx) => {
    const found = await find(trx, address)
    // The platform does not know where people sign in to their organisations.
    const whose = isPlatforms(purpose)
      ? address
      : await rateLimitKey(trx, 'user', { key: address, id: found?.user_id, ip })
    const over = await countUsesUntil(trx, [
      { key: askedBy(ip), points: codesPerHour.visitor, seconds: hour },
      { key: `code:wait:${whose}`, points: 1, seconds: resendSeconds },
      ...codesPerAddress.map((limit, index) => ({ key: `code:${index}:${whose}`, ...limit })),
      ...perPerson(purpose, found),
    ])
    return { over, found }
  })
  if (over?.key.startsWith('code:wait:')) throw new Refusal('auth.code_wait')
  if (over) {
    const wait = waitOf(over.resetsIn)
    throw new Refusal('hours' in wait ? 'auth.codes_over_day' : 'auth.codes_over', undefined, wait)
  }
  const pending = request.pending ?? newToken()
  await write(async (trx) => {
    const receiver = (await mayBeSent(trx, purpose, found !== undefined)) ? found : undefined
    await trx
      .deleteFrom('one_time_code')
      .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
      .execute()
    await trx
      .updateTable('one_time_code')
      .set({ replaced_at: sql`now()` })
      .where('address', '=', address)
      .where('purpose', '=', purpose)
      // Who merely claims the same contact cannot void the code of somebody else.
      .where(sql<boolean>`user_id is not distinct from ${receiver?.user_id ?? null}::uuid`)
      .where('used_at', 'is', null)
      .where('replaced_at', 'is', null)
      .execute()
    if (request.pending)
      await trx.deleteFrom('one_time_code').where('browser_hash', '=', hashOf(pending, session_id)).execute()
    const code_id = newId()
    await trx
      .insertInto('one_time_code')
      .values({
        id: code_id,
        purpose,
        channel,
        address,
        locale,
        user_id: receiver?.user_id ?? null,
        deliver: receiver !== undefined,
        browser_hash: hashOf(pending, session_id),
        expires_at: sql<Date>`now() + make_interval(secs => ${codeLife.seconds})`,
      })
      .execute()
    await enqueue(trx, isPlatforms(purpose) ? 'organisation.send' : 'code.send', { code_id })
  })
  return { pending, resend_seconds: resendSeconds, expires_seconds: codeLife.seconds }
}

/** A new contact is whatever somebody types, so that the limits of the address alone would let one person write to thousands. */
const perPerson = (purpose: CodePurpose, found: { user_id: string | null } | undefined) =>
  (purpose === 'contact' || purpose === 'operator_contact') && found?.user_id
    ? codesPerPerson.map((limit, index) => ({ key: `code:person:${index}:${found.user_id}`, ...limit }))
    : []

/** Asked for on the main host, where the platform sends it. */
const isPlatforms = (purpose: CodePurpose) => purpose === 'organisation' || purpose === 'operator_contact'

/** Takes the same steps for an unknown address, but counts it under another key. */
async function mayBeSent(trx: Transaction<DB>, purpose: CodePurpose, somebody: boolean): Promise<boolean> {
  if (purpose !== 'organisation') return true
  const key = somebody ? 'code:finder' : 'code:nobody'
  return (await countUse(trx, key, { points: codesPerHour.finder, seconds: hour })).allowed
}

export interface PendingCode {
  channel: CodeChannel
  address: string
  /** Seconds until another code may be asked for; 0 when it may. */
  wait_seconds: number
  /** Neither over, nor replaced, nor guessed at too often. */
  alive: boolean
}

/** Undefined when this browser waits for none, or no longer. */
export async function pendingCode(
  db: Kysely<DB>,
  purpose: CodePurpose,
  pending: string | undefined,
  session_id?: string,
): Promise<PendingCode | undefined> {
  if (!pending) return undefined
  const row = await db
    .selectFrom('one_time_code')
    .select(['channel', 'address'])
    .select(
      sql<number>`greatest(0, ceil(extract(epoch from created_at - now()) + ${resendSeconds}))::int`.as(
        'wait_seconds',
      ),
    )
    .select(
      sql<boolean>`tries < ${codeLife.tries} and replaced_at is null and expires_at > now()`.as('alive'),
    )
    .where('browser_hash', '=', hashOf(pending, session_id))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '30 minutes'`)
    .executeTakeFirst()
  return row && { ...row, channel: row.channel as CodeChannel }
}

interface CodeTry {
  purpose: CodePurpose
  pending: string | undefined
  code: string
  ip: string | null
  session_id?: string
}

export interface ProvenCode {
  id: string
  address: string
  user_id: string | null
}

/**
 * Counts a try in the same statement that sees whether the code is still good, so that many at once are no more than
 * five. Undefined for a wrong, dead, used, replaced or foreign one, all alike. Refuses too_many_requests when too many
 * of those came from this network.
 *
 * Strangers cannot lock anybody out. A try on a code that is dead, or never existed, counts for its network alone. After too
 * many wrong tries on live codes, in this organisation or from this network, each code still gets one try: a code that is
 * typed correctly the first time always works.
 *
 * So of a million codes strangers get to try five for each code sent to an account, fifty a day (`guessedPerDay`; as
 * many more in a network of its person), and of all accounts of a place together 200 in an hour and one for each code
 * sent (`guessedPerHour`), plus those in flight when the 200 are reached.
 */
export async function tryCode(write: Write, ring: Keyring, given: CodeTry): Promise<ProvenCode | undefined> {
  const { purpose, code, ip, session_id } = given
  const visitor = { key: visitorKey('code:wrong', ip), points: wrongCodesPerHour.visitor, seconds: hour }
  const place = { key: 'code:wrong', points: wrongCodesPerHour.place, seconds: hour }
  const browser_hash = hashOf(given.pending ?? '', session_id)
  const { proven, flood } = await write(async (trx) => {
    const [flooding, limited] = [await isOver(trx, visitor), await isOver(trx, place)]
    const row = await lookAt(trx, { browser_hash, purpose }, flooding || limited)
    const { code_mac, ...known } = row ?? { id: newId(), address: '', user_id: null, code_mac: null }
    if (!codeFits(ring, known.id, code, code_mac)) {
      await countUse(trx, visitor.key, visitor)
      if (row) await countUse(trx, place.key, place)
      return { proven: undefined, flood: flooding && !row }
    }
    await trx.updateTable('one_time_code').set({ used_at: sql`now()` }).where('id', '=', known.id).execute()
    await giveBackUse(trx, askedBy(ip))
    return { proven: known, flood: false }
  })
  if (flood) throw new Refusal('too_many_requests')
  return proven
}

/**
 * The same for a page that says what was wrong: refuses auth.otp_invalid for a wrong code, auth.otp_over for an expired one and
 * after the last wrong try, both at its field, and too_many_requests.
 */
export async function takeCode(write: Write, ring: Keyring, given: CodeTry): Promise<ProvenCode> {
  const proven = await tryCode(write, ring, given)
  if (proven) return proven
  const { purpose, pending, session_id } = given
  const left = await write((trx) => pendingCode(trx, purpose, pending, session_id))
  throw new Refusal(left?.alive ? 'auth.otp_invalid' : 'auth.otp_over', 'code')
}

const isOver = async (
  trx: Transaction<DB>,
  { key, points, seconds }: { key: string; points: number; seconds: number },
) => (await timesUsed(trx, key, seconds)) >= points

/** Uses up one try of a code that is good, `once` all of them; one that was tried before is then dead. */
async function lookAt(
  trx: Transaction<DB>,
  { browser_hash, purpose }: { browser_hash: Buffer; purpose: CodePurpose },
  once: boolean,
) {
  const used = once ? codeLife.tries : 1
  const row = await trx
    .updateTable('one_time_code')
    .set({ tries: sql`tries + ${used}::int` })
    .where('browser_hash', '=', browser_hash)
    .where('purpose', '=', purpose)
    .where('tries', '<', codeLife.tries)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'address', 'user_id', 'code_mac', 'tries'])
    .executeTakeFirst()
  if (!row) return undefined
  const { tries, ...code } = row
  return once && tries > used ? undefined : code
}
