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
import { categoryForm, categoryKinds } from './category.ts'

/** Categories belong to the whole organisation, so every scope that may look sees all of them. */
export const categoryList = tenantList<Selected<typeof found>>()({
  name: 'category',
  title: 'category.plural',
  access: { view: 'category.view', create: 'category.create', print: 'category.print' },
  columns: [
    { key: 'code', label: 'category.code', kind: 'number', sort: true },
    { key: 'name', label: 'category.name', room: 'who', sort: true },
    { key: 'kind', label: 'category.kind', words: 'category.kinds', sort: true },
    { key: 'min_age', label: 'category.min_age', kind: 'count', room: 'table' },
    { key: 'max_age', label: 'category.max_age', kind: 'count', room: 'table' },
    { key: 'subjects', label: 'category.subjects', kind: 'count', total: true, sort: true },
    { key: 'status', label: 'category.status', kind: 'status', sort: true },
  ],
  filters: {
    kind: oneOf('category.kind', categoryKinds, 'category.kinds'),
    status: oneOf('category.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, kind, status }) {
    let query = found(db)
    if (kind) query = query.where('category.kind', '=', kind)
    if (status) query = query.where('category.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['category.code', 'category.name']))
    return query
  },
})

/** One category; refuses with not_found.category. */
export async function category(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('category.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.category')
  return row
}

/** Categories with how many subjects are of each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('category')
    .where('category.deleted_at', 'is', null)
    .selectAll('category')
    .select(countIn('subject', 'category_id', 'category').as('subjects'))
}

/** Active categories to choose from, and the one that the row has already. */
export const categoryOptions = (db: Kysely<DB>, kept?: Chosen) =>
  offered(db, 'category', kept).select(['id', 'name']).orderBy('name').execute()

/** What is done with categories; one that subjects have can only be deactivated. */
export const categories = crudVerbs('category', categoryForm, { subject: 'category_id' }, category)
