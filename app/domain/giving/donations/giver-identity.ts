import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { numberOfGift, numberOfPaidGift } from '#app/domain/accounting/gifts/find-gift.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { TypeToGive } from '#app/domain/giving/donation-types/open-types.ts'
import {
  identityProblem,
  maskedOf,
  openedIdentity,
  revealIdentity,
  sealedIdentity,
  writtenIdentity,
} from '#app/domain/identity/accounts/identity.ts'
import type { DB } from '#db/types.ts'
import { donationsIn } from './find-donations.ts'

/** Kinds of a donor's identity number at the tax authority: of a person or a company. */
export const giverIdentityTypes = ['nric', 'passport', 'company'] as const
export type GiverIdentityType = (typeof giverIdentityTypes)[number]

interface GiverInput {
  anonymous?: 'on' | undefined
  identity_type?: GiverIdentityType | undefined
  identity_no?: string | undefined
}

/** Refinement of a form: refuses a number with an anonymous donation, and a malformed one. */
export function consistentGiver(
  { anonymous, identity_type, identity_no }: GiverInput,
  context: z.RefinementCtx,
) {
  if (!identity_no) return
  const problem =
    anonymous === 'on'
      ? 'donation.identity_anonymous'
      : giverIdentityProblem(identity_type ?? 'nric', identity_no)
  if (problem) context.addIssue({ code: 'custom', path: ['identity_no'], message: problem })
}

/** The refusal code of a malformed number, else undefined. New and old company numbers are accepted. */
export function giverIdentityProblem(type: GiverIdentityType, number: string): string | undefined {
  if (type !== 'company') return identityProblem(type, number)
  return /^(?=(.*\d){4})[A-Z0-9]{5,20}$/.test(number) ? undefined : 'donation.identity_company'
}

interface IdentityInput {
  identity_type?: GiverIdentityType | undefined
  identity_no?: string | undefined
}

/**
 * The sealed columns of a new donation. Refuses a number for a type without tax deduction (donation.identity_unneeded),
 * where it must not be stored.
 */
export function giverColumns(
  { ring, place }: Keys,
  id: string,
  { identity_type = 'nric', identity_no }: IdentityInput,
  { deductible }: Pick<TypeToGive, 'deductible'>,
) {
  if (!identity_no) return {}
  if (!deductible) throw new Refusal('donation.identity_unneeded', 'identity_no')
  const { identity_no_sealed } = sealedIdentity(ring, { place, table: 'donation', row: id }, identity_no)
  return { identity_type, identity_no_sealed }
}

/** The masked number of a donation; null without one. */
export async function maskedGiver(db: Kysely<DB>, keys: Keys, id: string) {
  const row = await numberOfGift(db, id)
  if (!row) return null
  return { type: row.identity_type as GiverIdentityType, number: maskedOf(keys, 'donation', row)! }
}

/**
 * The full number of a donation within the scope; recorded in the audit log. Refuses not_found.infaq, also for a donation
 * without a number.
 */
export async function revealGiver(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  id: string,
) {
  const found = await trx
    .selectFrom('donation')
    .select('id')
    .where('id', '=', id)
    .where(donationsIn(scope))
    .executeTakeFirst()
  const row = found && (await numberOfGift(trx, id))
  return revealIdentity(trx, actor, keys, 'donation', row, 'not_found.infaq')
}

/** The number as printed on a receipt: in full for readers who may see the payment, masked for anyone with the link. */
export async function printedGiver(
  db: Kysely<DB>,
  keys: Keys,
  payment_id: string,
  audience: 'family' | 'public',
): Promise<{ type: GiverIdentityType; number: string } | null> {
  const row = await numberOfPaidGift(db, payment_id)
  if (!row) return null
  const { id, identity_type, identity_no_sealed } = row
  const at = { place: keys.place, table: 'donation', row: id } as const
  const number =
    audience === 'public'
      ? maskedOf(keys, 'donation', row)!
      : writtenIdentity(identity_type, openedIdentity(keys.ring, at, identity_no_sealed!))
  return { type: identity_type as GiverIdentityType, number }
}

/**
 * Records in the audit log that a member of staff opened a receipt with a number; a family's own receipts are not recorded.
 */
export async function recordNumberShown(
  trx: Transaction<DB>,
  actor: Actor,
  { scope }: RowScope,
  payment_id: string,
): Promise<void> {
  const row = scope === 'own' ? undefined : await numberOfPaidGift(trx, payment_id)
  if (row) await record(trx, actor, 'identity.revealed', { type: 'donation', id: row.id })
}
