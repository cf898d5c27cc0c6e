import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { currentSubscription, issueRenewal, offerOf } from './change-subscription.ts'
import { dueDays } from './invoices.ts'
import { firstNotice } from './subscription.ts'

// Daily changes of packages and invoices. Each runs in the platform's schema, in batches, and returns the size of its batch.

const atATime = 50

/** Starts packages chosen for the next year on the day after the present year's last. */
export async function startNextPackages(trx: Transaction<DB>, today: string): Promise<number> {
  const rows = await trx
    .selectFrom('platform.subscription')
    .select(['id', 'entity_id', 'package_id', 'next_package_id'])
    .where('next_package_on', '<', today)
    .orderBy('id')
    .limit(atATime)
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
    .limit(atATime)
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
 * renewal.
 */
export async function cancelStaleUpgrades(trx: Transaction<DB>, today: string): Promise<number> {
  const dropped = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...touched })
    .where('kind', '=', 'upgrade')
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
