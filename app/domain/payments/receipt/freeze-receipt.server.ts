import type { Kysely, Transaction } from 'kysely'
import { type ReceiptGift, receiptGift } from '#app/domain/donations/receipt-gift.server.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { allocationsOf } from '#app/domain/payments/find-payments.server.ts'
import type { DB } from '#db/types.ts'

/** What a receipt says that could be otherwise elsewhere by tomorrow. The rest stands in its payment's own row, which stays. */
export interface ReceiptContent {
  organisation: Letterhead
  branch: string
  family_code: string | null
  allocations: FrozenAllocation[]
  /** What of the payment became the family's credit. */
  credit_sen: number
  /** Of a gift; it pays no invoice. */
  gift?: ReceiptGift
}

/** The organisation as it called itself; its colours and its logo are those of today. */
export type Letterhead = Omit<Awaited<ReturnType<typeof organisationOf>>, 'logo_file' | 'theme_colour'>

export interface FrozenAllocation {
  invoice_id: string
  number: string | null
  student: string
  amount_sen: number
  /** What the invoice owed before this payment and after it. */
  before_sen: number
  balance_sen: number
}

/**
 * In the transaction that posts the payment, once its invoices are paid or behind what pays them. A receipt is never changed
 * afterwards. `of`: what of it became the family's credit, and whether it is a gift.
 */
export async function freezeReceipt(
  trx: Transaction<DB>,
  payment_id: string,
  of: { credit_sen: number; gift: boolean },
): Promise<void> {
  const { credit_sen } = of
  const [{ logo_file: _logo, theme_colour: _colour, ...organisation }, payment, allocations, gift] =
    await Promise.all([
      organisationOf(trx),
      namesOf(trx, payment_id),
      allocationsNow(trx, payment_id),
      of.gift ? receiptGift(trx, payment_id) : undefined,
    ])
  const content: ReceiptContent = {
    organisation,
    ...payment,
    allocations,
    credit_sen,
    ...(gift ? { gift } : {}),
  }
  await trx
    .insertInto('receipt')
    .values({ payment_id, content: JSON.stringify(content) })
    .execute()
}

function namesOf(db: Kysely<DB>, payment_id: string) {
  return db
    .selectFrom('payment')
    .innerJoin('branch', 'branch.id', 'payment.branch_id')
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .select(['branch.name as branch', 'parent.family_code'])
    .where('payment.id', '=', payment_id)
    .executeTakeFirstOrThrow()
}

async function allocationsNow(db: Kysely<DB>, payment_id: string): Promise<FrozenAllocation[]> {
  const rows = await allocationsOf(db, payment_id)
  return rows.map((row) => ({ ...row, before_sen: row.balance_sen + row.amount_sen }))
}
