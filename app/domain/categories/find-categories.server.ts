import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { CategorySearch } from './category-form.ts'

/** Categories belong to the whole organisation, so every scope that may look sees all of them. */
export async function categories(db: Kysely<DB>, _scope: RowScope, search: CategorySearch) {
  let query = db
    .selectFrom('category')
    .where('category.deleted_at', 'is', null)
    .select((eb) => [
      'category.id',
      'category.code',
      'category.name',
      'category.kind',
      'category.min_age',
      'category.max_age',
      'category.status',
      eb
        .selectFrom('subject')
        .whereRef('subject.category_id', '=', 'category.id')
        .where('subject.deleted_at', 'is', null)
        .select(sql<number>`count(*)`.as('count'))
        .as('subjects'),
    ])
  if (search.kind) query = query.where('category.kind', '=', search.kind)
  if (search.status) query = query.where('category.status', '=', search.status)
  if (search.q) query = query.where((eb) => contains(eb, search.q, ['category.code', 'category.name']))
  return paginate(
    // A row for each category with its count, so that the list can sort and add up by it.
    db.selectFrom(query.as('category')).selectAll(),
    search,
    {
      sorts: { code: 'code', name: 'name', kind: 'kind', subjects: 'subjects', status: 'status' },
      standard: 'code',
      tie: 'id',
      sums: { subjects: 'subjects' },
    },
  )
}

/** One category; refuses with not_found.category. */
export async function category(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await db
    .selectFrom('category')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('subject')
        .whereRef('subject.category_id', '=', 'category.id')
        .where('subject.deleted_at', 'is', null)
        .select(sql<number>`count(*)`.as('count'))
        .as('subjects'),
    )
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.category')
  return { ...row, subjects: row.subjects ?? 0 }
}
