import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { recordEach } from '#app/domain/core/audit.ts'
import { type InvoiceStatus, invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { findSetting, maySubmit } from '../settings/find-setting.ts'
import { tell } from '../submissions/move-documents.ts'
import { enqueueSubmission } from '../submissions/queue.ts'
import type { DocumentStatus, PortalEnvironment } from '../words.ts'

/** Why an invoice or a credit note is not queued; the sentence is `einvoice.skipped.<reason>`. */
export const skipReasons = [
  'draft',
  'cancelled',
  /** Owed since before the organisation came here: whoever billed it has reported it. */
  'carried_over',
  /** Nothing is charged, such as under a full scholarship. */
  'nothing_charged',
  /** Deposits that are given back, and nothing else. */
  'deposit',
  'write_off',
  /** A credit note that nobody has approved, or that was reversed. */
  'not_approved',
  'reported',
  'under_way',
  /** Refused before: it is sent again from its own page, once something was corrected. */
  'needs_fixing',
] as const
export type SkipReason = (typeof skipReasons)[number]

export interface Queued {
  document_id: string
  source_id: string
  number: string
}

export interface Skipped {
  source_id: string
  number: string | null
  reason: SkipReason
  /** Its e-invoice, where it has one. */
  document_id: string | null
  uuid: string | null
}

export interface QueueOutcome {
  queued: Queued[]
  skipped: Skipped[]
}

/** What is queued at once, at most. */
export const mostQueued = 500

interface Sources {
  invoice_ids?: readonly string[]
  credit_note_ids?: readonly string[]
}

/**
 * Queues e-invoices of invoices and credit notes in scope, and asks for them to be sent; says of each of the others why not.
 * What is out of scope is left out. The database holds that an invoice has one e-invoice, however many people press the button.
 * Refuses (einvoice.not_set_up, einvoice.not_validated) an organisation whose connection to the portal has not been tested.
 */
export async function queueDocuments(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { invoice_ids = [], credit_note_ids = [] }: Sources,
): Promise<QueueOutcome> {
  const { environment } = await readySetting(trx)
  const [invoices, notes] = await Promise.all([
    invoicesToQueue(trx, scope, environment, invoice_ids),
    notesToQueue(trx, scope, environment, credit_note_ids),
  ])
  const all = [...invoices, ...notes]
  const fit = all.filter(({ reason }) => reason === null)
  const queued = await insertQueued(trx, actor, environment, fit)
  const made = new Set(queued.map(({ source_id }) => source_id))
  if (queued.length > 0) await enqueueSubmission(trx)
  return {
    queued,
    skipped: all.flatMap(({ source_id, number, reason, document_id, uuid }) =>
      made.has(source_id)
        ? []
        : // somebody else was faster
          [{ source_id, number, reason: reason ?? ('under_way' as const), document_id, uuid }],
    ),
  }
}

/** The setting, where documents may be sent. Refuses einvoice.not_set_up and einvoice.not_validated. */
export async function readySetting(db: Kysely<DB>) {
  const setting = await findSetting(db)
  const there = { to: 'einvoice_setting', id: 'setting' } as const
  if (!setting) throw new Refusal('einvoice.not_set_up').blockedBy(there)
  if (!maySubmit(setting)) throw new Refusal('einvoice.not_validated').blockedBy(there)
  return setting
}

interface Candidate {
  source: 'invoice' | 'credit_note'
  source_id: string
  number: string | null
  reason: SkipReason | null
  document_id: string | null
  uuid: string | null
  branch_id: string
  parent_id: string
  buyer_name: string
  total_sen: number
  original_id: string | null
}

/** Why a source that has a document gets no other one. */
const reasonOf: Record<Exclude<DocumentStatus, 'cancelled'>, SkipReason> = {
  queued: 'under_way',
  sending: 'under_way',
  submitted: 'under_way',
  processing: 'under_way',
  valid: 'reported',
  invalid: 'needs_fixing',
  failed: 'needs_fixing',
}

const reasonOfDocument = (status: string | null): SkipReason | null =>
  status === null ? null : reasonOf[status as keyof typeof reasonOf]

/** SQL: whether some line of `invoice` is reported; the rule is `lineReportable`. */
export const hasReportableLine = sql<boolean>`exists (select from invoice_item as line
  left join fee_type on fee_type.id = line.fee_type_id left join fee_category on fee_category.id = fee_type.fee_category_id
  where line.invoice_id = invoice.id and not coalesce(fee_category.kind = 'deposit' and fee_type.refundable, false))`

async function invoicesToQueue(
  db: Kysely<DB>,
  scope: RowScope,
  environment: PortalEnvironment,
  ids: readonly string[],
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await invoicesIn(db, scope)
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('einvoice_document as document', (join) =>
      join
        .onRef('document.invoice_id', '=', 'invoice.id')
        .on('document.environment', '=', environment)
        .on('document.status', '<>', 'cancelled'),
    )
    .select(['invoice.id as source_id', 'invoice.number', 'invoice.is_carried_over', 'invoice.branch_id'])
    .select(['invoice.payer_parent_id as parent_id', 'parent.name as buyer_name', 'invoice.total_sen'])
    .select(['document.id as document_id', 'document.status as document_status', 'document.uuid'])
    .select([sql<InvoiceStatus>`invoice.status`.as('status'), hasReportableLine.as('reportable')])
    .where(sql<boolean>`invoice.id = any(${ids}::uuid[])`)
    .orderBy('invoice.number')
    .execute()
  return rows.map(({ status, is_carried_over, reportable, document_status, ...row }) => ({
    ...row,
    source: 'invoice',
    original_id: null,
    reason:
      status === 'draft' || status === 'cancelled'
        ? status
        : (reasonOfDocument(document_status) ?? notReportable({ ...row, is_carried_over, reportable })),
  }))
}

/** Why an invoice is no matter of the tax portal. */
function notReportable(row: {
  is_carried_over: boolean
  reportable: boolean
  total_sen: number
}): SkipReason | null {
  if (row.is_carried_over) return 'carried_over'
  if (row.total_sen === 0) return 'nothing_charged'
  return row.reportable ? null : 'deposit'
}

async function notesToQueue(
  db: Kysely<DB>,
  scope: RowScope,
  environment: PortalEnvironment,
  ids: readonly string[],
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('credit_note as note')
    .innerJoin('invoice', 'invoice.id', 'note.invoice_id')
    .innerJoin('parent', 'parent.id', 'invoice.payer_parent_id')
    .leftJoin('einvoice_document as document', (join) =>
      join
        .onRef('document.credit_note_id', '=', 'note.id')
        .on('document.environment', '=', environment)
        .on('document.status', '<>', 'cancelled'),
    )
    .leftJoin('einvoice_document as original', (join) =>
      join
        .onRef('original.invoice_id', '=', 'note.invoice_id')
        .on('original.environment', '=', environment)
        .on('original.status', '<>', 'cancelled'),
    )
    .select(['note.id as source_id', 'note.number', 'note.kind', 'note.status', 'note.branch_id'])
    .select(['invoice.payer_parent_id as parent_id', 'parent.name as buyer_name'])
    .select(sql<number>`note.total_sen`.as('total_sen'))
    .select(['document.id as document_id', 'document.status as document_status', 'document.uuid'])
    .select(['original.id as original_id'])
    .where(sql<boolean>`note.id = any(${ids}::uuid[])`)
    .where('note.invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
    .orderBy('note.number')
    .execute()
  return rows.map(({ kind, status, document_status, ...row }) => ({
    ...row,
    source: 'credit_note',
    reason:
      kind === 'write_off'
        ? 'write_off'
        : status !== 'approved'
          ? 'not_approved'
          : reasonOfDocument(document_status),
  }))
}

/** Rows that another transaction has made first are left out. */
async function insertQueued(
  trx: Transaction<DB>,
  actor: Actor,
  environment: PortalEnvironment,
  fit: readonly Candidate[],
): Promise<Queued[]> {
  if (fit.length === 0) return []
  const made = await trx
    .insertInto('einvoice_document')
    .values(
      fit.map(({ source, source_id, number, branch_id, parent_id, buyer_name, total_sen, original_id }) => ({
        ...{ id: newId(), source, branch_id, parent_id, buyer_name, total_sen, environment, original_id },
        type: source === 'invoice' ? '01' : '02',
        [`${source}_id`]: source_id,
        number: number!,
        ...{ created_by: actor.id, updated_by: actor.id },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'number', 'total_sen', 'created_at'])
    .returning(sql<string>`coalesce(invoice_id, credit_note_id)`.as('source_id'))
    .execute()
  const [first] = made
  if (!first) return []
  await Promise.all([
    tell(
      trx,
      made.map(({ id }) => ({ document_id: id, kind: 'queued' })),
      { actor, at: first.created_at },
    ),
    recordEach(
      trx,
      actor,
      'einvoice.queued',
      { type: 'einvoice' },
      made.map(({ id, number, total_sen }) => ({ id, after: { number, total_sen, environment } })),
    ),
  ])
  return made.map(({ id, source_id, number }) => ({ document_id: id, source_id, number }))
}

/** How many were queued and how many of each reason were not, in the order of the reasons. */
export function countsOf({ queued, skipped }: QueueOutcome) {
  const by = Map.groupBy(skipped, ({ reason }) => reason)
  return {
    queued: queued.length,
    skipped: skipReasons.flatMap((reason) => {
      const count = by.get(reason)?.length ?? 0
      return count > 0 ? [{ reason, count }] : []
    }),
  }
}
