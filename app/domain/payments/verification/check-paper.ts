import { type Kysely, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { maskedTitle, type TitleFacts, titleFacts, titlesPaid } from '#app/domain/core/invoicing/title.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { countUse, refuseFlood, visitorKey } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import {
  checkCodeFits,
  claimOf,
  differencesOf,
  type PaperFacts,
  type Verdict,
  verdictOf,
} from '#app/domain/core/signatures/signed-paper.ts'
import { publishedKeys, signersOf } from '#app/domain/core/signatures/signing-keys.ts'
import type { Write } from '#app/domain/core/transactions.ts'
import { paperNumber } from '#app/domain/payments/payments/payment.ts'
import type { ReceiptContent } from '#app/domain/payments/payments/receipt.ts'
import type { DB } from '#db/types.ts'

/** A receipt or an invoice as it is today. */
interface IssuedPaper {
  public_code: string
  facts: PaperFacts
  /** What it is for; names are shortened as on public pages. */
  titles: TitleFacts[]
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

/** A document as it is in the database, and how the presented copy differs. */
interface CheckedPaper extends IssuedPaper {
  verdict: Verdict
  /** What the copy states differently. */
  differs: ('date' | 'amount')[]
}

/** Number and check code as printed; case, spaces and dashes do not matter. */
export const checkForm = z.object({
  number: paperNumber,
  check_code: z
    .string()
    .max(40)
    .transform((typed) =>
      typed
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, ''),
    )
    .pipe(z.string().length(10, 'verify.code_length')),
})

type CheckInput = z.output<typeof checkForm>

/** Tries per IP address; enough for typing errors, and far too few to guess one of 2^50 codes. */
const perVisitor = { points: 30, seconds: 900 }

/**
 * The document of a public code compared with the scanned link: `query` holds its parameters, in any order and with any
 * additions. Undefined for an unknown code.
 */
export async function checkedPaper(
  db: Kysely<DB>,
  public_code: string,
  query: URLSearchParams,
): Promise<CheckedPaper | undefined> {
  const [paper, keys] = await Promise.all([paperByCode(db, public_code), publishedKeys(db)])
  if (!paper) return undefined
  const claim = claimOf(query, keys)
  const verdict = verdictOf(claim, paper)
  return { ...paper, verdict, differs: differencesOf(query, paper.facts) }
}

/**
 * The document with this number and the printed check code; of a changed invoice the present version. Refuses an unknown
 * number and a wrong code alike (verify.unknown).
 */
export async function findPaper(
  write: Write,
  ring: Keyring,
  ip: string | null,
  { number, check_code }: CheckInput,
): Promise<IssuedPaper> {
  refuseFlood(await write((trx) => countUse(trx, visitorKey('verify', ip), perVisitor)))
  const papers = await write((trx) => papersWhere(trx, 'number', number))
  const signers = signersOf(ring)
  const found = papers.find(({ facts }) => checkCodeFits(signers, facts, check_code))
  if (!found) throw new Refusal('verify.unknown', 'number')
  return found
}

/** Runs in the organisation's schema. Undefined for a draft and for an attempt without a payment. */
export async function paperByCode(db: Kysely<DB>, public_code: string): Promise<IssuedPaper | undefined> {
  return (await papersWhere(db, 'public_code', public_code))[0]
}

/** Documents by public code or number; a receipt and an invoice may have the same number. */
async function papersWhere(db: Kysely<DB>, column: 'public_code' | 'number', value: string) {
  const [payments, invoices, { name }] = await Promise.all([
    db
      .selectFrom('payment')
      .innerJoin('receipt', 'receipt.payment_id', 'payment.id')
      .select(['payment.number', 'payment.public_code', 'payment.paid_on', 'payment.amount_sen'])
      .select(['payment.payer_name', 'payment.cancelled_at'])
      .select(sql<ReceiptContent>`receipt.content`.as('content'))
      .select(titlesPaid(sql.ref('payment.id')).as('titles'))
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
      .select(['invoice.cancelled_at', 'parent.name as payer', titleFacts.as('title')])
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
    ...payments.map((row) => issued(row, receiptFacts(row, row.content.organisation.name), row.titles ?? [])),
    ...invoices.map((row) => issued(row, invoiceFacts(row, name), [row.title])),
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
  titles: readonly TitleFacts[],
): IssuedPaper {
  const cancelled_on = cancelled_at && todayIn(cancelled_at)
  return { public_code, facts, titles: titles.map(maskedTitle), cancelled_on, less }
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
