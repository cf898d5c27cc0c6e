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

/** By which a giver is known to the tax authority: as a person or as a company. */
export const giverIdentityTypes = ['nric', 'passport', 'company'] as const
export type GiverIdentityType = (typeof giverIdentityTypes)[number]

interface GiverInput {
  anonymous?: 'on' | undefined
  identity_type?: GiverIdentityType | undefined
  identity_no?: string | undefined
}

/** What a form says of the number must hold together: nobody is anonymous by number. */
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

/** What is wrong with the number: a code of the group `refusal`, or nothing. Of a company both the new and the old ones are taken. */
export function giverIdentityProblem(type: GiverIdentityType, number: string): string | undefined {
  if (type !== 'company') return identityProblem(type, number)
  return /^(?=(.*\d){4})[A-Z0-9]{5,20}$/.test(number) ? undefined : 'donation.identity_company'
}

interface IdentityInput {
  identity_type?: GiverIdentityType | undefined
  identity_no?: string | undefined
}

/**
 * The columns of a new gift. Refuses a number where no receipt for tax can come of it (donation.identity_unneeded): what
 * nothing needs is not kept.
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

/** The number of a gift as its page shows it; null of one without. */
export async function maskedGiver(db: Kysely<DB>, keys: Keys, id: string) {
  const row = await numberOfGift(db, id)
  if (!row) return null
  return { type: row.identity_type as GiverIdentityType, number: maskedOf(keys, 'donation', row)! }
}

/**
 * The whole number of a gift within the scope; the audit log says that it was shown and to whom. Refuses with
 * not_found.infaq, also a gift without one.
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

/** As a receipt prints it: in full for who may see the payment, most of it hidden for whoever has the link. */
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

/** A receipt with a number on it was given to a colleague: that is looking at the number. A family has its own. */
export async function recordNumberShown(
  trx: Transaction<DB>,
  actor: Actor,
  { scope }: RowScope,
  payment_id: string,
): Promise<void> {
  const row = scope === 'own' ? undefined : await numberOfPaidGift(trx, payment_id)
  if (row) await record(trx, actor, 'identity.revealed', { type: 'donation', id: row.id })
}
