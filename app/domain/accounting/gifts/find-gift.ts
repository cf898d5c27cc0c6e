import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Authority, Gift, GivingKind } from './gift.ts'

/** What an attempt is for whose purpose is a gift. */
export async function giftOfAttempt(trx: Transaction<DB>, attempt_id: string): Promise<Gift> {
  const { kind, ...row } = await trx
    .selectFrom('donation')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .select(['donation.id', 'donation.kind', 'donation.branch_id', 'donation.amount_sen'])
    .select((eb) => [
      eb.fn.coalesce('infaq_type.id', 'zakat_type.id').$notNull().as('type_id'),
      eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'),
    ])
    .where('donation.attempt_id', '=', attempt_id)
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

/** What the receipt of a gift says of it for good. */
export interface ReceiptGift {
  kind: GivingKind
  type: string
  /** Null: anonymous. */
  donor: string | null
  message: string | null
  persons: number | null
  rate_sen: number | null
  /** By whose appointment zakat was taken. */
  authority: Authority | null
  /**
   * An approval under section 44(6) that was valid on the day of the gift, and no other; only of a giver who is named and
   * has said by which number the tax authority knows them.
   */
  tax: TaxApproval | null
}

/** As it is on the day on which the receipt is issued; undefined for a payment that is no gift. */
export async function receiptGift(db: Kysely<DB>, payment_id: string): Promise<ReceiptGift | undefined> {
  const row = await db
    .selectFrom('donation')
    .innerJoin('payment', 'payment.id', 'donation.payment_id')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .select([
      'donation.kind',
      'donation.donor_name',
      'donation.message',
      'donation.persons',
      'donation.rate_sen',
    ])
    .select(taxApprovalOn(sql.ref('payment.paid_on')).as('approval'))
    .select(sql<Authority | null>`donation.appointment`.as('authority'))
    .select((eb) => eb.fn.coalesce('infaq_type.name', 'zakat_type.name').$notNull().as('type'))
    .where('donation.payment_id', '=', payment_id)
    .executeTakeFirst()
  if (!row) return undefined
  const { approval, donor_name, kind, ...gift } = row
  return {
    ...{ ...gift, kind: kind as GivingKind, donor: donor_name },
    // A deduction is somebody's: a receipt without a name and a number can be nobody's proof of it.
    tax: donor_name !== null && (await numberOfPaidGift(db, payment_id)) ? approval : null,
  }
}

/** As a receipt prints it: its number, and the first and last day on which it holds. */
interface TaxApproval {
  approval_no: string
  from: string
  to: string
}

/** The approval under section 44(6) that the row of `infaq_type` in the query around it has on a day; null without one. */
export const taxApprovalOn = (on: RawBuilder<unknown>) => sql<TaxApproval | null>`(
  case when infaq_type.tax_approval_no is not null and ${on}::date between infaq_type.tax_from and infaq_type.tax_to
    then json_build_object('approval_no', infaq_type.tax_approval_no, 'from', infaq_type.tax_from, 'to', infaq_type.tax_to)
  end)`

/** The gift whose number is that of a gift: its own, or that of the gift of which it is a further one. */
const numberedGifts = (db: Kysely<DB>) =>
  db
    .selectFrom('donation')
    .innerJoin('donation as numbered', (join) =>
      join.on(sql<boolean>`numbered.id = coalesce(donation.second_of, donation.id)`),
    )
    .where('numbered.identity_no_sealed', 'is not', null)
    .select(['numbered.id', 'numbered.identity_type', 'numbered.identity_no_sealed'])

/** Of a gift by its id. */
export const numberOfGift = (db: Kysely<DB>, id: string) =>
  numberedGifts(db).where('donation.id', '=', id).executeTakeFirst()
/** Of the gift that a payment is. */
export const numberOfPaidGift = (db: Kysely<DB>, payment_id: string) =>
  numberedGifts(db).where('donation.payment_id', '=', payment_id).executeTakeFirst()
