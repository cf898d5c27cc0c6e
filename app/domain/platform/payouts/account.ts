import { type Keyring, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'

const cell = (row: string): SecretCell => ({
  ...{ place: 'platform', table: 'payout', column: 'account_number_sealed' },
  row,
})

/** The bank account of an organisation as its row holds it. */
export interface EntityAccount {
  entity_id: string
  account_name: string | null
  account_number_sealed: string | null
  bank_name: string | null
  bank_code: string | null
}

/** The account of an organisation as it is now, sealed anew for a payout. */
export function snapshotOf(ring: Keyring, payout_id: string, entity: EntityAccount) {
  const number = accountNumberOf(ring, entity)
  return {
    ...{ account_name: entity.account_name, bank_name: entity.bank_name, bank_code: entity.bank_code },
    account_number_sealed: number === null ? null : seal(ring, cell(payout_id), number),
    account_ending: number?.slice(-4) ?? null,
  }
}

/** The whole number to which a payout goes; null: there was no account. */
export const payoutNumber = (ring: Keyring, id: string, sealed: string | null): string | null =>
  sealed === null ? null : open(ring, cell(id), sealed)

/** Whether a payout goes where the organisation has its account now. */
export function isAccountOf(
  ring: Keyring,
  payout: { id: string } & Omit<EntityAccount, 'entity_id'>,
  entity: EntityAccount,
): boolean {
  const same = (['account_name', 'bank_name', 'bank_code'] as const).every(
    (key) => payout[key] === entity[key],
  )
  return same && payoutNumber(ring, payout.id, payout.account_number_sealed) === accountNumberOf(ring, entity)
}

/** The whole number of the account that an organisation has now; null: there is none. */
export function accountNumberOf(ring: Keyring, { entity_id, account_number_sealed: sealed }: EntityAccount) {
  return sealed === null ? null : open(ring, entityCell(entity_id, 'account_number_sealed'), sealed)
}
