import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import { Refusal } from './refusal.ts'

/**
 * Counts one use of `key` and refuses (too_many_requests) when there were more than `points` within `seconds`. The
 * count is kept in the database, so that it holds across processes; call it in a transaction of its own, since a
 * refused one would take its count back.
 */
export async function countUse(
  trx: Transaction<DB>,
  key: string,
  { points, seconds }: { points: number; seconds: number },
): Promise<{ allowed: boolean }> {
  const until = sql<number>`(extract(epoch from now()) * 1000)::bigint + ${seconds * 1000}::bigint`
  const over = sql<boolean>`rate_limit.expire < (extract(epoch from now()) * 1000)::bigint`
  const row = await trx
    .insertInto('platform.rate_limit')
    .values({ key, points: 1, expire: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql`case when ${over} then 1 else rate_limit.points + 1 end`,
        expire: sql`case when ${over} then ${until} else rate_limit.expire end`,
      }),
    )
    .returning('points')
    .executeTakeFirstOrThrow()
  return { allowed: row.points <= points }
}

/** Refuses when {@link countUse} says no. */
export function refuseFlood({ allowed }: { allowed: boolean }): void {
  if (!allowed) throw new Refusal('too_many_requests')
}
