import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { inUse, type ReportedState, reportedState } from './reported.ts'

/**
 * The states of an e-invoice as people read them; its stored ones, and of a valid one that it is about to be cancelled, or that
 * its buyer has asked for its rejection.
 */
export const shownDocumentStatuses = [
  'queued',
  'sending',
  'submitted',
  'processing',
  'valid',
  'invalid',
  'failed',
  'cancelled',
  'cancelling',
  'reject_requested',
] as const
export type ShownDocumentStatus = (typeof shownDocumentStatuses)[number]

/** SQL of {@link ShownDocumentStatus} of a row called `document`. */
export const shownDocumentStatus = sql<ShownDocumentStatus>`case when document.status <> 'valid' then document.status
  when document.cancel_requested_at is not null then 'cancelling'
  when document.reject_requested_at is not null then 'reject_requested' else 'valid' end`

/** SQL: the {@link ShownDocumentStatus} of the e-invoice of `invoice`; null where it has none, or it was cancelled. */
export const einvoiceOfInvoice = sql<ShownDocumentStatus | null>`(select ${shownDocumentStatus}
  from einvoice_document as document
  where document.invoice_id = invoice.id and document.status <> 'cancelled' and ${inUse})`

/** Whether the organisation has set up e-invoicing. */
export async function usesEInvoices(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('einvoice_setting').select('id').executeTakeFirst()) !== undefined
}

/** The tax portal has it as valid. */
export const isValid = (status: ShownDocumentStatus): boolean =>
  status === 'valid' || status === 'cancelling' || status === 'reject_requested'

/** What an invoice, a receipt and their papers say of an e-invoice. */
export interface EInvoiceState {
  id: string
  /** Of the invoice or credit note that it reports. */
  source_id: string
  number: string
  status: ShownDocumentStatus
  environment: 'sandbox' | 'production'
  uuid: string | null
  long_id: string | null
  validated_at: Date | null
  bound: ReportedState
  /** Where its QR code is on papers. */
  qr_position: 'top' | 'bottom'
}

/**
 * The e-invoices of invoices or credit notes in the environment in use, by the id of their source: of each the one that counts,
 * else the last one that was cancelled.
 */
export async function einvoicesOf(
  db: Kysely<DB>,
  source: 'invoice' | 'credit_note',
  ids: readonly string[],
): Promise<Map<string, EInvoiceState>> {
  if (ids.length === 0) return new Map()
  const rows = await statesOf(db, source)
    .where(sql<boolean>`${sql.ref(`document.${source}_id`)} = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

/** The same of the invoices that a payment has paid, by their numbers. */
export async function einvoicesOfPayment(db: Kysely<DB>, payment_id: string): Promise<EInvoiceState[]> {
  const rows = await statesOf(db, 'invoice')
    .where('document.invoice_id', 'in', (eb) =>
      eb.selectFrom('payment_allocation').select('invoice_id').where('payment_id', '=', payment_id),
    )
    .execute()
  const each = new Map(rows.map((row) => [row.source_id, row]))
  return [...each.values()].toSorted((a, b) => a.number.localeCompare(b.number))
}

/** In an order in which the last one of a source is the one that counts. */
function statesOf(db: Kysely<DB>, source: 'invoice' | 'credit_note') {
  const column = `document.${source}_id` as const
  return db
    .selectFrom('einvoice_document as document')
    .select(['document.id', 'document.number', 'document.uuid', 'document.long_id', 'document.validated_at'])
    .select([sql<string>`${sql.ref(column)}`.as('source_id'), shownDocumentStatus.as('status')])
    .select(sql<EInvoiceState['environment']>`document.environment`.as('environment'))
    .select(sql<EInvoiceState['qr_position']>`(select qr_position from einvoice_setting)`.as('qr_position'))
    .select(reportedState.as('bound'))
    .where(inUse)
    .orderBy(sql`document.status = 'cancelled'`, 'desc')
    .orderBy('document.created_at')
}

/**
 * What a paper says of e-invoices, as a part of its fingerprint: a PDF that was made before an e-invoice was valid, or before it
 * was cancelled, is not given out again. Nothing while no e-invoice is on the paper.
 */
export function einvoiceMark(states: readonly (EInvoiceState | null | undefined)[]): string {
  const shown = states.flatMap((one) => {
    if (!one?.uuid) return []
    if (one.status === 'cancelled') return [`x${one.uuid}`]
    return isValid(one.status) && one.long_id ? [`${one.uuid}-${one.qr_position}`] : []
  })
  return shown.length > 0 ? `:e-${shown.join(',')}` : ''
}
