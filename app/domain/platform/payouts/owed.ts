import { type Kysely, sql } from 'kysely'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import type { DB } from '#db/types.ts'
import { nextPayoutDay, type PayoutSchedule } from './payout.ts'

/**
 * Lines of the ledger (`line`) that are owed to an organisation: settled by the bank and in no payout yet, and reversals,
 * which count at once. A line that was reversed before it was paid out is included together with its reversal.
 */
export const owedLine = sql<boolean>`
  line.method = 'fpx' and line.source in ('invoice', 'infaq', 'zakat') and line.payout_id is null
  and (line.status = 'reversed' or (line.status = 'settled' and line.gross_sen > 0))`

/** An organisation's balance to be paid out, approved adjustments included, and its next payout day. */
interface Waiting {
  sen: number
  next_on: string
}

/** In the organisation's or the platform's schema; undefined: there is no such organisation. */
export async function waitingFor(
  db: Kysely<DB>,
  entity_id: string,
  today: string,
): Promise<Waiting | undefined> {
  const [entity, holidays, { rows }] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(['payout_frequency', 'payout_day'])
      .where('id', '=', entity_id)
      .executeTakeFirst(),
    holidaysOf(db),
    sql<{ sen: number }>`select (
        (select coalesce(sum(line.net_sen), 0) from platform.ledger line where line.entity_id = ${entity_id} and ${owedLine})
        + (select coalesce(sum(sen), 0) from platform.payout_adjustment
          where entity_id = ${entity_id} and status = 'approved' and payout_id is null)
      )::bigint as sen`.execute(db),
  ])
  if (!entity) return undefined
  return { sen: rows[0]!.sen, next_on: nextPayoutDay(entity as PayoutSchedule, today, holidays) }
}

/** Owed, and settled by `until`. */
const owed = (until: string) => sql`${owedLine} and (line.status = 'reversed' or line.settles_on <= ${until})`

export type Sum = Awaited<ReturnType<typeof sumsOf>> extends Map<string, infer S> ? S : never

/** Ids of the ledger lines and adjustments of one payout run. */
interface PayoutItems {
  lines: string[]
  adjustments: string[]
}

/**
 * The items that payouts of these organisations consist of. Preparing a payout locks the items first and sums them by id, so
 * that what is reversed or approved in the meantime goes into the next payout.
 */
export async function owedTo(
  db: Kysely<DB>,
  of: readonly string[],
  until: string,
  { lock }: { lock: boolean },
): Promise<PayoutItems> {
  const forUpdate = lock ? sql`for update` : sql``
  const lines = await sql<{ id: string }>`select line.id from platform.ledger line
    where line.entity_id = any(${of}::uuid[]) and ${owed(until)} order by line.id ${forUpdate}`.execute(db)
  const adjustments = await sql<{ id: string }>`select id from platform.payout_adjustment
    where entity_id = any(${of}::uuid[]) and payout_id is null and status = 'approved' order by id ${forUpdate}`.execute(
    db,
  )
  return { lines: lines.rows.map(({ id }) => id), adjustments: adjustments.rows.map(({ id }) => id) }
}

/** Sums of the items, by organisation. */
export async function sumsOf(db: Kysely<DB>, items: PayoutItems) {
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
      select * from platform.ledger where id = any(${items.lines}::uuid[])
    ), summed as (
      select entity_id, count(*) as lines, min(collected_on) as period_start, max(collected_on) as period_end,
        coalesce(sum(gross_sen) filter (where gross_sen > 0), 0) as gross_sen,
        coalesce(sum(payer_fee_sen + tenant_fee_sen) filter (where gross_sen > 0), 0) as fees_sen,
        coalesce(-sum(net_sen) filter (where gross_sen < 0), 0) as reversals_sen
      from line group by entity_id
    ), adjusted as (
      select entity_id, sum(sen) as sen from platform.payout_adjustment
      where id = any(${items.adjustments}::uuid[]) group by entity_id
    )
    select coalesce(summed.entity_id, adjusted.entity_id) as entity_id, coalesce(lines, 0)::bigint as lines,
      period_start, period_end, coalesce(gross_sen, 0)::bigint as gross_sen, coalesce(fees_sen, 0)::bigint as fees_sen,
      coalesce(reversals_sen, 0)::bigint as reversals_sen, coalesce(sen, 0)::bigint as adjustments_sen,
      (coalesce(gross_sen - fees_sen - reversals_sen, 0) + coalesce(sen, 0))::bigint as net_sen
    from summed full join adjusted on adjusted.entity_id = summed.entity_id`.execute(db)
  return new Map(rows.map(({ entity_id, ...sum }) => [entity_id, sum]))
}
