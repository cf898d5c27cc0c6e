import { type Kysely, type RawBuilder, sql } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import type { PaperFacts } from '#app/domain/core/signatures/signed-paper.ts'
import type { ReceiptContent } from '#app/domain/payments/payments/receipt.ts'
import type { DB } from '#db/types.ts'

/** A receipt or an invoice as it is today. */
export interface IssuedPaper {
  public_code: string
  facts: PaperFacts
  /** The day of its cancellation or of its payment's reversal; null while it is valid. */
  cancelled_on: string | null
  /** Later reductions: refunds of a receipt, credit notes of an invoice. */
  less: Less[]
}

/** Reductions of one day. */
interface Less {
  on: string
  sen: number
}

/** Runs in the organisation's schema. Undefined for a draft and for an attempt without a payment. */
export async function paperByCode(db: Kysely<DB>, public_code: string): Promise<IssuedPaper | undefined> {
  return (await papersWhere(db, 'public_code', public_code))[0]
}

/** At most one receipt and one invoice, since their numbers may be equal. */
export async function papersByNumber(db: Kysely<DB>, number: string): Promise<IssuedPaper[]> {
  return papersWhere(db, 'number', number)
}

async function papersWhere(db: Kysely<DB>, column: 'public_code' | 'number', value: string) {
  const [payments, invoices, { name }] = await Promise.all([
    db
      .selectFrom('payment')
      .innerJoin('receipt', 'receipt.payment_id', 'payment.id')
      .select(['payment.number', 'payment.public_code', 'payment.paid_on', 'payment.amount_sen'])
      .select(['payment.payer_name', 'payment.cancelled_at'])
      .select(sql<ReceiptContent>`receipt.content`.as('content'))
      .select(
        byDay(sql`select collected_on as day, -gross_sen as sen from collection
          where payment_id = payment.id and status = 'refunded'`),
      )
      .where(`payment.${column}`, '=', value)
      .execute(),
    db
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select(['invoice.number', 'invoice.public_code', 'invoice.issued_on', 'invoice.total_sen'])
      .select(['invoice.cancelled_at', 'parent.name as payer'])
      .select(
        byDay(sql`select issued_on as day, total_sen as sen from credit_note
          where invoice_id = invoice.id and kind = 'credit_note' and status = 'approved'`),
      )
      .where(`invoice.${column}`, '=', value)
      .where('invoice.status', '<>', 'draft')
      .execute(),
    organisationOf(db),
  ])
  return [
    ...payments.map((row) => issued(row, receiptFacts(row, row.content.organisation.name))),
    ...invoices.map((row) => issued(row, invoiceFacts(row, name))),
  ]
}

/** Sums rows with `day` and `sen` by day. */
const byDay = (rows: RawBuilder<unknown>) =>
  sql<Less[]>`coalesce((
    select json_agg(json_build_object('on', day, 'sen', sen) order by day)
    from (select day, sum(sen) as sen from (${rows}) as each group by day) as days), '[]')`.as('less')

function issued(
  { public_code, cancelled_at, less }: { public_code: string; cancelled_at: Date | null; less: Less[] },
  facts: PaperFacts,
): IssuedPaper {
  return { public_code, facts, cancelled_on: cancelled_at && todayIn(cancelled_at), less }
}

/** Facts of a receipt, from its payment and the organisation's name at that time. */
export function receiptFacts(
  payment: { number: string; paid_on: string; amount_sen: number; payer_name: string | null },
  issuer: string,
): PaperFacts {
  const { number, paid_on: date, amount_sen: sen, payer_name } = payment
  return { kind: 'receipt', number, date, sen, payer: maskedName(payer_name ?? ''), issuer }
}

/** Facts of an issued invoice. */
export function invoiceFacts(
  invoice: { number: string | null; issued_on: string | null; total_sen: number; payer: string },
  issuer: string,
): PaperFacts {
  const { number, issued_on, total_sen: sen, payer } = invoice
  return { kind: 'invoice', number: number!, date: issued_on!, sen, payer: maskedName(payer), issuer }
}
