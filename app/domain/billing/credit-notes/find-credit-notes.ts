import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { invoicesIn } from '#app/domain/core/invoicing/invoice.ts'
import type { LineShare } from '#app/domain/core/invoicing/line-text.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type CreditedLine,
  type CreditNoteKind,
  type CreditNoteStatus,
  creditNoteKinds,
  creditNoteStatuses,
} from './credit-note.ts'

const ofTheOffice = ({ scope }: Reader) => scope.scope !== 'own'

/** Notes about invoices in scope, the latest first; a family sees its approved and reversed credit notes. */
export const creditNoteList = tenantList<Selected<typeof found>>()({
  name: 'credit-note',
  title: 'credit_note.plural',
  access: { view: 'refund.view', print: 'refund.view' },
  columns: [
    { key: 'student', label: 'credit_note.student', room: 'who', sort: true },
    { key: 'number', label: 'credit_note.number', kind: 'number' },
    { key: 'kind', label: 'credit_note.kind', words: 'credit_note.kinds', room: 'wide' },
    { key: 'invoice', label: 'credit_note.invoice', kind: 'number', room: 'table' },
    {
      ...{ key: 'requester', label: 'credit_note.requester', none: 'credit_note.by_itself' },
      ...{ room: 'widest', when: ofTheOffice },
    },
    { key: 'requested_at', label: 'credit_note.requested_at', kind: 'instant', sort: true },
    { key: 'issued_on', label: 'credit_note.issued_on', kind: 'date', only: 'file' },
    { key: 'reason', label: 'credit_note.reason', only: 'file', when: ofTheOffice },
    { key: 'credit_sen', label: 'credit_note.credit_sen', kind: 'money', only: 'file' },
    { key: 'total_sen', label: 'credit_note.total_sen', kind: 'money', room: 'much', sort: true },
    { key: 'status', label: 'credit_note.status', kind: 'status' },
  ],
  filters: {
    kind: oneOf('credit_note.kind', creditNoteKinds, 'credit_note.kinds'),
    status: oneOf('credit_note.status', creditNoteStatuses, 'common.status'),
  },
  tabs: byStatus,
  summed: { column: 'status', values: ['approved'], word: 'credit_note.total_approved' },
  defaultSort: '-requested_at',
  query(db, { scope }, { q, kind, status }) {
    let query = found(db, scope)
    if (kind) query = query.where('credit_note.kind', '=', kind)
    if (status) query = query.where('credit_note.status', '=', status)
    return q
      ? query.where((eb) =>
          contains(eb, q, ['credit_note.number', 'invoice.number', 'student.name', 'requester.name']),
        )
      : query
  },
})

/** Notes whose invoice is in scope. */
export function creditNotesIn(db: Kysely<DB>, scope: RowScope) {
  const query = db
    .selectFrom('credit_note')
    .where('credit_note.invoice_id', 'in', invoicesIn(db, scope).select('invoice.id'))
  if (scope.scope !== 'own') return query
  return query
    .where('credit_note.kind', '=', 'credit_note')
    .where('credit_note.status', 'in', ['approved', 'reversed'])
}

function found(db: Kysely<DB>, scope: RowScope) {
  return creditNotesIn(db, scope)
    .innerJoin('invoice', 'invoice.id', 'credit_note.invoice_id')
    .innerJoin('student', 'student.id', 'invoice.student_id')
    .leftJoin('user_account as requester', 'requester.id', 'credit_note.requested_by')
    .leftJoin('discount as rule', 'rule.id', 'credit_note.discount_id')
    .select(['credit_note.id', 'credit_note.number', 'credit_note.invoice_id', 'credit_note.reason'])
    .select(['credit_note.requested_at', 'credit_note.issued_on', 'invoice.number as invoice'])
    .select(['credit_note.total_sen', 'credit_note.credit_sen', 'student.name as student'])
    .select(['requester.name as requester', 'rule.name as rule', 'credit_note.version'])
    .select(sql<CreditNoteKind>`credit_note.kind`.as('kind'))
    .select(sql<CreditNoteStatus>`credit_note.status`.as('status'))
}

/** One note with its lines and decider; refuses not_found.credit_note. */
export async function creditNote(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await found(db, scope)
    .innerJoin('parent as payer', 'payer.id', 'invoice.payer_parent_id')
    .leftJoin('user_account as decider', 'decider.id', 'credit_note.decided_by')
    .select(['credit_note.requested_by', 'credit_note.decided_at', 'credit_note.decision_reason'])
    .select(['credit_note.sub_total_sen', 'credit_note.tax_total_sen', 'credit_note.branch_id'])
    .select(['decider.name as decider', 'payer.name as payer', 'payer.id as payer_parent_id'])
    .select(['invoice.issued_on as invoice_issued_on', 'payer.preferred_locale as payer_locale'])
    .select('invoice.student_id')
    .where('credit_note.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.credit_note')
  return { ...row, items: await itemsOf(db, id) }
}

function itemsOf(db: Kysely<DB>, credit_note_id: string) {
  return db
    .selectFrom('credit_note_item as item')
    .innerJoin('invoice_item as line', 'line.id', 'item.invoice_item_id')
    .select(['line.id', 'line.description', 'item.amount_sen', 'item.tax_sen'])
    .select(['line.period_starts_on', 'line.period_ends_on', 'line.description_en', 'line.description_my'])
    .select(sql<LineShare>`line.facts -> 'share'`.as('share'))
    .where('item.credit_note_id', '=', credit_note_id)
    .orderBy('line.position')
    .execute()
}

/** The notes about one invoice, the latest first. */
export function notesOf(db: Kysely<DB>, scope: RowScope, invoice_id: string) {
  return found(db, scope)
    .where('credit_note.invoice_id', '=', invoice_id)
    .orderBy('credit_note.requested_at', 'desc')
    .limit(100)
    .execute()
}

/** The lines of an invoice with what approved notes have credited of each. */
export function creditedLines(db: Kysely<DB>, invoice_id: string): Promise<CreditedLine[]> {
  const taken = (column: 'amount_sen' | 'tax_sen') =>
    sql<number>`(select coalesce(sum(item.${sql.ref(column)}), 0) from credit_note_item as item
      join credit_note on credit_note.id = item.credit_note_id and credit_note.status = 'approved'
      where item.invoice_item_id = invoice_item.id)`
  return db
    .selectFrom('invoice_item')
    .select(['id', 'description', 'amount_sen', 'tax_sen'])
    .select(['period_starts_on', 'period_ends_on', 'description_en', 'description_my'])
    .select(sql<LineShare>`facts -> 'share'`.as('share'))
    .select([taken('amount_sen').as('credited_sen'), taken('tax_sen').as('credited_tax_sen')])
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
}
