import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { nameKey } from '#app/domain/core/contact/name-key.ts'
import { blindIndex, type Keys } from '#app/domain/core/secrets.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'

/** A parent named in a row. */
interface NamedParent {
  name: string
  identity_no?: string | undefined
  phone: string
  email?: string | undefined
}

/** A parent on file, or of an earlier row. */
interface KnownParent {
  /** Null until it is written. */
  id: string | null
  /** The row that creates them; null for a parent on file. */
  number: number | null
  name: string
  /** Fingerprints of the number, newest key first. */
  identity: readonly string[]
  phone: string | null
  email: string | null
}

/** Known parents by identity number, phone and e-mail address. */
interface Directory {
  byIdentity: Map<string, KnownParent>
  byPhone: Map<string, KnownParent>
  byEmail: Map<string, KnownParent>
}

/** By what counts, and in `unproven` by what a family only said of itself (`identity/contacts/proven.ts`). */
export interface Families extends Directory {
  unproven: Directory
}

const emptyDirectory = (): Directory => ({ byIdentity: new Map(), byPhone: new Map(), byEmail: new Map() })

const hex = (bytes: Buffer) => bytes.toString('hex')
const place = (keys: Keys) => ({ place: keys.place, table: 'parent' }) as const

/** All parents that any of these could match, in one query. */
export async function familiesOf(
  db: Kysely<DB>,
  keys: Keys,
  named: readonly NamedParent[],
): Promise<Families> {
  const indexes = named.flatMap(({ identity_no }) =>
    identity_no ? identityIndexes(keys.ring, place(keys), identity_no) : [],
  )
  const phones = [...new Set(named.map(({ phone }) => phone))]
  const emails = [...new Set(named.flatMap(({ email }) => email ?? []))]
  const rows = await db
    .selectFrom('parent')
    .select(['id', 'name', 'phone', 'email', 'identity_no_index'])
    .select(['phone_proven_at', 'email_proven_at', 'identity_proven_at'])
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(identity_no_index = any(${indexes}::bytea[]) or phone = any(${phones}::text[])
        or lower(email) = any(${emails}::text[]))`,
    )
    .orderBy('id')
    .execute()
  const families: Families = { ...emptyDirectory(), unproven: emptyDirectory() }
  for (const { id, name, phone, email, identity_no_index, ...proven } of rows) {
    const said = (counts: boolean): KnownParent => ({
      ...{ id, name, number: null },
      phone: (proven.phone_proven_at !== null) === counts ? phone : null,
      email: (proven.email_proven_at !== null) === counts ? (email?.toLowerCase() ?? null) : null,
      identity:
        identity_no_index && (proven.identity_proven_at !== null) === counts ? [hex(identity_no_index)] : [],
    })
    addKnownParent(families, said(true))
    addKnownParent(families.unproven, said(false))
  }
  return families
}

/** Adds a parent; the first with a number, phone or address keeps it. */
export function addKnownParent({ byIdentity, byPhone, byEmail }: Directory, parent: KnownParent): void {
  for (const index of parent.identity) if (!byIdentity.has(index)) byIdentity.set(index, parent)
  if (parent.phone && !byPhone.has(parent.phone)) byPhone.set(parent.phone, parent)
  if (parent.email && !byEmail.has(parent.email)) byEmail.set(parent.email, parent)
}

export function newcomer(
  keys: Keys,
  { name, identity_no, phone, email }: NamedParent,
  number: number | null,
) {
  const identity = identity_no ? identityIndexes(keys.ring, place(keys), identity_no).map(hex) : []
  return { id: null as string | null, number, name, identity, phone, email: email ?? null }
}

/** A conflict: the given details belong to somebody else, to a parent with another name, or to one who never proved them. */
export interface Conflict {
  at: 'identity_no' | 'phone' | 'email' | 'name'
  known: KnownParent
  unproven?: true
}

/**
 * The known parent that a row means, or none. A conflict if the details belong to different people, to one with another
 * name or identity number, or to one who only claims them, which a person must resolve.
 */
export function matchParent(
  { byIdentity, byPhone, byEmail, unproven }: Families,
  keys: Keys,
  named: NamedParent,
): { known?: KnownParent | undefined; conflict?: Conflict } {
  const { identity_no, phone, email } = named
  const indexes = identity_no ? identityIndexes(keys.ring, place(keys), identity_no).map(hex) : []
  const same = indexes.map((index) => byIdentity.get(index)).find(Boolean)
  const [caller, writer] = [byPhone.get(phone), email ? byEmail.get(email) : undefined]
  const known = same ?? caller ?? writer
  if (!known) {
    const claimed = claimedBy(unproven, indexes, named)
    return claimed ? { conflict: claimed } : {}
  }
  const conflict = (at: Conflict['at'], other = known) => ({ conflict: { at, known: other } })
  if (!same && identity_no && known.identity.length > 0) return conflict('identity_no')
  if (nameKey(known.name) !== nameKey(named.name)) return conflict('name')
  if (caller && caller !== known) return conflict('phone', caller)
  if (writer && writer !== known) return conflict('email', writer)
  return { known }
}

/** Where a row says what somebody on file has said of themselves without proof. */
function claimedBy(
  { byIdentity, byPhone, byEmail }: Directory,
  indexes: readonly string[],
  { phone, email }: NamedParent,
): Conflict | undefined {
  const claimants = [
    ['identity_no', indexes.map((index) => byIdentity.get(index)).find(Boolean)],
    ['phone', byPhone.get(phone)],
    ['email', email ? byEmail.get(email) : undefined],
  ] as const
  const found = claimants.find(([, known]) => known)
  return found && { at: found[0], known: found[1]!, unproven: true }
}

/** The fingerprint of an identity number for comparison within a file. */
export const fingerprintOf = (keys: Keys, table: 'student' | 'staff', identity_no: string) =>
  hex(blindIndex(keys.ring, { place: keys.place, table, column: 'identity_no_sealed' }, identity_no))
