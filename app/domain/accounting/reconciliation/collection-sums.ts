import { type Kysely, sql, type Transaction } from 'kysely'
import { isReceived } from '#app/domain/accounting/collections/collection.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { DB } from '#db/types.ts'

/** What a kept sum holds: a number of lines, and sen. */
const figures = ['gross_sen', 'payer_fee_sen', 'tenant_fee_sen', 'net_sen', 'lines'] as const

/** A kept sum that is not what the rows of `collection` come to. */
export interface DifferingSum {
  /** First day. */
  month: string
  branch_id: string
  branch: string
  method: string
  source: string
  /** `out`: reversals and refunds. */
  direction: 'in' | 'out'
  figure: (typeof figures)[number]
  rows_value: number
  kept_value: number
}

const key = sql`month, branch_id, method, source, is_received`

/** SQL, a subquery: every {@link DifferingSum}; rows and sums are read at one moment. */
export function differingSums() {
  const sums = sql.join(
    figures.map((name) =>
      name === 'lines' ? sql`count(*) as lines` : sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`,
    ),
    sql`, `,
  )
  const kept = sql.join(
    figures.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`),
    sql`, `,
  )
  const pairs = sql.join(
    figures.map(
      (name) =>
        sql`(${sql.lit(name)}, coalesce(counted.${sql.ref(name)}, 0), coalesce(kept.${sql.ref(name)}, 0))`,
    ),
    sql`, `,
  )
  return sql<DifferingSum>`(
    select month, branch_id, coalesce(branch.name, branch_id::text) as branch, method, source,
      case when is_received then 'in' else 'out' end as direction, pair.figure, pair.rows_value::bigint, pair.kept_value::bigint
    from (
      select date_trunc('month', collected_on)::date as month, branch_id, method, source, ${isReceived} as is_received, ${sums}
      from collection group by 1, 2, 3, 4, 5) as counted
      full join (select ${key}, ${kept} from collection_sum group by 1, 2, 3, 4, 5) as kept using (${key})
      left join branch on branch.id = branch_id
      cross join lateral (values ${pairs}) as pair (figure, rows_value, kept_value)
    where pair.rows_value <> pair.kept_value)`
}

/** Differences that are shown at most. */
const mostShown = 100

/**
 * Compares the kept sums of the collections with the rows, to the sen.
 * @returns how many sums and lines were compared, how many figures differ, and the first hundred of these
 */
export async function checkCollectionSums(db: Kysely<DB>) {
  const { rows } = await sql<{ sums: number; lines: number; count: number; differing: DifferingSum[] }>`
    with differing as materialized (select * from ${differingSums()} as each)
    select (select count(*) from (select from collection_sum group by ${key}) as each) as sums,
      (select count(*) from collection) as lines, (select count(*) from differing) as count,
      coalesce((select jsonb_agg(shown) from (
        select * from differing order by month, branch, method, source, direction, figure limit ${mostShown}) as shown), '[]')
        as differing`.execute(db)
  return rows[0]!
}

/** Merges the kept sums of each key into one row. Others write and read meanwhile; safe to repeat. Gives how many were merged. */
export async function foldCollectionSums(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ merged: number }>`select fold_collection_sums() as merged`.execute(trx)
  return rows[0]!.merged
}

/** Makes the kept sums anew from the rows, and records what was different before. */
export async function rebuildCollectionSums(trx: Transaction<DB>, actor: Actor): Promise<void> {
  const before = await checkCollectionSums(trx)
  await sql`select rebuild_collection_sums()`.execute(trx)
  const { sums, lines, count: differing } = before
  await record(
    trx,
    actor,
    'month.recalculated',
    { type: 'month_closing', id: null },
    { after: { sums, lines, differing } },
  )
}
