import { sql } from 'kysely'
import { isReceived } from '#app/domain/accounting/collections/collection.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'

/** A part of what was collected in a month; money in sen, what went out is negative. */
export interface CollectionPart {
  /** First day. */
  month: string
  branch_id: string
  method: string
  source: string
  /** Incoming money and its rounding; else reversals and refunds. */
  is_received: boolean
  lines: number
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
}

/**
 * What was collected from one day to another, as a table expression named `part`. The months are read from the sums that the
 * writes keep; the days of the first and the last month that lie outside are taken off again by their rows. All of it is
 * one statement, so it is what the rows come to at that moment. A key may have several rows.
 */
export function partsBetween(from: string, to: string) {
  const months = { first: startOfMonth(from), last: endOfMonth(to) }
  const outside = sql`select date_trunc('month', collected_on)::date as month, branch_id, method, source,
      ${isReceived} as is_received, -1, -gross_sen, -payer_fee_sen, -tenant_fee_sen, -net_sen
    from collection`
  return sql<CollectionPart>`(
    select month, branch_id, method, source, is_received, lines, gross_sen, payer_fee_sen, tenant_fee_sen, net_sen
      from collection_sum where month between ${months.first}::date and ${months.last}::date
    union all ${outside} where collected_on >= ${months.first}::date and collected_on < ${from}::date
    union all ${outside} where collected_on > ${to}::date and collected_on <= ${months.last}::date)`
}

/** That a part is of a branch of the scope. A scope narrower than a branch sees no collections. */
export function partIsIn({ scope, branch_ids }: RowScope) {
  if (scope === 'all') return sql<boolean>`true`
  const allowed = scope === 'branch' ? branch_ids : []
  return sql<boolean>`part.branch_id = any(${allowed}::uuid[])`
}
