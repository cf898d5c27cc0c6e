import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { ListPageOf, Search } from '#app/domain/lists/search.ts'
import type { DB } from '#db/types.ts'
import { mostEntries } from './entry.ts'

/** `more` when there are older entries than the ones it pages through. */
export interface LogPage<Row, S extends Search> extends ListPageOf<Row, S> {
  more: boolean
}

/**
 * The newest first. Only the newest ten thousand that match are counted and paged through, so that neither counting nor
 * the last page costs more as the log grows; `at` and `tie` are columns of an index.
 */
export async function pageOfLog<O extends object, S extends Search>(
  db: Kysely<DB>,
  query: unknown,
  search: S,
  { at, tie }: { at: string; tie: string },
): Promise<LogPage<O, S>> {
  const matching = query as SelectQueryBuilder<DB, 'audit_log', O>
  const direction = search.sort === 'at' ? sql`asc` : sql`desc`
  const nulls = search.sort === 'at' ? sql`nulls first` : sql`nulls last`
  const order = sql`${sql.ref(at)} ${direction} ${nulls}, ${sql.ref(tie)} ${direction}`
  const page = (number: number) =>
    matching
      .orderBy(order)
      .limit(search.limit)
      .offset((number - 1) * search.limit)
      .execute()
  const counting = db
    .selectFrom(
      matching
        .clearSelect()
        .select(sql`1`.as('one'))
        .limit(mostEntries + 1)
        .as('matching'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const most = Math.ceil(mostEntries / search.limit)
  const asked = Math.min(search.page, most)
  const [first, { count }] = await Promise.all([page(asked), counting])
  const total = Math.min(count, mostEntries)
  const pages = Math.max(1, Math.ceil(total / search.limit))
  const number = Math.min(asked, pages)
  return {
    rows: (number === asked ? first : await page(number)) as O[],
    total,
    totals: {},
    page: number,
    limit: search.limit,
    pages,
    search: { ...search, page: number },
    more: count > mostEntries,
  }
}
