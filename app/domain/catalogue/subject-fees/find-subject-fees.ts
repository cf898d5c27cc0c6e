import { type Kysely, sql } from 'kysely'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { appliesTo, feeFrequencies } from './subject-fee.ts'

/** Fees of classes concern the whole organisation, so every scope that may look sees all of them. */
export const subjectFeeList = tenantList<Selected<typeof found>>()({
  name: 'subjectFee',
  title: 'subject_fee.plural',
  access: { view: 'subject_fee.view', create: 'subject_fee.create', print: 'subject_fee.print' },
  columns: [
    { key: 'subject', label: 'subject_fee.subject_id', room: 'who', sort: true },
    { key: 'code', label: 'subject_fee.subject_code', only: 'file', sort: true },
    { key: 'fee_type', label: 'subject_fee.fee_type_id', sort: true },
    { key: 'amount_sen', label: 'subject_fee.amount_sen', kind: 'money', room: 'much', sort: true },
    { key: 'quantity', label: 'subject_fee.quantity', kind: 'count', only: 'file' },
    { key: 'frequency', label: 'subject_fee.frequency', words: 'subject_fee.frequencies', sort: true },
    { key: 'due_day', label: 'subject_fee.due_day', kind: 'count', room: 'wide' },
    { key: 'apply_to', label: 'subject_fee.apply_to', words: 'subject_fee.applies_to', only: 'file' },
    { key: 'proration', label: 'subject_fee.proration', words: 'subject_fee.prorations', only: 'file' },
    { key: 'starts_on', label: 'subject_fee.starts_on', kind: 'date', room: 'table', sort: true },
    { key: 'ends_on', label: 'subject_fee.ends_on', kind: 'date', room: 'wide', sort: true },
    { key: 'remark', label: 'subject_fee.remark', only: 'file' },
    { key: 'status', label: 'subject_fee.status', kind: 'status', sort: true },
  ],
  filters: {
    subject_id: oneEntry('subject_fee.subject_id', (db, _reader, chosen) => subjectOptions(db, chosen)),
    fee_type_id: oneEntry('subject_fee.fee_type_id', (db, _reader, chosen) => feeTypeOptions(db, chosen)),
    frequency: oneOf('subject_fee.frequency', feeFrequencies, 'subject_fee.frequencies'),
    apply_to: oneOf('subject_fee.apply_to', appliesTo, 'subject_fee.applies_to'),
    status: oneOf('subject_fee.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'subject',
  query(db, _reader, { q, subject_id, fee_type_id, frequency, apply_to, status }) {
    let query = found(db)
    if (subject_id) query = query.where('subject_fee.subject_id', '=', subject_id)
    if (fee_type_id) query = query.where('subject_fee.fee_type_id', '=', fee_type_id)
    if (frequency) query = query.where('subject_fee.frequency', '=', frequency)
    if (apply_to) query = query.where('subject_fee.apply_to', '=', apply_to)
    if (status) query = query.where('subject_fee.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['subject.name', 'subject.code', 'fee_type.name']))
    return query
  },
})

/** One fee of a class; refuses with not_found.subject_fee. */
export async function subjectFee(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db)
    .select(
      sql<number>`(select count(*) from invoice_item where invoice_item.subject_fee_id = subject_fee.id)`.as(
        'billed',
      ),
    )
    .where('subject_fee.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.subject_fee')
  return row
}

/** The prices that this fee has had and will have, the latest first; itself among them. */
export async function pricesOf(db: Kysely<DB>, { id }: { id: string }) {
  const chain = sql<{ id: string }>`with recursive
    before as (
      select id, replaces_id from subject_fee where id = ${id}
      union all select fee.id, fee.replaces_id from subject_fee fee join before on fee.id = before.replaces_id),
    after as (
      select id from subject_fee where id = ${id}
      union all select fee.id from subject_fee fee join after on fee.replaces_id = after.id)
    select id from before union select id from after`
  return found(db)
    .where('subject_fee.id', 'in', sql<string>`(${chain})`)
    .orderBy('subject_fee.starts_on', 'desc')
    .execute()
}

/** The first fees of a class, by type, the latest price of each first. */
export const feesOfSubject = (db: Kysely<DB>, subject_id: string) =>
  found(db)
    .where('subject_fee.subject_id', '=', subject_id)
    .orderBy('fee_type.name')
    .orderBy('subject_fee.starts_on', 'desc')
    .orderBy('subject_fee.id')
    .limit(50)
    .execute()

/** Fees with their class and what is charged. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('subject_fee')
    .innerJoin('subject', 'subject.id', 'subject_fee.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'subject_fee.fee_type_id')
    .where('subject_fee.deleted_at', 'is', null)
    .selectAll('subject_fee')
    .select(['subject.name as subject', 'subject.code', 'fee_type.name as fee_type'])
}
