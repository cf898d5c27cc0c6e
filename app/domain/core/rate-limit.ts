import { type Kysely, sql, type Transaction } from 'kysely'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'

/** A key that is counted for each network (networkOf), not for each visitor. */
export const visitorKey = (what: string, ip: string | null): string => `${what}:${networkOf(ip)}`

/**
 * Whether this use of `key` is one of the first `points` within `seconds`, how many are left, and in how many seconds
 * the window resets. Counts per organisation, in the database, so that it holds across processes; count in a transaction of
 * its own, since a rollback would undo the count.
 */
export async function countUse(
  trx: Transaction<DB>,
  key: string,
  { points, seconds }: { points: number; seconds: number },
): Promise<{ allowed: boolean; left: number; resetsIn: number }> {
  const [row] = await countedUse(trx, key, seconds * 1000)
  const { points: used, resets_in } = row!
  return { allowed: used <= points, left: Math.max(0, points - used), resetsIn: Math.max(1, resets_in) }
}

const countedUse = fixedQuery((db, key: string, ms: number) => {
  const until = sql<number>`(extract(epoch from now()) * 1000)::bigint + ${ms}::bigint`
  // a window that ends later than one which begins now was dated by a clock that was ahead
  const over = sql<boolean>`(rate_limit.expire < (extract(epoch from now()) * 1000)::bigint
    or rate_limit.expire > ${until} + 60000)`
  return db
    .insertInto('platform.rate_limit')
    .values({ key, points: 1, expire: until })
    .onConflict((conflict) =>
      conflict.columns(['entity_id', 'key']).doUpdateSet({
        points: sql`case when ${over} then 1 else rate_limit.points + 1 end`,
        expire: sql`case when ${over} then ${until} else rate_limit.expire end`,
      }),
    )
    .returning([
      'points',
      sql<number>`ceil((rate_limit.expire - extract(epoch from now()) * 1000) / 1000)::int`.as('resets_in'),
    ])
})

interface Limit {
  key: string
  points: number
  seconds: number
}

/** Counts in order, stops at the first key that is over its limit, and returns it. */
export async function countUses(trx: Transaction<DB>, limits: readonly Limit[]): Promise<string | undefined> {
  return (await countUsesUntil(trx, limits))?.key
}

/** The same, with the seconds until the key may be used again. */
export async function countUsesUntil(
  trx: Transaction<DB>,
  limits: readonly Limit[],
): Promise<{ key: string; resetsIn: number } | undefined> {
  for (const { key, ...limit } of limits) {
    const { allowed, resetsIn } = await countUse(trx, key, limit)
    if (!allowed) return { key, resetsIn }
  }
  return undefined
}

/** Whole minutes, or hours where it is long, for a sentence that says when something may be done again; at least two. */
export const waitOf = (seconds: number): { minutes: number } | { hours: number } =>
  seconds <= 100 * 60
    ? { minutes: Math.max(2, Math.ceil(seconds / 60)) }
    : { hours: Math.ceil(seconds / 3_600) }

/** Within a window of so many seconds; does not count as a use. */
export async function timesUsed(db: Kysely<DB>, key: string, seconds: number): Promise<number> {
  const row = await db
    .selectFrom('platform.rate_limit')
    .select('points')
    .where('key', '=', key)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .where('expire', '>=', sql<number>`(extract(epoch from now()) * 1000)::bigint`)
    .where(
      'expire',
      '<=',
      sql<number>`(extract(epoch from now()) * 1000)::bigint + ${seconds * 1_000 + 60_000}`,
    )
    .executeTakeFirst()
  return row?.points ?? 0
}

/** Takes back one use that turned out to be harmless; the window goes on. */
export async function giveBackUse(trx: Transaction<DB>, key: string): Promise<void> {
  await trx
    .updateTable('platform.rate_limit')
    .set({ points: sql`points - 1` })
    .where('key', '=', key)
    .where('points', '>', 0)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .execute()
}

/** After a success. Also forgets the separate counts of the key per network (identity/accounts). */
export async function forgetUses(trx: Transaction<DB>, key: string): Promise<void> {
  await trx
    .deleteFrom('platform.rate_limit')
    .where((eb) => eb.or([eb('key', '=', key), sql<boolean>`starts_with(key, ${`${key} from `})`]))
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .execute()
}

/** Refuses too_many_requests. */
export function refuseFlood({ allowed }: { allowed: boolean }): void {
  if (!allowed) throw new Refusal('too_many_requests')
}
