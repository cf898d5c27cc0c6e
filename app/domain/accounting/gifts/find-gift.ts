import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { columnInFound } from '#app/domain/core/translated.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Authority, Gift, GivingKind } from './gift.ts'

/** The gift of an attempt. */
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

/** The gift of an attempt or a payment as shown on its page; undefined when it is for invoices. */
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

/** Creates a further gift of the same giver and type, for a second debit. */
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
    // Read from the first gift, since a sealed number can be opened only in its own row.
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

/** A gift as stored with its receipt. */
export interface ReceiptGift {
  kind: GivingKind
  type: string
  /** Null: anonymous. */
  donor: string | null
  message: string | null
  persons: number | null
  rate_sen: number | null
  /** The authority that allowed to collect the zakat. */
  authority: Authority | null
  /**
   * The approval under section 44(6) valid on the day of the gift; only if the giver is named and has given their identity
   * number.
   */
  tax: TaxApproval | null
}

/** The name of what a gift is for, in the language that a query finds. */
const typeIn = (locale: RawBuilder<unknown>) =>
  sql<string>`coalesce(${columnInFound('infaq_type.name', locale)}, ${columnInFound('zakat_type.name', locale)})`

/** The gift of a payment for its receipt, as of now and in the giver's language; undefined for a payment that is no gift. */
export async function receiptGift(db: Kysely<DB>, payment_id: string): Promise<ReceiptGift | undefined> {
  const row = await db
    .selectFrom('donation')
    .innerJoin('payment', 'payment.id', 'donation.payment_id')
    .leftJoin('infaq_type', 'infaq_type.id', 'donation.infaq_type_id')
    .leftJoin('zakat_type', 'zakat_type.id', 'donation.zakat_type_id')
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .select([
      'donation.kind',
      'donation.donor_name',
      'donation.message',
      'donation.persons',
      'donation.rate_sen',
    ])
    .select(taxApprovalOn(sql.ref('payment.paid_on')).as('approval'))
    .select(sql<Authority | null>`donation.appointment`.as('authority'))
    .select(typeIn(sql`coalesce(parent.preferred_locale, payment_attempt.locale)`).as('type'))
    .where('donation.payment_id', '=', payment_id)
    .executeTakeFirst()
  if (!row) return undefined
  const { approval, donor_name, kind, ...gift } = row
  return {
    ...{ ...gift, kind: kind as GivingKind, donor: donor_name },
    // A receipt without a name and a number cannot prove a tax deduction.
    tax: donor_name !== null && (await numberOfPaidGift(db, payment_id)) ? approval : null,
  }
}

/** A tax approval as printed on receipts: its number, first and last day. */
interface TaxApproval {
  approval_no: string
  from: string
  to: string
}

/** SQL expression over `infaq_type`: its approval under section 44(6) on a day; null without one. */
export const taxApprovalOn = (on: RawBuilder<unknown>) => sql<TaxApproval | null>`(
  case when infaq_type.tax_approval_no is not null and ${on}::date between infaq_type.tax_from and infaq_type.tax_to
    then json_build_object('approval_no', infaq_type.tax_approval_no, 'from', infaq_type.tax_from, 'to', infaq_type.tax_to)
  end)`

/** Gifts joined with the gift that stores their giver's number: the gift itself, or the first one for a second debit. */
const numberedGifts = (db: Kysely<DB>) =>
  db
    .selectFrom('donation')
    .innerJoin('donation as numbered', (join) =>
      join.on(sql<boolean>`numbered.id = coalesce(donation.second_of, donation.id)`),
    )
    .where('numbered.identity_no_sealed', 'is not', null)
    .select(['numbered.id', 'numbered.identity_type', 'numbered.identity_no_sealed'])

/** The giver's number by the id of a gift. */
export const numberOfGift = (db: Kysely<DB>, id: string) =>
  numberedGifts(db).where('donation.id', '=', id).executeTakeFirst()

/** The giver's number by the payment of a gift. */
export const numberOfPaidGift = (db: Kysely<DB>, payment_id: string) =>
  numberedGifts(db).where('donation.payment_id', '=', payment_id).executeTakeFirst()
