import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.server.ts'
import { maskedOf, openedIdentity, sealedIdentity } from '#app/domain/identity/accounts/identity.server.ts'
import { writtenIdentity } from '#app/domain/identity/accounts/identity.ts'
import { revealIdentity } from '#app/domain/identity/accounts/reveal.server.ts'
import type { DB } from '#db/types.ts'
import { donationsIn } from './find-donations.server.ts'
import type { GiverIdentityType } from './giver-identity.ts'
import type { TypeToGive } from './open-types.server.ts'

interface Told {
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
  { identity_type = 'nric', identity_no }: Told,
  { deductible }: Pick<TypeToGive, 'deductible'>,
) {
  if (!identity_no) return {}
  if (!deductible) throw new Refusal('donation.identity_unneeded', 'identity_no')
  const { identity_no_sealed } = sealedIdentity(ring, { place, table: 'donation', row: id }, identity_no)
  return { identity_type, identity_no_sealed }
}

/** The gift whose number is that of a gift: its own, or that of the gift of which it is a further one. */
const numbered = (db: Kysely<DB>) =>
  db
    .selectFrom('donation')
    .innerJoin('donation as numbered', (join) =>
      join.on(sql<boolean>`numbered.id = coalesce(donation.second_of, donation.id)`),
    )
    .where('numbered.identity_no_sealed', 'is not', null)
    .select(['numbered.id', 'numbered.identity_type', 'numbered.identity_no_sealed'])

const ofGift = (db: Kysely<DB>, id: string) => numbered(db).where('donation.id', '=', id).executeTakeFirst()
const ofPayment = (db: Kysely<DB>, payment_id: string) =>
  numbered(db).where('donation.payment_id', '=', payment_id).executeTakeFirst()

/** The number of a gift as its page shows it; null of one without. */
export async function maskedGiver(db: Kysely<DB>, keys: Keys, id: string) {
  const row = await ofGift(db, id)
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
  const row = found && (await ofGift(trx, id))
  return revealIdentity(trx, actor, keys, 'donation', row, 'not_found.infaq')
}

/** Whether the receipt of a gift may name its giver to the tax authority. */
export const hasNumber = async (db: Kysely<DB>, payment_id: string) =>
  (await ofPayment(db, payment_id)) !== undefined

/** As a receipt prints it: in full for who may see the payment, most of it hidden for whoever has the link. */
export async function printedGiver(
  db: Kysely<DB>,
  keys: Keys,
  payment_id: string,
  audience: 'family' | 'public',
): Promise<{ type: GiverIdentityType; number: string } | null> {
  const row = await ofPayment(db, payment_id)
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
export async function noteNumberShown(
  trx: Transaction<DB>,
  actor: Actor,
  { scope }: RowScope,
  payment_id: string,
): Promise<void> {
  const row = scope === 'own' ? undefined : await ofPayment(trx, payment_id)
  if (row) await record(trx, actor, 'identity.revealed', { type: 'donation', id: row.id })
}
