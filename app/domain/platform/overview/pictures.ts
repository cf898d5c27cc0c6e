import { type Kysely, sql } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { owedLine } from '#app/domain/platform/payouts/owed.ts'
import type { ReportSum } from '#app/domain/platform/reports/report.ts'
import type { DB } from '#db/types.ts'

/** Of an organisation: what its subscription is at, or that it is closed or has none. */
export const states = ['trial', 'active', 'grace', 'limited', 'ended', 'none', 'inactive'] as const

export interface StateCount {
  state: (typeof states)[number]
  count: number
}

/** Days within which a subscription that ends is told. */
export const endingDays = 30

/** Days that the picture of what came in shows, today among them. */
export const pictureDays = 30

/** What came in on each of the last 30 days, less what went out again; a day of nothing is there, too. */
export async function collectedByDay(db: Kysely<DB>, today: string): Promise<ReportSum[]> {
  const from = addDays(today, 1 - pictureDays)
  const rows = await db
    .selectFrom('platform.ledger')
    .select(['collected_on as period', sql<number>`count(*)::int`.as('lines')])
    .select(sql<number>`sum(gross_sen)::bigint`.as('sen'))
    .where('collected_on', '>=', from)
    .where('collected_on', '<=', today)
    .groupBy('collected_on')
    .execute()
  const known = new Map(rows.map((row) => [row.period, row]))
  return Array.from({ length: pictureDays }, (_, index) => {
    const period = addDays(from, index)
    return known.get(period) ?? { period, lines: 0, sen: 0 }
  })
}

/** How many organisations are in each state, in the order of their life; those that are closed are in none of the others. */
export async function entitiesByState(db: Kysely<DB>): Promise<StateCount[]> {
  const rows = await db
    .selectFrom('platform.entity as entity')
    .leftJoin('platform.subscription as subscription', 'subscription.entity_id', 'entity.id')
    .select(
      sql<string>`case when entity.status = 'inactive' then 'inactive' else coalesce(subscription.status, 'none') end`.as(
        'state',
      ),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy(sql`1`)
    .execute()
  const counts = new Map(rows.map(({ state, count }) => [state, count]))
  return states.flatMap((state) => (counts.has(state) ? [{ state, count: counts.get(state)! }] : []))
}

/** How many subscriptions of organisations that are open end within 30 days. */
export async function endingSubscriptions(db: Kysely<DB>, today: string): Promise<number> {
  const { count } = await db
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('entity.status', '=', 'active')
    .where('subscription.expires_on', '>=', today)
    .where('subscription.expires_on', '<=', addDays(today, endingDays))
    .executeTakeFirstOrThrow()
  return count
}

/** What the banks have settled and no payout has taken up yet, less what was taken back since. */
export async function heldForPayout(db: Kysely<DB>): Promise<{ sen: number; entities: number }> {
  return db
    .selectFrom('platform.ledger as line')
    .select(sql<number>`coalesce(sum(line.net_sen), 0)::bigint`.as('sen'))
    .select(sql<number>`count(distinct line.entity_id)::int`.as('entities'))
    .where(owedLine)
    .executeTakeFirstOrThrow()
}
