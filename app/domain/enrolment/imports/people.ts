import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { blindIndex, type Keys } from '#app/domain/core/secrets.ts'
import { plainWords } from '#app/domain/core/spreadsheets/cells.ts'
import { identityIndexes } from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'

/** Somebody whom a row names as a parent. */
export interface NamedParent {
  name: string
  identity_no?: string | undefined
  phone: string
  email?: string | undefined
}

/** A parent who is there, or whom an earlier row brings. */
export interface KnownParent {
  /** Null until it is written. */
  id: string | null
  /** The row that brings them; null of who is there already. */
  number: number | null
  name: string
  /** Fingerprints of the number, newest key first. */
  identity: readonly string[]
  phone: string | null
  email: string | null
}

/** Whom rows may mean: by identity number, else by phone, else by e-mail address. */
export interface Families {
  byIdentity: Map<string, KnownParent>
  byPhone: Map<string, KnownParent>
  byEmail: Map<string, KnownParent>
}

const hex = (bytes: Buffer) => bytes.toString('hex')
const place = (keys: Keys) => ({ place: keys.place, table: 'parent' }) as const

/** All parents whom any of these could be, in one query. */
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
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(identity_no_index = any(${indexes}::bytea[]) or phone = any(${phones}::text[])
        or lower(email) = any(${emails}::text[]))`,
    )
    .orderBy('id')
    .execute()
  const families: Families = { byIdentity: new Map(), byPhone: new Map(), byEmail: new Map() }
  for (const { identity_no_index, email, ...row } of rows)
    takeNote(families, {
      ...row,
      email: email?.toLowerCase() ?? null,
      number: null,
      identity: identity_no_index ? [hex(identity_no_index)] : [],
    })
  return families
}

/** The first who has a number, phone or address keeps it. */
export function takeNote({ byIdentity, byPhone, byEmail }: Families, parent: KnownParent): void {
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

/** What is at odds: what was said belongs to somebody else, or to one who is called otherwise. */
export interface Conflict {
  at: 'identity_no' | 'phone' | 'email' | 'name'
  known: KnownParent
}

/**
 * Who is meant: somebody known, or nobody yet. A conflict when what was said belongs to different people, or to one who
 * is called otherwise or has another identity number: a person must look at that.
 */
export function whoIs(
  { byIdentity, byPhone, byEmail }: Families,
  keys: Keys,
  named: NamedParent,
): { known?: KnownParent | undefined; conflict?: Conflict } {
  const { identity_no, phone, email } = named
  const indexes = identity_no ? identityIndexes(keys.ring, place(keys), identity_no).map(hex) : []
  const same = indexes.map((index) => byIdentity.get(index)).find(Boolean)
  const [caller, writer] = [byPhone.get(phone), email ? byEmail.get(email) : undefined]
  const known = same ?? caller ?? writer
  if (!known) return {}
  const conflict = (at: Conflict['at'], other = known) => ({ conflict: { at, known: other } })
  if (!same && identity_no && known.identity.length > 0) return conflict('identity_no')
  if (plainName(known.name) !== plainName(named.name)) return conflict('name')
  if (caller && caller !== known) return conflict('phone', caller)
  if (writer && writer !== known) return conflict('email', writer)
  return { known }
}

/** However it is written: `Siti Binti Ali`, `SITI BT. ALI`. */
const plainName = (name: string) =>
  plainWords(name)
    .replace(/\b(bin|b|ibni)\b/g, 'b')
    .replace(/\b(binti|bte|bt|bint)\b/g, 'bt')
    .replace(/\b(a l|al|anak lelaki)\b/g, 'al')
    .replace(/\b(a p|ap|anak perempuan)\b/g, 'ap')
    .replaceAll(' ', '')

/** What of a student's number is compared within a file. */
export const fingerprintOf = (keys: Keys, table: 'student' | 'staff', identity_no: string) =>
  hex(blindIndex(keys.ring, { place: keys.place, table, column: 'identity_no_sealed' }, identity_no))
