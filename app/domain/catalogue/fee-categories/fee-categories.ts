import type { Kysely } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, countIn, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { feeCategoryForm, feeKinds } from './fee-category.ts'

/** Fee categories belong to the whole organisation, so every scope that may look sees all of them. */
export const feeCategoryList = tenantList<Selected<typeof found>>()({
  name: 'fee-category',
  title: 'fee_category.plural',
  access: { view: 'fee_category.view', create: 'fee_category.create', print: 'fee_category.print' },
  columns: [
    { key: 'code', label: 'fee_category.code', kind: 'number', sort: true },
    { key: 'name', label: 'fee_category.name', room: 'who', sort: true },
    { key: 'kind', label: 'fee_category.kind', words: 'fee_category.kinds', sort: true },
    { key: 'einvoice_classification', label: 'fee_category.einvoice_classification', room: 'wide' },
    { key: 'discountable', label: 'fee_category.discountable', words: 'common.answer', room: 'table' },
    {
      key: 'fee_types',
      label: 'fee_category.fee_types',
      kind: 'count',
      room: 'table',
      total: true,
      sort: true,
    },
    { key: 'status', label: 'fee_category.status', kind: 'status', sort: true },
  ],
  filters: {
    kind: oneOf('fee_category.kind', feeKinds, 'fee_category.kinds'),
    status: oneOf('fee_category.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, kind, status }) {
    let query = found(db)
    if (kind) query = query.where('fee_category.kind', '=', kind)
    if (status) query = query.where('fee_category.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['fee_category.code', 'fee_category.name']))
    return query
  },
})

/** One fee category; refuses with not_found.fee_category. */
export async function feeCategory(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('fee_category.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.fee_category')
  return row
}

/** Active fee categories to choose from, and the one that the row has already. */
export const feeCategoryOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'fee_category', kept).select(['id', 'name']).orderBy('name').execute()

/** Fee categories with how many fee types are of each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('fee_category')
    .where('fee_category.deleted_at', 'is', null)
    .selectAll('fee_category')
    .select(countIn('fee_type', 'fee_category_id', 'fee_category').as('fee_types'))
}

/** What is done with fee categories; one that fee types or discounts name can only be deactivated. */
export const feeCategories = crudVerbs(
  'fee_category',
  feeCategoryForm,
  { fee_type: 'fee_category_id', discount_fee_category: 'fee_category_id' },
  feeCategory,
)
