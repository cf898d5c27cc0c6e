import { type Kysely, sql } from 'kysely'
import { todayIn } from '#app/domain/dates.ts'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { maskedName } from '#app/domain/payments/mask.ts'
import type { ReceiptContent } from '#app/domain/payments/receipt/freeze-receipt.server.ts'
import type { DB } from '#db/types.ts'
import type { PaperFacts } from './signed-paper.server.ts'

/** A receipt or an invoice as our books have it today. */
export interface IssuedPaper {
  public_code: string
  facts: PaperFacts
  /** The day on which its payment was reversed or it was cancelled; null while it holds. */
  cancelled_on: string | null
}

/** In the organisation's own place. Undefined for a draft and for what nobody has paid yet. */
export async function paperByCode(db: Kysely<DB>, public_code: string): Promise<IssuedPaper | undefined> {
  return (await papersWhere(db, 'public_code', public_code))[0]
}

/** At most one of each kind, whose numbers may begin alike. */
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
      .where(`payment.${column}`, '=', value)
      .execute(),
    db
      .selectFrom('invoice')
      .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
      .select(['invoice.number', 'invoice.public_code', 'invoice.issued_on', 'invoice.total_sen'])
      .select(['invoice.cancelled_at', 'parent.name as payer'])
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

function issued(
  { public_code, cancelled_at }: { public_code: string; cancelled_at: Date | null },
  facts: PaperFacts,
): IssuedPaper {
  return { public_code, facts, cancelled_on: cancelled_at && todayIn(cancelled_at) }
}

/** A receipt's, from its payment and the name that its organisation had. */
export function receiptFacts(
  payment: { number: string; paid_on: string; amount_sen: number; payer_name: string | null },
  issuer: string,
): PaperFacts {
  const { number, paid_on: date, amount_sen: sen, payer_name } = payment
  return { kind: 'receipt', number, date, sen, payer: maskedName(payer_name ?? ''), issuer }
}

/** An issued invoice's. */
export function invoiceFacts(
  invoice: { number: string | null; issued_on: string | null; total_sen: number; payer: string },
  issuer: string,
): PaperFacts {
  const { number, issued_on, total_sen: sen, payer } = invoice
  return { kind: 'invoice', number: number!, date: issued_on!, sen, payer: maskedName(payer), issuer }
}
