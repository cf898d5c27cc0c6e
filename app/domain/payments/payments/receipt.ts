import { type Kysely, sql, type Transaction } from 'kysely'
import { type ReceiptGift, receiptGift } from '#app/domain/accounting/gifts/find-gift.ts'
import { organisationOf, organisationQuery } from '#app/domain/billing/invoices/invoice-document.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DocumentRequest, ReceiptSize } from '#app/domain/core/documents/document.ts'
import {
  type EInvoiceState,
  einvoiceMark,
  einvoicesOfPayment,
} from '#app/domain/core/invoicing/einvoice-state.ts'
import { type PaidLine, paidLines } from '#app/domain/core/invoicing/paid-lines.ts'
import { paymentsInScope } from '#app/domain/core/invoicing/payment-scope.ts'
import { maskedTitle, type TitleFacts, titleFacts } from '#app/domain/core/invoicing/title.ts'
import { spokenAs, type TenantLabels } from '#app/domain/core/labels/label.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { meaningOf, payerStatus } from '#app/integrations/fpx/codes.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { allocationsQuery } from './find-payments.ts'

/** Readers who may see the payment, or anyone with the link, for whom names are masked as on the public page. */
export type Audience = 'family' | 'public'

/** A receipt as it was issued, whatever has changed since. The caller checks who may see it. Refuses not_found.payment. */
export async function receiptDocumentData(db: Kysely<DB>, payment_id: string, audience: Audience = 'family') {
  const [{ logo_file, theme_colour }, issued, einvoices] = await Promise.all([
    organisationOf(db),
    issuedReceipt(db, payment_id),
    einvoicesOfPayment(db, payment_id),
  ])
  if (!issued) throw new Refusal('not_found.payment')
  const { response_code, content, ...facts } = issued
  const fpx_status = response_code ? payerStatus(meaningOf(response_code)) : null
  const { organisation, branch, family_code, credit_sen, gift = null } = content
  const allocations = await withLines(db, content.allocations)
  const data = {
    organisation: { ...organisation, logo_file, theme_colour },
    payment: { ...facts, branch, family_code, fpx_status },
    allocations,
    einvoices,
    credit_sen,
    gift,
  }
  return audience === 'public' ? maskNames(data) : data
}
type Data = {
  payment: { payer_name: string | null; family_code: string | null; remark: string | null }
  allocations: readonly ReceiptAllocation[]
} & { gift: ReceiptContent['gift'] | null }
export type ReceiptDocumentData = Awaited<ReturnType<typeof receiptDocumentData>>

/** An invoice of a receipt: what went to it, and what it is for. */
export type ReceiptAllocation = Omit<FrozenAllocation, 'student' | 'title' | 'lines'> & {
  title: TitleFacts
  lines: PaidLine[]
}

/** A receipt from before its lines were stored reads them from its invoices, which are not changed once money is on them. */
async function withLines(
  db: Kysely<DB>,
  allocations: readonly FrozenAllocation[],
): Promise<ReceiptAllocation[]> {
  const bare = allocations.flatMap(({ invoice_id, lines }) => (lines ? [] : [invoice_id]))
  const found =
    bare.length === 0
      ? []
      : await db
          .selectFrom('invoice')
          .select(['invoice.id', titleFacts.as('title'), paidLines.as('lines')])
          .where(sql<boolean>`invoice.id = any(${bare}::uuid[])`)
          .execute()
  const later = new Map(found.map((row) => [row.id, row]))
  return allocations.map(({ student, title, lines, ...row }) => {
    const facts = title ?? later.get(row.invoice_id)?.title ?? noFacts
    return { ...row, title: { ...facts, student }, lines: lines ?? later.get(row.invoice_id)?.lines ?? [] }
  })
}

const noFacts: TitleFacts = {
  ...{ student: null, lines: 0, monthly: 0, periodic: 0 },
  ...{ from: null, until: null, first: null },
}

/** As on the public page: names masked, without the family code (the reference of its transfers) and remarks. */
function maskNames<T extends Data>(data: T): T {
  const { payment, allocations, gift } = data
  return {
    ...data,
    gift: gift && { ...gift, donor: gift.donor && maskedName(gift.donor), message: null },
    payment: {
      ...payment,
      payer_name: payment.payer_name && maskedName(payment.payer_name),
      family_code: null,
      remark: null,
    },
    allocations: allocations.map(({ title, ...row }) => ({ ...row, title: maskedTitle(title) })),
  }
}

