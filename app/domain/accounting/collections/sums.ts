import { type Kysely, sql } from 'kysely'
import type { Reader, SearchOf } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import { collectionList } from './find-collections.ts'

/** By what collections are added up. */
export const sumsBy = ['method', 'source', 'branch', 'clerk', 'day'] as const

/** What came in of one kind, less what was taken back of it; money in sen. */
export interface CollectionSum {
  /** A method, a source, a branch's or a clerk's id, or a day `YYYY-MM-DD`; null: nobody took it, it came by itself. */
  key: string | null
  /** The name of what has an id; else as `key`. */
  name: string | null
  /** Lines of the book, with those by which money went out. */
  lines: number
  gross_sen: number
  fees_sen: number
  net_sen: number
}

type CollectionSearch = SearchOf<(typeof collectionList)['filters']>

/** Days that are shown at most, the latest ones. */
const mostDays = 62

/**
 * What the lines of a search come to: all of them, and by each of {@link sumsBy}, the largest sum first and the days by
 * the latest. The same lines as {@link collectionList} shows, of the same branches, so each part adds up to its total.
 * @returns sums in sen; `days`: how many there are, of which the latest 62 are told
 */
export async function collectionSums(db: Kysely<DB>, reader: Reader, search: CollectionSearch) {
  const { rows } = await sql<CollectionSum & { by: (typeof sumsBy)[number] }>`
    select part.by, part.key, part.name, count(*) as lines,
      coalesce(sum(gross_sen), 0)::bigint as gross_sen,
      coalesce(sum(payer_fee_sen + tenant_fee_sen), 0)::bigint as fees_sen, coalesce(sum(net_sen), 0)::bigint as net_sen
    from ${collectionList.query(db, reader, search).as('line')}
      cross join lateral (values
        ('method', method, method),
        ('source', source, source),
        ('branch', branch_id::text, branch),
        ('clerk', received_by::text, clerk),
        ('day', collected_on::text, collected_on::text)) as part (by, key, name)
    group by part.by, part.key, part.name
    order by case when part.by = 'day' then part.key end desc, sum(gross_sen) desc, part.name`.execute(db)
  const of = (by: string) => rows.flatMap(({ by: which, ...sum }) => (which === by ? [sum] : []))
  const days = of('day')
  return {
    total: totalOf(of('method')),
    parts: {
      ...{ method: of('method'), source: of('source'), branch: of('branch'), clerk: of('clerk') },
      day: days.slice(0, mostDays),
    },
    days: days.length,
  }
}

function totalOf(parts: readonly CollectionSum[]) {
  const sum = (key: 'lines' | 'gross_sen' | 'fees_sen' | 'net_sen') =>
    parts.reduce((all, part) => all + part[key], 0)
  return {
    ...{ lines: sum('lines'), gross_sen: sum('gross_sen') },
    ...{ fees_sen: sum('fees_sen'), net_sen: sum('net_sen') },
  }
}
