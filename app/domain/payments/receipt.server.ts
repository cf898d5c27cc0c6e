import type { Kysely } from 'kysely'
import { organisationOf } from '#app/domain/invoices/document.server.ts'
import { spokenAs, type TenantLabels } from '#app/domain/labels/label.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { meaningOf, payerStatus } from '#app/integrations/fpx/codes.ts'
import type { DB } from '#db/types.ts'
import { allocationsOf, creditOf } from './find-payments.server.ts'

/** In the organisation's own place; who may see it is asked before. Refuses not_found.payment. */
export async function receiptDocumentData(db: Kysely<DB>, payment_id: string) {
  const [organisation, payment, allocations, credit_sen] = await Promise.all([
    organisationOf(db),
    paymentOf(db, payment_id),
    allocationsOf(db, payment_id),
    creditOf(db, payment_id),
  ])
  if (!payment) throw new Refusal('not_found.payment')
  const { response_code, ...facts } = payment
  const fpx_status = response_code ? payerStatus(meaningOf(response_code)) : null
  return { organisation, payment: { ...facts, fpx_status }, allocations, credit_sen }
}
export type ReceiptDocumentData = Awaited<ReturnType<typeof receiptDocumentData>>

async function paymentOf(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('payment')
    .innerJoin('branch', 'branch.id', 'payment.branch_id')
    .leftJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.public_code',
      'payment.method',
      'payment.paid_on',
      'payment.amount_sen',
      'payment.payer_fee_sen',
      'payment.reference_no',
      'payment.bank_name',
      'payment.gateway_transaction_id',
      'payment.gateway_order_no',
      'payment.payer_name',
      'payment.status',
      'payment.remark',
      'payment.version',
      'payment.created_at',
      'branch.name as branch',
      'parent.family_code',
      'payment_attempt.model',
      'payment_attempt.response_code',
      'payment_attempt.gateway_transaction_at',
    ])
    .where('payment.id', '=', id)
    .executeTakeFirst()
}

/** Undefined until the money has come. */
export async function receiptByCode(db: Kysely<DB>, code: string) {
  return db
    .selectFrom('payment')
    .select(['id', 'number', 'version'])
    .where('public_code', '=', code)
    .executeTakeFirst()
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

/** The same content has the same name, so that a PDF is made once. */
export function receiptFingerprint(
  { id, version }: { id: string; version: number },
  locale: Locale,
  labels?: TenantLabels,
): string {
  return `receipt:${id}:${version}:${spokenAs(locale, labels)}`
}
