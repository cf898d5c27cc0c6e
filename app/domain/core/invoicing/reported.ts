import { type Kysely, sql, type Transaction } from 'kysely'
import { touched } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'

/**
 * How far an invoice or a credit note is bound by its e-invoice:
 * - free: it has none, or none that the tax portal has taken in
 * - under_way: it is being sent or checked
 * - cancellable: valid for less than 72 hours, so that it can be cancelled at the portal
 * - fixed: valid for longer, or corrected by the e-invoice of a credit note; only a credit note changes anything
 */
export type ReportedState = 'free' | 'under_way' | 'cancellable' | 'fixed'

export interface Reported {
  source_id: string
  document_id: string
  state: ReportedState
}

/** The issuer may cancel a document for so long after the portal has validated it. */
export const cancellationHours = 72

type Source = 'invoice' | 'credit_note'

/** SQL: the {@link ReportedState} of a row of `einvoice_document` called `document`. */
export const reportedState = sql<ReportedState>`case
  when document.status in ('sending', 'submitted', 'processing') then 'under_way'
  when document.status <> 'valid' then 'free'
  when document.validated_at <= now() - make_interval(hours => ${sql.lit(cancellationHours)}) then 'fixed'
  when exists (select from einvoice_document as correction where correction.original_id = document.id
    and correction.status in ('sending', 'submitted', 'processing', 'valid')) then 'fixed'
  else 'cancellable' end`

/** SQL: the document is of the environment in use; those of the portal's test system bind nothing once that is left. */
export const inUse = sql<boolean>`document.environment = (select environment from einvoice_setting)`

/** SQL: what is paid in full gets an e-invoice automatically, while the connection to the tax portal works. */
export const reportsOnPayment = sql<boolean>`exists (select from einvoice_setting
  where auto_submit = 'on_paid' and status = 'validated')`

/** SQL: the portal has an e-invoice of `invoice`, or is about to have one. */
export const isReported = sql<boolean>`exists (select from einvoice_document as document
  where document.invoice_id = invoice.id and ${inUse}
    and document.status in ('queued', 'sending', 'submitted', 'processing', 'valid'))`

/** The documents in use of invoices or credit notes that are queued, under way or valid. */
export function reportedOf(
  db: Kysely<DB>,
  source: Source,
  ids: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Reported[]> {
  const column = `document.${source}_id` as const
  return db
    .selectFrom('einvoice_document as document')
    .select([sql<string>`${sql.ref(column)}`.as('source_id'), 'document.id as document_id'])
    .select(reportedState.as('state'))
    .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
    .where(inUse)
    .where('document.status', 'in', ['queued', 'sending', 'submitted', 'processing', 'valid'])
    .orderBy('document.id')
    .$if(lock, (query) => query.forUpdate('document'))
    .execute()
}

/** A new version tells whoever has composed a waiting one that it says something else now. */
async function lockReported(trx: Transaction<DB>, source: Source, id: string): Promise<Reported[]> {
  const found = await reportedOf(trx, source, [id], { lock: true })
  const waiting = found.filter(({ state }) => state === 'free').map(({ document_id }) => document_id)
  if (waiting.length > 0)
    await trx.updateTable('einvoice_document').set(touched).where('id', 'in', waiting).execute()
  return found
}

/**
 * Before the lines of an invoice change. Refuses (invoice.in_einvoice) one that the tax portal has or is about to have; one that
 * waits to be sent is composed anew.
 */
export async function refuseReportedLines(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  const all = await lockReported(trx, 'invoice', invoice_id)
  const bound = all.find(({ state }) => state !== 'free')
  if (!bound) return
  throw new Refusal('invoice.in_einvoice').blockedBy(
    { to: 'refund', id: invoice_id },
    { to: 'einvoice', id: bound.document_id },
  )
}

/**
 * Before an invoice is cancelled. Refuses (invoice.einvoice_final) one whose e-invoice can no longer be cancelled; asks for the
 * others to be cancelled at the tax portal, too, once this transaction is through. What the portal answers changes no invoice.
 */
export async function cancelReported(
  trx: Transaction<DB>,
  invoice_id: string,
  reason: string,
): Promise<void> {
  const bound = await lockReported(trx, 'invoice', invoice_id)
  const final = bound.find(({ state }) => state === 'fixed')
  if (final)
    throw new Refusal('invoice.einvoice_final').blockedBy(
      { to: 'refund', id: invoice_id },
      { to: 'einvoice', id: final.document_id },
    )
  await withdrawReported(trx, bound, reason)
}

/** The same of a credit note that is reversed: it is gone, whatever the portal has of it. */
export async function cancelReportedNote(trx: Transaction<DB>, credit_note_id: string): Promise<void> {
  const bound = await lockReported(trx, 'credit_note', credit_note_id)
  await withdrawReported(trx, bound, null)
}

async function withdrawReported(
  trx: Transaction<DB>,
  bound: readonly Reported[],
  reason: string | null,
): Promise<void> {
  for (const { document_id, state } of bound)
    if (state !== 'fixed') await enqueue(trx, 'einvoice.withdraw', { document_id, reason })
}
