import {
  blindIndex,
  blindIndexes,
  type Keyring,
  type Keys,
  open,
  seal,
} from '#app/domain/core/secrets.server.ts'
import { maskedIdentity } from './identity.ts'

/** A parent, student or staff member, or somebody's gift, in an organisation's schema. */
export interface IdentityPlace {
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

/** What of an identity number a change did, as the audit log may know it. */
export function identityChange({
  identity_no,
  identity_clear,
}: {
  identity_no?: string | undefined
  identity_clear?: boolean | undefined
}): 'replaced' | 'removed' | 'kept' {
  return identity_no ? 'replaced' : identity_clear ? 'removed' : 'kept'
}

/** Whoever shows the number whole writes that down in the audit log. */
export function openedIdentity(ring: Keyring, at: IdentityPlace, sealed: string): string {
  return open(ring, { ...at, column }, sealed)
}

/** What `identity_no_index` may hold for a number: with the newest key, then with older ones. */
export function identityIndexes(
  ring: Keyring,
  at: Pick<IdentityPlace, 'place' | 'table'>,
  identity_no: string,
): Buffer[] {
  return blindIndexes(ring, { ...at, column }, identity_no)
}