async function issuedReceipt(db: Kysely<DB>, id: string) {
  return (
    db
      .selectFrom('payment')
      .innerJoin('receipt', 'receipt.payment_id', 'payment.id')
      .leftJoin('payment_attempt', (join) =>
        join.on(sql<boolean>`payment_attempt.id = coalesce(payment.attempt_id, payment.second_debit_of)`),
      )
      // The attempt knows the time of its first debit only.
      .select((eb) => [
        eb
          .case()
          .when('payment.second_debit_of', 'is', null)
          .then(eb.ref('payment_attempt.gateway_transaction_at'))
          .else(null)
          .end()
          .as('gateway_transaction_at'),
      ])
      .select(sql<ReceiptContent>`receipt.content`.as('content'))
      .select([
        'payment.id',
        'payment.number',
        'payment.public_code',
        'payment.method',
        'payment.paid_on',
        'payment.amount_sen',
        'payment.payer_fee_sen',
        'payment.rounding_sen',
        'payment.given_sen',
        'payment.reference_no',
        'payment.bank_name',
        'payment.gateway_transaction_id',
        'payment.gateway_order_no',
        'payment.payer_name',
        'payment.status',
        'payment.remark',
        'payment.second_debit_of',
        'payment.created_at',
        'payment_attempt.model',
        'payment_attempt.response_code',
      ])
      .where('payment.id', '=', id)
      .executeTakeFirst()
  )
}

/** The payment of a public code; undefined until it is recorded. */
export async function receiptByCode(db: Kysely<DB>, code: string) {
  return db.selectFrom('payment').select(['id', 'number']).where('public_code', '=', code).executeTakeFirst()
}

/**
 * The request for a receipt's PDF. Its fingerprint names the content, which never changes but for the e-invoices of what it
 * paid, so that each PDF is made once.
 */
export function receiptRequest(
  payment_id: string,
  locale: Locale,
  labels: TenantLabels | undefined,
  {
    audience = 'family',
    size = 'a4',
    einvoices,
  }: { audience?: Audience; size?: ReceiptSize; einvoices: readonly EInvoiceState[] },
): DocumentRequest & { kind: 'receipt'; subject_id: string } {
  return {
    kind: 'receipt',
    subject_id: payment_id,
    fingerprint: `receipt:${payment_id}:${audience}${size === 'a4' ? '' : `-${size}`}:${spokenAs(locale, labels)}${einvoiceMark(einvoices)}`,
    parameters: {
      ...(audience === 'public' ? { audience } : {}),
      ...(size === 'a4' ? {} : { size }),
    },
    locale,
  }
}

/** The facts of a receipt that may change elsewhere later; the others are in the payment's row, which does not change. */
export interface ReceiptContent {
  organisation: Letterhead
  branch: string
  family_code: string | null
  allocations: FrozenAllocation[]
  /** The overpayment that became the family's credit. */
  credit_sen: number
  /** The donation, if it pays no invoice. */
  gift?: ReceiptGift
}

/** The organisation's name and address at that time; colours and logo are always the present ones. */
export type Letterhead = Omit<Awaited<ReturnType<typeof organisationOf>>, 'logo_file' | 'theme_colour'>

interface FrozenAllocation {
  invoice_id: string
  number: string | null
  student: string
  amount_sen: number
  /** Balance of the invoice before and after this payment. */
  before_sen: number
  balance_sen: number
  /** Missing of receipts from before these were stored. */
  title?: TitleFacts
  lines?: PaidLine[]
}

/**
 * Stores the receipt in the transaction that posts the payment, after its invoices are paid; it never changes afterwards.
 */
export async function freezeReceipt(
  trx: Transaction<DB>,
  payment_id: string,
  { credit_sen, gift }: { credit_sen: number; gift: boolean },
): Promise<void> {
  const given = gift ? await receiptGift(trx, payment_id) : undefined
  const rest = { credit_sen, ...(given ? { gift: given } : {}) } satisfies Partial<ReceiptContent>
  const inserted = await insertReceipt(trx, payment_id, JSON.stringify(rest))
  if (inserted.length !== 1) throw new Error('a receipt needs its payment')
}

/** Builds the {@link ReceiptContent} in the database, in one statement. */
const insertReceipt = fixedQuery(
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

/** Mails the receipt again to the payer's address. Refuses a cancelled payment and one without an address. */
export async function resendReceipt(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const row = await trx
    .selectFrom('payment')
    .select(['payer_email', 'status'])
    .where('id', '=', id)
    .where(paymentsInScope(scope))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment')
  if (row.status !== 'paid' || !row.payer_email) throw new Refusal('action_not_allowed')
  await enqueue(trx, 'receipt.send', { payment_id: id })
  await record(trx, actor, 'receipt.resent', { type: 'payment', id }, { after: { to: row.payer_email } })
  return row.payer_email
}
