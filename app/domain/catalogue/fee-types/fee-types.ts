import { type Kysely, sql } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { feeCategoryOptions } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, countIn, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { feeTypeForm } from './fee-type.ts'

/** Fee types belong to the whole organisation, so every scope that may look sees all of them. */
export const feeTypeList = tenantList<Selected<typeof found>>()({
  name: 'fee-type',
  title: 'fee_type.plural',
  access: { view: 'fee_type.view', create: 'fee_type.create', print: 'fee_type.print' },
  columns: [
    { key: 'code', label: 'fee_type.code', kind: 'number', sort: true },
    { key: 'name', label: 'fee_type.name', room: 'who', sort: true },
    { key: 'name_en', label: 'fee_type.name_en', only: 'file' },
    { key: 'name_my', label: 'fee_type.name_my', only: 'file' },
    { key: 'fee_category', label: 'fee_type.fee_category_id', sort: true },
    {
      key: 'default_amount_sen',
      label: 'fee_type.default_amount_sen',
      kind: 'money',
      room: 'much',
      sort: true,
    },
    { key: 'taxable', label: 'fee_type.taxable', words: 'common.answer', room: 'wide' },
    { key: 'refundable', label: 'fee_type.refundable', words: 'common.answer', only: 'file' },
    { key: 'gl_code', label: 'fee_type.gl_code', only: 'file' },
    {
      key: 'subject_fees',
      label: 'fee_type.subject_fees',
      kind: 'count',
      room: 'table',
      total: true,
      sort: true,
    },
    { key: 'status', label: 'fee_type.status', kind: 'status', sort: true },
  ],
  filters: {
    fee_category_id: oneEntry('fee_type.fee_category_id', (db, _reader, chosen) =>
      feeCategoryOptions(db, chosen),
    ),
    status: oneOf('fee_type.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, fee_category_id, status }) {
    let query = found(db)
    if (fee_category_id) query = query.where('fee_type.fee_category_id', '=', fee_category_id)
    if (status) query = query.where('fee_type.status', '=', status)
    if (q)
      query = query.where((eb) => contains(eb, q, ['fee_type.code', 'fee_type.name', 'fee_type.gl_code']))
    return query
  },
})

/** One fee type; refuses with not_found.fee_type. */
export async function feeType(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('fee_type.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.fee_type')
  return row
}

/** Active fee types to choose from, and the one that the row has already. */
export const feeTypeOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'fee_type', kept)
    .select(['id', 'name', sql<boolean>`taxable`.as('taxable')])
    .orderBy('name')
    .execute()

/** The first fee types of a category, by code. */
export const feeTypesOf = (db: Kysely<DB>, fee_category_id: string) =>
  found(db)
    .where('fee_type.fee_category_id', '=', fee_category_id)
    .orderBy('fee_type.code')
    .limit(50)
    .execute()

/** Fee types with their category and how many fees of classes are of each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('fee_type')
    .innerJoin('fee_category', 'fee_category.id', 'fee_type.fee_category_id')
    .where('fee_type.deleted_at', 'is', null)
    .selectAll('fee_type')
    .select([
      'fee_category.name as fee_category',
      countIn('subject_fee', 'fee_type_id', 'fee_type').as('subject_fees'),
    ])
}

/** What is done with fee types; one that the fee of a subject or an invoice names can only be deactivated. */
export const feeTypes = crudVerbs(
  'fee_type',
  feeTypeForm,
  {
    subject_fee: 'fee_type_id',
    invoice_item: 'fee_type_id',
    enrolment_fee: 'fee_type_id',
    line_template_item: 'fee_type_id',
  },
  feeType,
)
