import { type Kysely, sql } from 'kysely'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { lateSchedules } from '#app/domain/platform/overview/late-schedules.ts'
import { owedLine } from '#app/domain/platform/payouts/find-payouts.ts'
import type { ReportSum } from '#app/domain/platform/reports/collection-report.ts'
import type { DB } from '#db/types.ts'

const unmatchedDays = 30

/** Figures of the operator's dashboard, from the platform's tables alone, each answered by an index; amounts in sen. */
export async function overview(db: Kysely<DB>, today: string) {
  const [entities, money, jobs, waiting, messages, worker, late] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(sql<number>`count(*)`.as('count'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow(),
    collected(db, today),
    db
      .selectFrom('platform.failed_job')
      .select(sql<number>`count(*)`.as('count'))
      .select(sql<number>`count(*) filter (where name like 'einvoice.%')`.as('einvoices'))
      .where('retried_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('platform.outbox')
      .select(sql<number>`floor(extract(epoch from now() - run_at))::int`.as('seconds'))
      .where('run_at', '<=', sql<Date>`now()`)
      .where('held_at', 'is', null)
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst(),
    unmatched(db),
    workers(db),
    lateSchedules(db),
  ])
  return {
    entities: entities.count,
    money,
    failed_jobs: jobs.count,
    failed_einvoices: jobs.einvoices,
    /** Seconds since the oldest unsent outbox row was due; null when there is none. */
    waiting_seconds: waiting?.seconds ?? null,
    messages,
    worker: { ...worker, late },
  }
}

/** Minutes within which deaths of workers are counted; one that is told to end leaves no row. */
const deathMinutes = 15

/**
 * `unseen_seconds`: since any worker was last seen, null if none ever was. `lost_seconds`: for which a live worker has been
 * without its queue, null if all reach it. `deaths`: workers that ended unasked in the last minutes.
 */
function workers(db: Kysely<DB>) {
  return db
    .selectFrom('platform.worker')
    .select([
      sql<number | null>`floor(extract(epoch from now() - max(seen_at)))::int`.as('unseen_seconds'),
      sql<number>`count(*) filter (where seen_at between now() - ${sql.lit(deathMinutes)} * interval '1 minute'
        and now() - interval '30 seconds')::int`.as('deaths'),
      sql<number | null>`floor(extract(epoch from now() - min(queue_lost_at)
        filter (where seen_at > now() - interval '1 minute')))::int`.as('lost_seconds'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reversals are deducted on their own day; the counts are of incoming payments only. */
async function collected(db: Kysely<DB>, today: string) {
  const month = startOfMonth(today)
  const sums = await db
    .selectFrom('platform.ledger')
    .select([
      sql<number>`coalesce(sum(gross_sen), 0)`.as('month_sen'),
      sql<number>`count(*) filter (where gross_sen > 0 and source <> 'rounding')`.as('month_count'),
      sql<number>`coalesce(sum(gross_sen) filter (where collected_on = ${today}::date), 0)`.as('today_sen'),
      sql<number>`count(*) filter (where collected_on = ${today}::date and gross_sen > 0 and source <> 'rounding')`.as(
        'today_count',
      ),
    ])
    .where('collected_on', '>=', month)
    .where('collected_on', '<=', today)
    .executeTakeFirstOrThrow()
  return { month, ...sums }
}

/** Gateway messages that match no payment, and how many of them have no valid signature. */
async function unmatched(db: Kysely<DB>) {
  return db
    .selectFrom('platform.gateway_message')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where not verified)`.as('unsigned'),
    ])
    .where('entity_id', 'is', null)
    .where('received_at', '>', sql<Date>`now() - make_interval(days => ${unmatchedDays})`)
    .executeTakeFirstOrThrow()
}

export const entityColumns = columnsOf<EntityRow>()(
  { key: 'name', label: 'admin.dashboard.entity' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'today_sen', label: 'admin.dashboard.collected_today', kind: 'money', room: 'much' },
  { key: 'status', label: 'admin.dashboard.status', kind: 'status' },
)

export const registrationColumns = columnsOf<RegistrationRow>()(
  { key: 'organisation_name', label: 'admin.dashboard.entity' },
  { key: 'reference', label: 'admin.dashboard.reference' },
  { key: 'subdomain', label: 'admin.dashboard.subdomain' },
  { key: 'contact_email', label: 'admin.dashboard.contact' },
  { key: 'reserved_until', label: 'admin.dashboard.reserved_until', kind: 'instant' },
)

const most = 6

interface EntityRow {
  id: string
  name: string
  subdomain: string
  today_sen: number
  status: string
}

/** The organisations that collected most on a day, in sen, followed by the newest. */
export async function entitiesOn(db: Kysely<DB>, today: string): Promise<EntityRow[]> {
  return db
    .selectFrom('platform.entity as entity')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('platform.ledger')
          .select(['entity_id', sql<number>`sum(gross_sen)`.as('sen')])
          .where('collected_on', '=', today)
          .groupBy('entity_id')
          .as('taken'),
      (join) => join.onRef('taken.entity_id', '=', 'entity.id'),
    )
    .select(['entity.id', 'entity.name', 'entity.subdomain', 'entity.status'])
    .select(sql<number>`coalesce(taken.sen, 0)`.as('today_sen'))
    .orderBy(sql`coalesce(taken.sen, 0)`, 'desc')
    .orderBy('entity.id', 'desc')
    .limit(most)
    .execute()
}

interface RegistrationRow {
  id: string
  reference: string
  organisation_name: string
  subdomain: string
  contact_email: string
  reserved_until: Date
}

/** Pending registrations, ordered by the end of their reservation. */
export async function waitingRegistrations(db: Kysely<DB>): Promise<RegistrationRow[]> {
  return pendingRegistrations(db).orderBy('reserved_until').orderBy('id').limit(most).execute()
}

function pendingRegistrations(db: Kysely<DB>) {
  return db
    .selectFrom('platform.entity_registration')
    .select(['id', 'reference', 'organisation_name', 'subdomain', 'contact_email', 'reserved_until'])
    .where('status', '=', 'pending')
}

/** Active organisations whose package has FPX and that have no seller ID yet, so that no family can pay them by it. */
export async function withoutSeller(db: Kysely<DB>): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('platform.entity')
    .select(['id', 'name'])
    .where('status', '=', 'active')
    .where('fpx_seller_id', 'is', null)
    .where(sql<boolean>`'fpx' = any (platform.features_of(id))`)
    .orderBy('id')
    .execute()
}

/** An organisation's subscription stage, or `none` without a subscription, or `inactive` if closed. */
const states = ['trial', 'active', 'grace', 'limited', 'ended', 'none', 'inactive'] as const

export interface StateCount {
  state: (typeof states)[number]
  count: number
}

/** Days ahead within which expiring subscriptions are counted. */
export const endingDays = 30

/** Days in the chart of collections, including today. */
const chartDays = 30

/** Collections less reversals for each of the last 30 days, days without any included. */
export async function collectedByDay(db: Kysely<DB>, today: string): Promise<ReportSum[]> {
  const from = addDays(today, 1 - chartDays)
  const rows = await db
    .selectFrom('platform.ledger')
    .select(['collected_on as period', sql<number>`count(*)::int`.as('lines')])
    .select(sql<number>`sum(gross_sen)::bigint`.as('sen'))
    .where('collected_on', '>=', from)
    .where('collected_on', '<=', today)
    .groupBy('collected_on')
    .execute()
  const known = new Map(rows.map((row) => [row.period, row]))
  return Array.from({ length: chartDays }, (_, index) => {
    const period = addDays(from, index)
    return known.get(period) ?? { period, lines: 0, sen: 0 }
  })
}

/** Months in the chart of collections, including the running one. */
const chartMonths = 12

/** The same for each of the last 12 months, the running one to today. */
export async function collectedByMonth(db: Kysely<DB>, today: string): Promise<ReportSum[]> {
  const first = startOfMonth(addMonths(today, 1 - chartMonths))
  const month = sql<string>`to_char(collected_on, 'YYYY-MM')`
  const rows = await db
    .selectFrom('platform.ledger')
    .select([month.as('period'), sql<number>`count(*)::int`.as('lines')])
    .select(sql<number>`sum(gross_sen)::bigint`.as('sen'))
    .where('collected_on', '>=', first)
    .where('collected_on', '<=', today)
    .groupBy(sql`1`)
    .execute()
  return Array.from({ length: chartMonths }, (_, index) => {
    const period = addMonths(first, index).slice(0, 7)
    return rows.find((row) => row.period === period) ?? { period, lines: 0, sen: 0 }
  })
}

/** Number of organisations by state, in the order of `states`; closed ones count only as `inactive`. */
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

/** Number of active organisations whose subscription ends within 30 days. */
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

/** The total balance to be paid out: settled and in no payout yet, less reversals. */
export async function totalToPayOut(db: Kysely<DB>): Promise<{ sen: number; entities: number }> {
  return db
    .selectFrom('platform.ledger as line')
    .select(sql<number>`coalesce(sum(line.net_sen), 0)::bigint`.as('sen'))
    .select(sql<number>`count(distinct line.entity_id)::int`.as('entities'))
    .where(owedLine)
    .executeTakeFirstOrThrow()
}
