import { sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { accountsToTell } from '#app/domain/identity/accounts/to-tell.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { firstNotice, noticeDays } from './stage.ts'

/** Told in one transaction. */
const atATime = 200

/**
 * Tells organisations that their subscription ends, once for each of the days. Where nights were missed only the nearest one
 * is told, with the days that there really are; a trial is not told of days that are not within it, and a package that costs
 * nothing goes on by itself. Some at a time; returns how many. Works in the platform's place.
 */
export async function giveNotices(trx: Transaction<DB>, today: string): Promise<number> {
  const near = sql<number>`(select min(day) from unnest(${sql.lit(`{${noticeDays.join(',')}}`)}::int[]) as day
    where day >= expires_on - ${today}::date and day < expires_on - starts_on)`
  const rows = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .leftJoin('platform.package as next', 'next.id', 'subscription.next_package_id')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .select(['subscription.id', 'subscription.entity_id', 'expires_on', near.as('day')])
    .select(sql<number>`expires_on - ${today}::date`.as('left'))
    .where('expires_on', '<=', sql<string>`${today}::date + ${sql.lit(firstNotice)}::int`)
    .where('subscription.status', 'in', ['trial', 'active', 'grace'])
    .where('entity.status', '=', 'active')
    .where('entity.schema_version', '>', 0)
    .where('package.yearly_fee_sen', '>', 0)
    // Nothing ends for whoever goes on with one that costs nothing.
    .where(sql<boolean>`coalesce(next.yearly_fee_sen, 1) > 0`)
    .where(near, 'is not', null)
    .where((eb) =>
      eb.or([eb('noticed_for', 'is distinct from', eb.ref('expires_on')), eb('noticed_days', '>', near)]),
    )
    .orderBy('subscription.id')
    .limit(atATime)
    .forUpdate('subscription')
    .skipLocked()
    .execute()
  for (const { id, expires_on, day } of rows)
    await trx
      .updateTable('platform.subscription')
      .set({ noticed_for: expires_on, noticed_days: day })
      .where('id', '=', id)
      .where('expires_on', '=', expires_on)
      .execute()
  const told = rows.map(({ entity_id, expires_on, left }) => ({
    entity_id,
    payload: { expires_on, days: left },
  }))
  await enqueueFor(trx, 'subscription.notify', told)
  return rows.length
}

const managers = rolesWith('subscription.view')

/** Active accounts with an address whose roles see the subscription. In the organisation's place. */
export const subscriptionKeepers = (db: Parameters<typeof accountsToTell>[0]) =>
  accountsToTell(db).where(sql<boolean>`roles && ${managers}::text[]`)
