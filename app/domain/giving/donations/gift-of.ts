import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Gift } from './enter-gift.ts'
import type { GivingKind } from './giving.ts'

export type { Gift } from './enter-gift.ts'

/** What an attempt is for when it is for no invoice. */
export async function giftOf(
  trx: Transaction<DB>,
  { id, purpose }: { id: string; purpose: string },
): Promise<Gift | undefined> {
  if (purpose !== 'donation') return undefined
  const { kind, ...row } = await trx
    .selectFrom('donation')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .select(['donation.id', 'donation.kind', 'donation.branch_id', 'donation.amount_sen'])
    .select((eb) => [
      eb.fn.coalesce('infaq_type.id', 'zakat_type.id').$notNull().as('type_id'),
      eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'),
    ])
    .where('donation.attempt_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...row, kind: kind as GivingKind }
}

/** What the page of an attempt or of a payment says of its gift; undefined when it is for invoices. */
export async function giftShown(db: Kysely<DB>, by: 'attempt_id' | 'payment_id', id: string) {
  return db
    .selectFrom('donation')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .select(['donation.id', 'donation.donor_name', 'donation.amount_sen'])
    .select(sql<GivingKind>`donation.kind`.as('kind'))
    .select((eb) => eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'))
    .where(`donation.${by}`, '=', id)
    .executeTakeFirst()
}

/** A further gift of the same giver for the same, by money that came a second time. */
export async function secondGift(trx: Transaction<DB>, gift: Gift, amount_sen: number): Promise<Gift> {
  const id = newId()
  const {
    id: second_of,
    attempt_id: _attempt,
    payment_id: _payment,
    created_at: _at,
    persons: _persons,
    rate_sen: _rate,
    after_close: _close,
    // Read through the gift that it belongs to; what is sealed opens in its own row alone.
    identity_type: _type,
    identity_no_sealed: _number,
    appointment,
    ...same
  } = await trx.selectFrom('donation').selectAll().where('id', '=', gift.id).executeTakeFirstOrThrow()
  await trx
    .insertInto('donation')
    .values({
      ...{ ...same, id, second_of, amount_sen },
      appointment: appointment === null ? null : JSON.stringify(appointment),
    })
    .execute()
  return { ...gift, id, amount_sen }
}
