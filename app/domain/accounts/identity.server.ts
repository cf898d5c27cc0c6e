import { blindIndex, blindIndexes, type Keyring, open, seal } from '#app/domain/secrets.server.ts'

/** Whose number it is: the row of a parent, student or staff member in an organisation's schema. */
export interface IdentityPlace {
  place: string
  table: 'parent' | 'student' | 'staff'
  row: string
}

const column = 'identity_no_sealed'

/**
 * The columns in which an identity card, passport or army number is kept: sealed, so that it can only be read with the
 * key, and a fingerprint by which it can be found and is unique among the parents, students or staff of an
 * organisation.
 */
export function sealedIdentity(ring: Keyring, at: IdentityPlace, identity_no: string) {
  return {
    identity_no_sealed: seal(ring, { ...at, column }, identity_no),
    identity_no_index: blindIndex(ring, { ...at, column }, identity_no),
  }
}

/** The number itself; whoever shows it whole writes that down in the audit log. */
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
