import { type Kysely, sql } from 'kysely'
import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import type { DocumentRequest } from '#app/domain/core/documents/document.ts'
import { spokenAs, type TenantLabels } from '#app/domain/core/labels/label.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { ReceiptSize } from '#app/domain/core/settings/receipt-size.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { meaningOf, payerStatus } from '#app/integrations/fpx/codes.ts'
import type { DB } from '#db/types.ts'
import type { ReceiptContent } from './freeze-receipt.ts'

/** For who may see the payment; or for whoever has the link, with the names shortened as its public page has them. */
export type Audience = 'family' | 'public'

/**
 * A receipt as it was issued, whatever became of its payment and of those whom it names; in the organisation's own place.
 * Who may see it is asked before. Refuses not_found.payment.
 */
export async function receiptDocumentData(db: Kysely<DB>, payment_id: string, audience: Audience = 'family') {
  const [{ logo_file, theme_colour }, issued] = await Promise.all([
    organisationOf(db),
    issuedReceipt(db, payment_id),
  ])
  if (!issued) throw new Refusal('not_found.payment')
  const { response_code, content, ...facts } = issued
  const fpx_status = response_code ? payerStatus(meaningOf(response_code)) : null
  const { organisation, branch, family_code, allocations, credit_sen, gift = null } = content
  const data = {
    organisation: { ...organisation, logo_file, theme_colour },
    payment: { ...facts, branch, family_code, fpx_status },
    allocations,
    credit_sen,
    gift,
  }
  return audience === 'public' ? masked(data) : data
}
type Data = {
  payment: { payer_name: string | null; family_code: string | null; remark: string | null }
} & Pick<ReceiptContent, 'allocations'> & { gift: ReceiptContent['gift'] | null }
export type ReceiptDocumentData = Awaited<ReturnType<typeof receiptDocumentData>>

/** As the public page of the payment has it: neither the family's code, by which it transfers, nor what was noted. */
function masked<T extends Data>(data: T): T {
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
    allocations: allocations.map((row) => ({ ...row, student: maskedName(row.student) })),
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

/** Undefined until the money has come. */
export async function receiptByCode(db: Kysely<DB>, code: string) {
  return db.selectFrom('payment').select(['id', 'number']).where('public_code', '=', code).executeTakeFirst()
}

/** A document that failed counts as not asked for. */
export async function receiptDocumentOf(db: Kysely<DB>, fingerprint: string) {
  return db
    .selectFrom('document')
    .leftJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select(['document.id', 'document.status', 'stored_file.storage_key'])
    .where('document.fingerprint', '=', fingerprint)
    .orderBy('document.id', 'desc')
    .executeTakeFirst()
}

/**
 * The receipt of a payment as a document. The same content has the same name, so that a PDF is made once: what a receipt
 * says never changes.
 */
export function receiptRequest(
  payment_id: string,
  locale: Locale,
  labels?: TenantLabels,
  { audience = 'family', size = 'a4' }: { audience?: Audience; size?: ReceiptSize } = {},
): DocumentRequest & { kind: 'receipt'; subject_id: string } {
  return {
    kind: 'receipt',
    subject_id: payment_id,
    fingerprint: `receipt:${payment_id}:${audience}${size === 'a4' ? '' : `-${size}`}:${spokenAs(locale, labels)}`,
    parameters: {
      ...(audience === 'public' ? { audience } : {}),
      ...(size === 'a4' ? {} : { size }),
    },
    locale,
  }
}
