import { type Kysely, sql } from 'kysely'
import type { Authority } from '#app/domain/giving/zakat-appointments/standing.ts'
import type { DB } from '#db/types.ts'
import { hasNumber } from './giver-identity.ts'
import type { GivingKind } from './giving.ts'
import { type TaxApproval, taxApprovalOn } from './tax-approval.ts'

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
    tax: donor_name !== null && (await hasNumber(db, payment_id)) ? approval : null,
  }
}
