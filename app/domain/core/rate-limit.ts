import { type Kysely, sql, type Transaction } from 'kysely'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'
import { networkOf } from './network.ts'
import { Refusal } from './refusal.ts'

/** The key of what visitors do, counted for each network (networkOf), whoever and however many come from it. */
export const visitorKey = (what: string, ip: string | null): string => `${what}:${networkOf(ip)}`

/**
 * Whether this use of `key` is one of the first `points` within `seconds`, how many are left and in how many seconds it
 * all begins anew. Counts per place, in the database, so that it holds across processes; count in a transaction of its
 * own, since one that is rolled back takes its count with it.
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
  const over = sql<boolean>`rate_limit.expire < (extract(epoch from now()) * 1000)::bigint`
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

export interface Limit {
  key: string
  points: number
  seconds: number
}

/** In their order and no further than the first key that says no, which it returns. */
export async function countUses(trx: Transaction<DB>, limits: readonly Limit[]): Promise<string | undefined> {
  for (const { key, ...limit } of limits) {
    if (!(await countUse(trx, key, limit)).allowed) return key
  }
  return undefined
}

/** Does not count as a use. */
export async function timesUsed(db: Kysely<DB>, key: string): Promise<number> {
  const row = await db
    .selectFrom('platform.rate_limit')
    .select('points')
    .where('key', '=', key)
    .where(sql<boolean>`entity_id is not distinct from platform.current_entity()`)
    .where('expire', '>=', sql<number>`(extract(epoch from now()) * 1000)::bigint`)
    .executeTakeFirst()
  return row?.points ?? 0
}

/** For what has turned out well. With those of the key that were counted apart (accounts/known-network). */
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
