import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { partIsIn, partsBetween } from './collection-sums.ts'

/** Collections of a month, in sen, without the bank's fee; `reversed_sen` is negative, `sen` the sum of both. */
export interface CollectedMonth {
  /** First day. */
  month: string
  received_sen: number
  reversed_sen: number
  sen: number
  fees_sen: number
}

/** Collected without the bank's fee; what went out is negative. */
const given = sql`part.gross_sen - part.payer_fee_sen`

/**
 * What was collected at the branches in scope in each of the last `count` months, the earliest first, the current one to
 * `today`. A reversal counts on its own day; a month without a payment is there with zeros.
 */
export async function collectedByMonth(
  db: Kysely<DB>,
  scope: RowScope,
  { today, count }: { today: string; count: number },
): Promise<CollectedMonth[]> {
  const first = startOfMonth(addMonths(today, 1 - count))
  const { rows } = await sql<CollectedMonth>`
    select part.month, coalesce(sum(${given}) filter (where part.is_received), 0)::bigint as received_sen,
      coalesce(sum(${given}) filter (where not part.is_received), 0)::bigint as reversed_sen,
      sum(${given})::bigint as sen, sum(part.payer_fee_sen)::bigint as fees_sen
    from ${partsBetween(first, today)} as part
    where ${partIsIn(scope)}
    group by part.month`.execute(db)
  return Array.from({ length: count }, (_, index) => {
    const month = addMonths(first, index)
    const nothing = { month, received_sen: 0, reversed_sen: 0, sen: 0, fees_sen: 0 }
    return rows.find((row) => row.month === month) ?? nothing
  })
}
