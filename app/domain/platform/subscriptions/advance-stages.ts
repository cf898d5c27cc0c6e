import { sql, type Transaction } from 'kysely'
import { rolesWith } from '#app/domain/core/access/access.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { notifiableAccounts } from '#app/domain/identity/accounts/accounts.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { creditsOfYear } from './message-credits.ts'
import { firstNotice, noticeDays, stageDays } from './subscription.ts'

/** Subscriptions in one batch. */
const atATime = 200

/**
 * Moves expired subscriptions to their stage on a day: a trial ends, a paid year enters its grace, and a free package is
 * extended by a year with its credits. Works in batches and returns the size of the batch; the caller repeats until it is 0.
 * Runs in the platform's schema.
 */
export async function advanceStages(trx: Transaction<DB>, today: string): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package', 'platform.package.id', 'subscription.package_id')
    .select(['subscription.id', 'entity_id', 'subscription.status', 'expires_on', 'included_credit'])
    .select([sql<boolean>`yearly_fee_sen = 0`.as('free'), stageOn(today).as('stage')])
    .where('expires_on', '<', today)
    .where((eb) =>
      eb.or([eb('yearly_fee_sen', '=', 0), eb(stageOn(today), '<>', eb.ref('subscription.status'))]),
    )
    .orderBy('subscription.id')
    .limit(atATime)
    .forUpdate('subscription')
    .skipLocked()
    .execute()
  for (const row of rows) await (row.free ? goOn(trx, row, today) : turn(trx, row))
  return rows.length
}

/** The stage of an expired subscription. */
const stageOn = (today: string) => sql<string>`case
  when subscription.status = 'trial' then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.limited)}::int then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.grace)}::int then 'limited'
  when subscription.status = 'ended' then 'ended'
  else 'grace' end`

interface Turned {
  id: string
  entity_id: string
  status: string
  expires_on: string
}

async function turn(trx: Transaction<DB>, row: Turned & { stage: string }): Promise<void> {
  const change = await changed(trx, row, { status: row.stage })
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  if (change) await recordOperator(trx, systemActor, 'subscription.turned', object, change)
}

async function goOn(trx: Transaction<DB>, row: Turned & { included_credit: number }, today: string) {
  const change = await changed(trx, row, {
    status: 'active',
    expires_on: sql<string>`(${today}::date + interval '1 year')::date`,
    ...creditsOfYear(row.included_credit),
  })
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  if (change) await recordOperator(trx, systemActor, 'subscription.extended', object, change)
}

/** Undefined if the subscription was changed in the meantime. */
async function changed(
  trx: Transaction<DB>,
  { id, status, expires_on }: Turned,
  to: {
    status: string
    expires_on?: ReturnType<typeof sql<string>>
  } & Partial<ReturnType<typeof creditsOfYear>>,
) {
  const after = await trx
    .updateTable('platform.subscription')
    .set({ ...to, ...touched })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('expires_on', '=', expires_on)
    .returning(['status', 'expires_on', 'credit'])
    .executeTakeFirst()
  return after && { before: { status, expires_on }, after }
}

/**
 * Mails organisations that their subscription ends, once for each of `noticeDays`. After missed nights only the nearest
 * notice is sent, with the true number of days. A trial gets no notice of days before it began, and a free package none at
 * all. Works in batches and returns the size of the batch. Runs in the platform's schema.
 */
export async function sendExpiryNotices(trx: Transaction<DB>, today: string): Promise<number> {
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
    // Nothing ends if a free package follows.
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
  const notices = rows.map(({ entity_id, expires_on, left }) => ({
    entity_id,
    payload: { expires_on, days: left },
  }))
  await enqueueFor(trx, 'subscription.notify', notices)
  return rows.length
}

const managers = rolesWith('subscription.view')

/** Active accounts with an e-mail address whose roles may see the subscription. Runs in the organisation's schema. */
export const subscriptionManagers = (db: Parameters<typeof notifiableAccounts>[0]) =>
  notifiableAccounts(db).where(sql<boolean>`roles && ${managers}::text[]`)
