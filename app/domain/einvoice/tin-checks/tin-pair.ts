import { isGeneralTin, isPersonTin } from '#app/domain/core/contact/tin.ts'
import { blindIndex, blindIndexes, type Keys, open } from '#app/domain/core/secrets.ts'
import type { IdType } from '../words.ts'

/** A TIN and the number that should belong to the same person. */
export interface TinPair {
  tin: string
  identity: { type: Exclude<IdType, 'BRN'>; value: string }
}

/** What of a parent the portal is asked about. */
export interface Taxpayer {
  id: string
  tin: string | null
  identity_type: string | null
  identity_no_sealed: string | null
}

const types = { nric: 'NRIC', passport: 'PASSPORT', army: 'ARMY' } as const

/** The identity number of a parent as the portal wants it; undefined without one. */
export function identityOf(
  { ring, place }: Keys,
  parent: Omit<Taxpayer, 'tin'>,
): TinPair['identity'] | undefined {
  const { id, identity_type, identity_no_sealed } = parent
  const type = types[identity_type as keyof typeof types]
  if (!type || identity_no_sealed === null) return undefined
  const cell = { place, table: 'parent', column: 'identity_no_sealed', row: id }
  return { type, value: open(ring, cell, identity_no_sealed) }
}

/**
 * What can be asked of the portal about a parent; undefined where it could not answer: without one of the two numbers, of a
 * general TIN, which matches nobody, and of a company's TIN, beside which the number of a person says nothing.
 */
export function pairOf(keys: Keys, parent: Taxpayer): TinPair | undefined {
  const { tin } = parent
  if (!tin || isGeneralTin(tin) || !isPersonTin(tin)) return undefined
  const identity = identityOf(keys, parent)
  return identity && { tin, identity }
}

const column = ({ place }: Keys) => ({ place, table: 'einvoice_tin_check', column: 'id_index' })

/** By which an answer is found again without storing the number. */
export const indexOf = (keys: Keys, { value }: TinPair['identity']): Buffer =>
  blindIndex(keys.ring, column(keys), value)

/** The same under each key of the ring, while keys are being rotated. */
export const indexesOf = (keys: Keys, { value }: TinPair['identity']): Buffer[] =>
  blindIndexes(keys.ring, column(keys), value)
