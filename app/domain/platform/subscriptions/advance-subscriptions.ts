import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { balanceOf, includeCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { dueDays } from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { currentSubscription, issueRenewal, offerOf } from './change-subscription.ts'
import { firstNotice, noticeDays, stageDays } from './subscription.ts'

// Daily changes of subscriptions. Each runs in the platform's schema, in batches, and returns the size of its batch; the caller
// repeats until it is 0.

const stageBatch = 200
const renewalBatch = 50

/**
 * Moves expired subscriptions to their stage on a day: a trial ends, a paid year enters its grace, and a free package is
 * extended by a year with its credits.
 */
export async function advanceStages(trx: Transaction<DB>, today: string): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .select(['subscription.id', 'entity_id', 'subscription.status', 'expires_on', 'package.included_credit'])
    .select([sql<boolean>`yearly_fee_sen = 0`.as('free'), stageOn(today).as('stage')])
    .where('expires_on', '<', today)
    .where((eb) =>
      eb.or([eb('yearly_fee_sen', '=', 0), eb(stageOn(today), '<>', eb.ref('subscription.status'))]),
    )
    .orderBy('subscription.id')
    .limit(stageBatch)
    .forUpdate('subscription')
    .skipLocked()
    .execute()
  for (const row of rows) await (row.free ? extendFree(trx, row, today) : changeStage(trx, row))
  return rows.length
}

/** The stage of an expired subscription. */
const stageOn = (today: string) => sql<string>`case
  when subscription.status = 'trial' then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.limited)}::int then 'ended'
  when ${today}::date > expires_on + ${sql.lit(stageDays.grace)}::int then 'limited'
  when subscription.status = 'ended' then 'ended'
  else 'grace' end`

interface Expired {
  id: string
  entity_id: string
  status: string
  expires_on: string
}

async function changeStage(trx: Transaction<DB>, row: Expired & { stage: string }): Promise<void> {
  const change = await updateExpired(trx, row, { status: row.stage })
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  if (change) await recordOperator(trx, systemActor, 'subscription.turned', object, change)
}

async function extendFree(trx: Transaction<DB>, row: Expired & { included_credit: number }, today: string) {
  const change = await updateExpired(trx, row, {
    status: 'active',
    expires_on: sql<string>`(${today}::date + interval '1 year')::date`,
  })
  if (!change) return
  // A year is credited once, by the day on which the one before it ended.
  await includeCredits(trx, row.entity_id, row.included_credit, `free:${row.expires_on}`)
  const { credit } = await balanceOf(trx, row.entity_id)
  const object = { type: 'subscription', id: row.id, entity_id: row.entity_id }
  await recordOperator(trx, systemActor, 'subscription.extended', object, {
    ...change,
    after: { ...change.after, credit },
  })
}

/** Undefined if the subscription was updateExpired in the meantime. */
async function updateExpired(
  trx: Transaction<DB>,
  { id, status, expires_on }: Expired,
  to: {
    status: string
    expires_on?: ReturnType<typeof sql<string>>
  },
) {
  const after = await trx
    .updateTable('platform.subscription')
    .set({ ...to, ...touched })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('expires_on', '=', expires_on)
    .returning(['status', 'expires_on'])
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
    .limit(stageBatch)
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

/** Starts packages chosen for the next year on the day after the present year's last. */
export async function startNextPackages(trx: Transaction<DB>, today: string): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription')
    .select(['id', 'entity_id', 'package_id', 'next_package_id'])
    .where('next_package_on', '<', today)
    .orderBy('id')
    .limit(renewalBatch)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, entity_id, package_id, next_package_id } of rows) {
    await trx
      .updateTable('platform.subscription')
      .set({ package_id: next_package_id!, next_package_id: null, next_package_on: null, ...touched })
      .where('id', '=', id)
      .execute()
    const change = { before: { package_id }, after: { package_id: next_package_id } }
    const object = { type: 'subscription', id, entity_id }
    await recordOperator(trx, systemActor, 'subscription.package_changed', object, change)
  }
  return rows.length
}

/**
 * Issues the invoice of another year sixty days before the expiry where automatic renewal is on. Once per expiry date, even
 * if it is cancelled; an open renewal or upgrade is waited for.
 * @param wordsOf translations by locale
 */
export async function issueRenewals(
  trx: Transaction<DB>,
  wordsOf: (locale: string) => TFunction,
  today: string,
): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as current', 'current.id', 'subscription.package_id')
    .leftJoin('platform.package as next', 'next.id', 'subscription.next_package_id')
    .innerJoin('platform.entity as entity', 'entity.id', 'subscription.entity_id')
    .select(['subscription.id', 'subscription.entity_id', 'expires_on', 'entity.default_locale'])
    .select(sql<string>`coalesce(next.id, current.id)`.as('package_id'))
    .where('auto_renew', '=', true)
    .where('subscription.status', '=', 'active')
    .where('entity.status', '=', 'active')
    .where('expires_on', '>=', today)
    .where('expires_on', '<=', addDays(today, firstNotice))
    .where('renewal_asked_for', 'is distinct from', sql<string>`expires_on`)
    .where(sql<boolean>`coalesce(next.yearly_fee_sen, current.yearly_fee_sen) > 0`)
    // A package no longer on sale is not renewed automatically; the organisation has to choose another.
    .where(sql<boolean>`coalesce(next.status, current.status) = 'active'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('platform.platform_invoice as open')
            .select('open.id')
            .whereRef('open.entity_id', '=', 'subscription.entity_id')
            .where('open.kind', 'in', ['renewal', 'upgrade'])
            .where('open.status', 'in', ['unpaid', 'pending']),
        ),
      ),
    )
    .orderBy('subscription.id')
    .limit(renewalBatch)
    .forUpdate('subscription')
    .skipLocked()
    .execute()
  for (const { id, entity_id, expires_on, package_id, default_locale } of rows) {
    const current = await currentSubscription(trx, entity_id)
    const offer = await offerOf(trx, package_id)
    const invoice = await issueRenewal(trx, wordsOf(default_locale), {
      ...{ entity_id, current, offer, years: 1, method: null, today, due_on: expires_on, created_by: null },
    })
    await trx
      .updateTable('platform.subscription')
      .set({ renewal_asked_for: expires_on })
      .where('id', '=', id)
      .execute()
    const { number, total_sen } = invoice
    const object = { type: 'platform_invoice', id: invoice.id, entity_id }
    const after = { number, package_id, years: 1, total_sen }
    await recordOperator(trx, systemActor, 'subscription.renewal_requested', object, { after })
  }
  return rows.length
}

/**
 * Cancels upgrades that are unpaid two weeks after they were due: their price was that of another day, and they block the
 * renewal. Also top-ups of message credits, which nobody owes.
 */
export async function cancelStaleUpgrades(trx: Transaction<DB>, today: string): Promise<number> {
  const dropped = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...touched })
    .where('kind', 'in', ['upgrade', 'credit_topup'])
    .where('status', '=', 'unpaid')
    .where('due_on', '<', addDays(today, -dueDays))
    .returning(['id', 'number', 'entity_id'])
    .execute()
  for (const { id, number, entity_id } of dropped) {
    const change = { before: { status: 'unpaid' }, after: { number, status: 'cancelled' } }
    const object = { type: 'platform_invoice', id, entity_id }
    await recordOperator(trx, systemActor, 'platform_invoice.cancelled', object, change)
  }
  return dropped.length
}
