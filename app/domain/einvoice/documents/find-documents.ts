import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { shownDocumentStatus, shownDocumentStatuses } from '#app/domain/core/invoicing/einvoice-state.ts'
import { cancellationHours, inUse, reportedState } from '#app/domain/core/invoicing/reported.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type DocumentSource,
  type DocumentType,
  documentTypes,
  type Fault,
  openStatuses,
  type PortalEnvironment,
} from '../words.ts'

/** What asks for work, and what is on its way, each as one tab. */
const groups = ['to_fix', 'open'] as const

const ofOffice = ({ scope }: Reader) => scope.scope !== 'own'

/** E-invoices in scope, the newest first; a family sees its own that are valid. */
export const documentList = tenantList<Selected<typeof found>>()({
  name: 'einvoice',
  title: 'einvoice.plural',
  access: { view: 'einvoice.view', create: 'einvoice.submit', print: 'einvoice.print' },
  columns: [
    { key: 'buyer_name', label: 'einvoice.buyer', room: 'who', sort: true, none: 'einvoice.no_buyer' },
    // on the page both are beside the buyer: columns would squeeze the status
    { key: 'number', label: 'einvoice.number', kind: 'number', sort: true, only: 'file' },
    { key: 'type', label: 'einvoice.type', words: 'einvoice.types', only: 'file' },
    { key: 'family_code', label: 'einvoice.family_code', only: 'file', when: ofOffice },
    { key: 'branch', label: 'einvoice.branch', only: 'file', when: ofOffice },
    { key: 'submitted_at', label: 'einvoice.submitted_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'validated_at', label: 'einvoice.validated_at', kind: 'instant', room: 'wide', sort: true },
    { key: 'uuid', label: 'einvoice.uuid', kind: 'number', room: 'widest' },
    { key: 'total_sen', label: 'einvoice.total_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'einvoice.status', kind: 'status', words: 'einvoice.statuses' },
  ],
  filters: {
    status: oneOf('einvoice.status', [...groups, ...shownDocumentStatuses], 'einvoice.statuses', {
      when: ofOffice,
    }),
    type: oneOf('einvoice.type', documentTypes, 'einvoice.types'),
    from: onDay('einvoice.from', { until: 'to' }),
    to: onDay('einvoice.to'),
    branch_id: oneEntry('einvoice.branch', (db, { scope }: Reader) => branchChoices(db, scope), {
      when: ofOffice,
    }),
    // linked from the page of a family
    parent_id: linkOnly(z.uuid()),
  },
  tabs: { filter: 'status', column: 'tabs' },
  summed: {
    column: 'status',
    values: ['valid', 'reject_requested', 'cancelling'],
    word: 'einvoice.total_valid',
  },
  defaultSort: '-created_at',
  query(db, { scope }, { q, status, type, from, to, branch_id, parent_id }) {
    let query = found(db, scope)
    if (status === 'to_fix') query = query.where('document.status', 'in', ['invalid', 'failed'])
    else if (status === 'open') query = query.where('document.status', 'in', openStatuses)
    else if (status) query = query.where(shownDocumentStatus, '=', status)
    if (type) query = query.where('document.type', '=', type)
    if (from) query = query.where('document.created_at', '>=', dayBegins(from))
    if (to) query = query.where('document.created_at', '<', dayBegins(to, 1))
    if (branch_id) query = query.where('document.branch_id', '=', branch_id)
    if (parent_id) query = query.where('document.parent_id', '=', parent_id)
    return q
      ? query.where((eb) =>
          contains(eb, q, ['document.number', 'document.buyer_name', 'document.uuid', 'parent.family_code']),
        )
      : query
  },
})

/** Of the whole organisation, of the own branches, or for a parent their own that are valid. */
export function documentsIn(db: Kysely<DB>, { scope, branch_ids, parent_id }: RowScope) {
  const query = db.selectFrom('einvoice_document as document')
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`document.branch_id = any(${branch_ids}::uuid[])`)
  if (scope !== 'own' || !parent_id) return query.where(sql<boolean>`false`)
  return query.where('document.parent_id', '=', parent_id).where('document.status', '=', 'valid').where(inUse)
}

function found(db: Kysely<DB>, scope: RowScope) {
  return documentsIn(db, scope)
    .leftJoin('parent', 'parent.id', 'document.parent_id')
    .leftJoin('branch', 'branch.id', 'document.branch_id')
    .select(['document.id', 'document.number', 'document.buyer_name', 'document.total_sen'])
    .select(['document.uuid', 'document.submitted_at', 'document.validated_at', 'document.created_at'])
    .select(['parent.family_code', 'branch.name as branch', shownDocumentStatus.as('status')])
    .select(sql<DocumentType>`document.type`.as('type'))
    .select(
      sql<string[]>`array_remove(array[${shownDocumentStatus}, case
        when document.status in ('invalid', 'failed') then 'to_fix'
        when document.status in ('queued', 'sending', 'submitted', 'processing') then 'open' end], null)`.as(
        'tabs',
      ),
    )
}

/** One document with what it is made from; refuses not_found.einvoice. */
export async function einvoice(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await documentsIn(db, scope)
    .leftJoin('credit_note as note', 'note.id', 'document.credit_note_id')
    .leftJoin('invoice', (join) =>
      join.on(sql<boolean>`invoice.id = coalesce(document.invoice_id, note.invoice_id)`),
    )
    .leftJoin('branch', 'branch.id', 'document.branch_id')
    .leftJoin('parent', 'parent.id', 'document.parent_id')
    .leftJoin('einvoice_document as original', 'original.id', 'document.original_id')
    .leftJoin('user_account as asker', 'asker.id', 'document.created_by')
    .select([
      'document.id',
      'document.number',
      'document.buyer_name',
      'document.total_sen',
      'document.version',
    ])
    .select(['document.uuid', 'document.long_id', 'document.attempts', 'document.fingerprint'])
    .select(['document.issued_at', 'document.submitted_at', 'document.validated_at', 'document.created_at'])
    .select(['document.reject_requested_at', 'document.reject_reason', 'document.cancel_requested_at'])
    .select(['document.cancelled_at', 'document.cancel_reason', 'document.status as stored_status'])
    .select(['document.invoice_id', 'document.credit_note_id', 'document.parent_id', 'document.checked_at'])
    .select(['invoice.id as about_id', 'invoice.number as about_number', 'invoice.status as invoice_status'])
    .select(['branch.name as branch', 'parent.family_code', 'asker.name as asked_by'])
    .select([
      'original.id as original_id',
      'original.number as original_number',
      'original.uuid as original_uuid',
    ])
    .select([shownDocumentStatus.as('status'), reportedState.as('bound')])
    .select(sql<DocumentType>`document.type`.as('type'))
    .select(sql<DocumentSource>`document.source`.as('source'))
    .select(sql<PortalEnvironment>`document.environment`.as('environment'))
    .select(sql<Fault[]>`document.faults`.as('faults'))
    .select(
      sql<Date | null>`document.validated_at + make_interval(hours => ${sql.lit(cancellationHours)})`.as(
        'cancellable_until',
      ),
    )
    .where('document.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.einvoice')
  return row
}
export type EInvoiceRow = Awaited<ReturnType<typeof einvoice>>

/** What happened to a document, first things first. */
export function eventsOf(db: Kysely<DB>, document_id: string) {
  return db
    .selectFrom('einvoice_event')
    .select(['id', 'kind', 'by_name', 'by_id', 'correlation_id', 'detail', 'at'])
    .where('document_id', '=', document_id)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Each time that it was sent, the first one first, with what came back. */
export function attemptsOf(db: Kysely<DB>, document_id: string) {
  return db
    .selectFrom('einvoice_attempt as attempt')
    .innerJoin('einvoice_submission as submission', 'submission.id', 'attempt.submission_id')
    .select(['attempt.id', 'attempt.uuid', 'attempt.outcome', 'attempt.issued_at', 'attempt.content_hash'])
    .select(['submission.submission_uid', 'submission.state', 'submission.sends', 'submission.first_sent_at'])
    .select(['submission.accepted_at', 'submission.correlation_id', 'submission.document_count'])
    .select(sql<Fault[]>`attempt.faults`.as('faults'))
    .where('attempt.document_id', '=', document_id)
    .orderBy('submission.created_at')
    .orderBy('attempt.id')
    .execute()
}
