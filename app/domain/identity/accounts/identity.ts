import type { Transaction } from 'kysely'
import { z } from 'zod'
import { type Permission, type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { blindIndex, blindIndexes, type Keyring, type Keys, open, seal } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'

export const identityTypes = ['nric', 'passport', 'army'] as const
type IdentityType = (typeof identityTypes)[number]

/** Stored as capitals and digits, without spaces and dashes. */
export const identityNo = z
  .string()
  .max(30)
  .transform((typed) => compact(typed).toUpperCase())
  .pipe(
    z
      .string()
      .max(20)
      .regex(/^[A-Z0-9]*$/, 'identity.letters'),
  )

/** What is wrong with the number: a code of the group `refusal`, or nothing. */
export function identityProblem(type: IdentityType, number: string): string | undefined {
  if (type === 'nric') return isNric(number) ? undefined : 'identity.nric'
  return /^[A-Z0-9]{5,15}$/.test(number) ? undefined : 'identity.number'
}

/** Twelve digits that begin with a day that was: `yymmdd`. */
function isNric(number: string): boolean {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)\d{6}$/.exec(number) ?? []
  if (!year) return false
  return ['19', '20'].some((century) => isDay(Number(century + year), Number(month), Number(day)))
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** For example `900101-**-**78` or `*******45`. */
export function maskedIdentity(type: string | null, number: string): string {
  if (type === 'nric' && number.length === 12) return `${number.slice(0, 6)}-**-**${number.slice(-2)}`
  return '*'.repeat(Math.max(0, number.length - 2)) + number.slice(-2)
}

/** As printed on the card: `900101-14-5678`. */
export function writtenIdentity(type: string | null, number: string): string {
  if (type !== 'nric' || number.length !== 12) return number
  return `${number.slice(0, 6)}-${number.slice(6, 8)}-${number.slice(8)}`
}

/** A parent, student or staff member, or somebody's gift, in an organisation's schema. */
interface IdentityPlace {
  place: string
  table: 'parent' | 'student' | 'staff' | 'donation'
  row: string
}

const column = 'identity_no_sealed'

/** The number sealed, and a fingerprint by which it can be found and is unique among parents, students or staff. */
export function sealedIdentity(ring: Keyring, at: IdentityPlace, identity_no: string) {
  return {
    identity_no_sealed: seal(ring, { ...at, column }, identity_no),
    identity_no_index: blindIndex(ring, { ...at, column }, identity_no),
  }
}

/** The columns of what a form says of the number: a typed one is sealed, an untouched one stays. */
export function identityColumns(
  { ring, place }: Keys,
  table: IdentityPlace['table'],
  row: string,
  { identity_no, identity_clear }: { identity_no?: string | undefined; identity_clear?: boolean | undefined },
): Partial<{ identity_no_sealed: string | null; identity_no_index: Buffer | null }> {
  if (identity_no) return sealedIdentity(ring, { place, table, row }, identity_no)
  return identity_clear ? { identity_no_sealed: null, identity_no_index: null } : {}
}

/** The number as a page shows it, most of its letters hidden; null where there is none. */
export function maskedOf(
  { ring, place }: Keys,
  table: IdentityPlace['table'],
  row: { id: string; identity_type: string | null; identity_no_sealed: string | null },
): string | null {
  const { id, identity_type, identity_no_sealed: sealed } = row
  return sealed && maskedIdentity(identity_type, openedIdentity(ring, { place, table, row: id }, sealed))
}

/** Whether a change replaced or removed an identity number, for the audit log. */
export function identityChange({
  identity_no,
  identity_clear,
}: {
  identity_no?: string | undefined
  identity_clear?: boolean | undefined
}): 'replaced' | 'removed' | 'kept' {
  return identity_no ? 'replaced' : identity_clear ? 'removed' : 'kept'
}

/** The decrypted number; callers record in the audit log that it was shown. */
export function openedIdentity(ring: Keyring, at: IdentityPlace, sealed: string): string {
  return open(ring, { ...at, column }, sealed)
}

/** The possible values of `identity_no_index` for a number: with the newest key, then with older ones. */
export function identityIndexes(
  ring: Keyring,
  at: Pick<IdentityPlace, 'place' | 'table'>,
  identity_no: string,
): Buffer[] {
  return blindIndexes(ring, { ...at, column }, identity_no)
}

/**
 * How much a reader sees of the sensitive details of people found by a permission. `known`: everything but the numbers, which
 * are revealed one by one; `masked`: masked numbers; null: nothing. One's own details are `known`.
 */
export function identityDetail(roles: readonly SessionRole[], finds: Permission): 'known' | 'masked' | null {
  const sees = scopeOf(roles, 'identity.view')
  if (sees === 'branch' || sees === 'all') return 'known'
  if (sees === 'own' && scopeOf(roles, finds) === 'own') return 'known'
  return scopeOf(roles, 'identity.masked') ? 'masked' : null
}

/**
 * The full number of a row within the reader's scope, as printed on the card; recorded in the audit log. Refuses (`missing`) a
 * row that was not found.
 */
export async function revealIdentity(
  trx: Transaction<DB>,
  actor: Actor,
  { ring, place }: Keys,
  table: IdentityPlace['table'],
  row: { id: string; identity_type: string | null; identity_no_sealed: string | null } | undefined,
  missing: RefusalCode,
): Promise<{ identity_no: string | null }> {
  if (!row) throw new Refusal(missing)
  const { id, identity_type, identity_no_sealed: sealed } = row
  await record(trx, actor, 'identity.revealed', { type: table, id })
  const number = sealed && openedIdentity(ring, { place, table, row: id }, sealed)
  return { identity_no: number && writtenIdentity(identity_type, number) }
}
