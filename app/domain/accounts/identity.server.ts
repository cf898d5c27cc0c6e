import { blindIndex, blindIndexes, type Keyring, open, seal } from '#app/domain/secrets.server.ts'

/** A parent, student or staff member in an organisation's schema. */
export interface IdentityPlace {
  place: string
  table: 'parent' | 'student' | 'staff'
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
