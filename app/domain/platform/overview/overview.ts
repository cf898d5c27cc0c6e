import { type Kysely, sql } from 'kysely'
import { startOfMonth } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'

const unmatchedDays = 30

/** From the platform's own tables, each figure by one query that an index answers; amounts in sen. */
export async function overview(db: Kysely<DB>, today: string) {
  const [entities, money, jobs, waiting, messages, worker] = await Promise.all([
    db
      .selectFrom('platform.entity')
      .select(sql<number>`count(*)`.as('count'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow(),
    collected(db, today),
    db
      .selectFrom('platform.failed_job')
      .select(sql<number>`count(*)`.as('count'))
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
  ])
  return {
    entities: entities.count,
    money,
    failed_jobs: jobs.count,
    /** Seconds for which the oldest row that is due waits for the worker; null when nothing waits. */
    waiting_seconds: waiting?.seconds ?? null,
    messages,
    worker,
  }
}

/**
 * Seconds since any worker was seen, null when none ever was; and for which one that lives has been without its queue,
 * null when all reach it.
 */
function workers(db: Kysely<DB>) {
  return db
    .selectFrom('platform.worker')
    .select([
      sql<number | null>`floor(extract(epoch from now() - max(seen_at)))::int`.as('unseen_seconds'),
      sql<number | null>`floor(extract(epoch from now() - min(queue_lost_at)
        filter (where seen_at > now() - interval '1 minute')))::int`.as('lost_seconds'),
    ])
    .executeTakeFirstOrThrow()
}

/** What was taken back counts on the day on which it was; only what came in is counted in payments. */
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

/** How many no payment expected, and how many of them nobody had signed. */
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
