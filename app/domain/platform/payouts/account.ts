import { type Keyring, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'

const cell = (row: string): SecretCell => ({
  ...{ place: 'platform', table: 'payout', column: 'account_number_sealed' },
  row,
})

/** Columns of an organisation's bank account. */
interface EntityAccount {
  entity_id: string
  account_name: string | null
  account_number_sealed: string | null
  bank_name: string | null
  bank_code: string | null
}

/** The organisation's present account, sealed for the row of a payout. */
export function snapshotOf(ring: Keyring, payout_id: string, entity: EntityAccount) {
  const number = accountNumberOf(ring, entity)
  return {
    ...{ account_name: entity.account_name, bank_name: entity.bank_name, bank_code: entity.bank_code },
    account_number_sealed: number === null ? null : seal(ring, cell(payout_id), number),
    account_ending: number?.slice(-4) ?? null,
  }
}

/** The full account number of a payout; null: there was no account. */
export const payoutNumber = (ring: Keyring, id: string, sealed: string | null): string | null =>
  sealed === null ? null : open(ring, cell(id), sealed)

/** Whether the payout's account is still the organisation's. */
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

/** The organisation's full account number; null: there is none. */
export function accountNumberOf(ring: Keyring, { entity_id, account_number_sealed: sealed }: EntityAccount) {
  return sealed === null ? null : open(ring, entityCell(entity_id, 'account_number_sealed'), sealed)
}
