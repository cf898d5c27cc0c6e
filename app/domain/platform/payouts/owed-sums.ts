import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { owedLine } from './owed.ts'

/** What is owed of the ledger and settled in time. */
const owed = (until: string) => sql`${owedLine} and (line.status = 'reversed' or line.settles_on <= ${until})`

export type Sum = Awaited<ReturnType<typeof sumsOf>> extends Map<string, infer S> ? S : never

export interface Taken {
  lines: string[]
  adjustments: string[]
}

/**
 * What a payout of these organisations is made of. Who makes one locks it before it is summed, and sums it by its ids: what
 * is taken back or approved meanwhile waits for the next payout.
 */
export async function owedTo(
  db: Kysely<DB>,
  of: readonly string[],
  until: string,
  { lock }: { lock: boolean },
): Promise<Taken> {
  const held = lock ? sql`for update` : sql``
  const lines = await sql<{ id: string }>`select line.id from platform.ledger line
    where line.entity_id = any(${of}::uuid[]) and ${owed(until)} order by line.id ${held}`.execute(db)
  const adjustments = await sql<{ id: string }>`select id from platform.payout_adjustment
    where entity_id = any(${of}::uuid[]) and payout_id is null and status = 'approved' order by id ${held}`.execute(
    db,
  )
  return { lines: lines.rows.map(({ id }) => id), adjustments: adjustments.rows.map(({ id }) => id) }
}

/** What it comes to, by organisation. */
export async function sumsOf(db: Kysely<DB>, taken: Taken) {
  const { rows } = await sql<{
    entity_id: string
    lines: number
    period_start: string | null
    period_end: string | null
    gross_sen: number
    fees_sen: number
    reversals_sen: number
    adjustments_sen: number
    net_sen: number
  }>`
    with line as (
      select * from platform.ledger where id = any(${taken.lines}::uuid[])
    ), summed as (
      select entity_id, count(*) as lines, min(collected_on) as period_start, max(collected_on) as period_end,
        coalesce(sum(gross_sen) filter (where gross_sen > 0), 0) as gross_sen,
        coalesce(sum(payer_fee_sen + tenant_fee_sen) filter (where gross_sen > 0), 0) as fees_sen,
        coalesce(-sum(net_sen) filter (where gross_sen < 0), 0) as reversals_sen
      from line group by entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where id = any(${taken.adjustments}::uuid[]) group by entity_id
    )
    select coalesce(summed.entity_id, adjusted.entity_id) as entity_id, coalesce(lines, 0)::bigint as lines,
      period_start, period_end, coalesce(gross_sen, 0)::bigint as gross_sen, coalesce(fees_sen, 0)::bigint as fees_sen,
      coalesce(reversals_sen, 0)::bigint as reversals_sen, coalesce(sen, 0)::bigint as adjustments_sen,
      (coalesce(gross_sen - fees_sen - reversals_sen, 0) + coalesce(sen, 0))::bigint as net_sen
    from summed full join adjusted on adjusted.entity_id = summed.entity_id`.execute(db)
  return new Map(rows.map(({ entity_id, ...sum }) => [entity_id, sum]))
}
