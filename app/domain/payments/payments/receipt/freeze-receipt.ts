import { sql, type Transaction } from 'kysely'
import { type organisationOf, organisationQuery } from '#app/domain/billing/invoices/document.ts'
import { type ReceiptGift, receiptGift } from '#app/domain/giving/donations/receipt-gift.ts'
import { allocationsQuery } from '#app/domain/payments/payments/find-payments.ts'
import { fixedQuery } from '#db/fixed-query.ts'
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
  { credit_sen, gift }: { credit_sen: number; gift: boolean },
): Promise<void> {
  const given = gift ? await receiptGift(trx, payment_id) : undefined
  const rest = { credit_sen, ...(given ? { gift: given } : {}) } satisfies Partial<ReceiptContent>
  const frozen = await freezing(trx, payment_id, JSON.stringify(rest))
  if (frozen.length !== 1) throw new Error('a receipt needs its payment')
}

/** A {@link ReceiptContent} is put together where all that it tells stands, so that no answer is waited for. */
const freezing = fixedQuery(
  (db, payment_id: string, rest: string) => sql<{ payment_id: string }>`
    insert into receipt (payment_id, content)
    select payment.id, ${rest}::jsonb || jsonb_build_object(
      'organisation', (select to_jsonb(organisation) - 'logo_file' - 'theme_colour'
        from (${organisationQuery(db)}) as organisation),
      'branch', branch.name, 'family_code', parent.family_code,
      'allocations', (select coalesce(jsonb_agg(to_jsonb(line)
          || jsonb_build_object('before_sen', line.balance_sen + line.amount_sen) order by line.number), '[]')
        from (${allocationsQuery(db, payment_id)}) as line))
    from payment join branch on branch.id = payment.branch_id
      left join parent on parent.id = payment.payer_parent_id
    where payment.id = ${payment_id}
    returning payment_id`,
)
