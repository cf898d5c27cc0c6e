import { type Kysely, sql, type Transaction } from 'kysely'
import { everywhere, systemActor } from '#app/domain/core/actor.ts'
import { mayStartNew } from '#app/domain/core/features/feature.ts'
import type { DB } from '#db/types.ts'
import { findSetting, maySubmit, type Setting } from '../settings/find-setting.ts'
import { hasReportableLine, mostQueued, type QueueOutcome, queueDocuments } from './queue-documents.ts'

/** Nothing is due. */
const nothing: QueueOutcome = { queued: [], skipped: [] }

/**
 * Queues what the setting wants to have reported automatically: invoices that were paid, or issued, since the day it names, and
 * the credit notes of invoices that are reported. At most {@link mostQueued}; the next run takes more. Does nothing while the
 * connection is not tested, the package lacks e-invoices or the subscription is over.
 */
export async function queueDue(trx: Transaction<DB>): Promise<QueueOutcome> {
  const setting = await automatic(trx)
  return setting ? queueFound(trx, setting, dueInvoices(trx, setting), (notes) => notes) : nothing
}

/** The same for the invoices that a payment has paid, right after it. */
export async function queueAfterPayment(trx: Transaction<DB>, payment_id: string): Promise<QueueOutcome> {
  const setting = await automatic(trx)
  if (setting?.auto_submit !== 'on_paid') return nothing
  const paid = trx.selectFrom('payment_allocation').select('invoice_id').where('payment_id', '=', payment_id)
  return queueFound(trx, setting, dueInvoices(trx, setting).where('invoice.id', 'in', paid), (notes) =>
    notes.where('note.invoice_id', 'in', paid),
  )
}

/** Invoices first, since a credit note is due once its invoice has an e-invoice. */
async function queueFound(
  trx: Transaction<DB>,
  setting: Setting,
  invoices: ReturnType<typeof dueInvoices>,
  narrowed: (notes: ReturnType<typeof dueNotes>) => ReturnType<typeof dueNotes>,
): Promise<QueueOutcome> {
  const first = await queueEach(trx, 'invoice_ids', await invoices.limit(mostQueued).execute())
  const notes = await narrowed(dueNotes(trx, setting)).limit(mostQueued).execute()
  const second = await queueEach(trx, 'credit_note_ids', notes)
  return { queued: [...first.queued, ...second.queued], skipped: [...first.skipped, ...second.skipped] }
}

async function automatic(db: Kysely<DB>): Promise<Setting | undefined> {
  const setting = await findSetting(db)
  if (!setting || setting.auto_submit === 'off' || !setting.auto_since || !maySubmit(setting))
    return undefined
  return (await mayStartNew(db, 'einvoice')) ? setting : undefined
}

async function queueEach(
  trx: Transaction<DB>,
  kind: 'invoice_ids' | 'credit_note_ids',
  rows: readonly { id: string }[],
): Promise<QueueOutcome> {
  if (rows.length === 0) return nothing
  return queueDocuments(trx, systemActor, everywhere, { [kind]: rows.map(({ id }) => id) })
}

/** One that was cancelled at the portal is sent again by a person alone. */
const neverReported = (column: 'invoice_id' | 'credit_note_id', id: 'invoice.id' | 'note.id') =>
  sql<boolean>`not exists (select from einvoice_document as known
    where ${sql.ref(`known.${column}`)} = ${sql.ref(id)}
      and known.environment = (select environment from einvoice_setting))`

function dueInvoices(db: Kysely<DB>, { auto_submit, auto_since }: Setting) {
  const query = db
    .selectFrom('invoice')
    .select('invoice.id')
    .where('invoice.is_carried_over', '=', sql<boolean>`false`)
    .where('invoice.total_sen', '>', 0)
    .where(hasReportableLine)
    .where(neverReported('invoice_id', 'invoice.id'))
    .orderBy('invoice.id')
  return auto_submit === 'on_paid'
    ? query.where('invoice.status', '=', 'paid').where('invoice.paid_on', '>=', auto_since)
    : query
        .where('invoice.status', 'in', ['unpaid', 'pending', 'paid'])
        .where('invoice.issued_on', '>=', auto_since)
}

function dueNotes(db: Kysely<DB>, { auto_since }: Setting) {
  return db
    .selectFrom('credit_note as note')
    .select('note.id')
    .where('note.kind', '=', 'credit_note')
    .where('note.status', '=', 'approved')
    .where('note.issued_on', '>=', auto_since)
    .where(neverReported('credit_note_id', 'note.id'))
    .where(
      sql<boolean>`exists (select from einvoice_document as document where document.invoice_id = note.invoice_id
        and document.status <> 'cancelled' and document.environment = (select environment from einvoice_setting))`,
    )
    .orderBy('note.id')
}
