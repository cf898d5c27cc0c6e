import { type Kysely, sql } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { chosenOf } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { discountForm, discountTypes, valueWords } from './discount.ts'
import { ruleEndsSoon } from './ending.ts'

type Raw = Selected<typeof found>

/** Discounts belong to the whole organisation, so every scope that may look sees all of them. */
export const discountList = tenantList<Raw & { value: string }, Raw>()({
  name: 'discount',
  title: 'discount.plural',
  access: { view: 'discount.view', create: 'discount.create', print: 'discount.print' },
  columns: [
    { key: 'code', label: 'discount.code', kind: 'number', sort: true },
    { key: 'name', label: 'discount.name', room: 'who', sort: true },
    { key: 'type', label: 'discount.type', words: 'discount.types', sort: true },
    { key: 'value', label: 'discount.value', room: 'much' },
    {
      key: 'fee_categories',
      label: 'discount.fee_category_ids',
      none: 'discount.every_category',
      room: 'widest',
    },
    { key: 'valid_from', label: 'discount.valid_from', kind: 'date', room: 'wide', sort: true },
    { key: 'valid_to', label: 'discount.valid_to', kind: 'date', room: 'wide', sort: true },
    { key: 'stackable', label: 'discount.stackable', words: 'common.answer', only: 'file' },
    { key: 'priority', label: 'discount.priority', kind: 'count', only: 'file', sort: true },
    { key: 'needs_approval', label: 'discount.needs_approval', words: 'common.answer', only: 'file' },
    { key: 'sponsor', label: 'discount.sponsor', only: 'file' },
    { key: 'students', label: 'discount.students', kind: 'count', room: 'table', total: true, sort: true },
    { key: 'status', label: 'discount.status', kind: 'status', sort: true },
  ],
  filters: {
    type: oneOf('discount.type', discountTypes, 'discount.types'),
    status: oneOf('discount.status', resourceStatuses, 'common.status'),
    ends: oneOf('discount.ends', ['soon'], 'student_discount.ends_words'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, { today }, { q, type, status, ends }) {
    let query = found(db)
    if (ends) query = query.where(ruleEndsSoon(today))
    if (type) query = query.where('discount.type', '=', type)
    if (status) query = query.where('discount.status', '=', status)
    if (q)
      query = query.where((eb) => contains(eb, q, ['discount.code', 'discount.name', 'discount.sponsor']))
    return query
  },
  row: (raw) => ({ ...raw, value: valueWords(raw) }),
})

/** One discount; refuses with not_found.discount. */
export async function discount(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('discount.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.discount')
  const fee_category_ids = await chosenOf(db, 'discount_fee_category', id)
  return { ...row, fee_category_ids }
}

const categoryNames = sql<
  string | null
>`(select string_agg(fee_category.name, ', ' order by fee_category.name)
  from discount_fee_category join fee_category on fee_category.id = discount_fee_category.fee_category_id
  where discount_fee_category.discount_id = discount.id)`

const studentCount = sql<number>`(select count(*) from student_discount
  where student_discount.discount_id = discount.id and student_discount.status = 'approved')`

/** Discounts with the fees that they lower and how many students were given each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('discount')
    .where('discount.deleted_at', 'is', null)
    .selectAll('discount')
    .select([categoryNames.as('fee_categories'), studentCount.as('students')])
}

/** Lines of invoices that a discount lowered, whether it was given or is worked out by each bill. */
const loweredBy = (id: string) =>
  sql<boolean>`facts @> ${JSON.stringify({ discounts: [{ discount_id: id }] })}::jsonb`

/**
 * What is done with discounts; one that a student ever had or asked for, that lowered a bill, or that was given for paying
 * early, can only be deactivated.
 */
export const discounts = crudVerbs(
  'discount',
  discountForm,
  { student_discount: 'discount_id', credit_note: 'discount_id', invoice_item: loweredBy },
  discount,
)
