import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { heldBy, offerOf } from './held.ts'
import { dueDays, issuePlatformInvoice } from './invoices.ts'
import { refuseOverLimit, shareLine } from './renew.ts'

/**
 * Asks for a dearer package for the rest of the time that is paid for: an invoice of the difference, day by day, whose payment
 * changes the package at once and leaves the last day. Refuses while the subscription is not active, and a package that is not
 * dearer or would cost nothing any more (subscription.no_upgrade); one that is not on offer or too small, a package that waits
 * already, and a second invoice that is open, as a renewal does.
 */
export async function upgradeSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  entity_id: string,
  package_id: string,
  today: string,
): Promise<string> {
  const held = await heldBy(trx, entity_id)
  const offer = await offerOf(trx, package_id)
  if (held.next_package_id) throw new Refusal('subscription.change_waits', 'package_id')
  const line = held.status === 'active' ? shareLine(t, held, offer, today) : undefined
  if (!line) throw new Refusal('subscription.no_upgrade', 'package_id')
  await refuseOverLimit(trx, offer)
  const latest = addDays(today, dueDays)
  const { id, number, total_sen } = await issuePlatformInvoice(trx, {
    ...{ entity_id, kind: 'upgrade', package_id, years: null, method: 'bank_transfer', issued_on: today },
    ...{ due_on: latest < held.expires_on ? latest : held.expires_on, created_by: actor.id, lines: [line] },
  })
  const after = { number, package_id, total_sen }
  await record(trx, actor, 'subscription.upgrade_requested', { type: 'platform_invoice', id }, { after })
  return id
}

/** An organisation lets go what it asked for and has not paid, to choose otherwise; refuses (action_not_allowed) any other. */
export async function letGoOfInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { id, version }: { id: string; version: number },
): Promise<{ number: string }> {
  const invoice = await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...touched })
    .where('id', '=', id)
    .where('entity_id', '=', entity_id)
    .where('kind', 'in', ['renewal', 'upgrade'])
    .where('status', '=', 'unpaid')
    .where('version', '=', version)
    .returning('number')
    .executeTakeFirst()
  if (!invoice) throw new Refusal('action_not_allowed')
  const change = { before: { status: 'unpaid' }, after: { number: invoice.number, status: 'cancelled' } }
  await record(trx, actor, 'platform_invoice.cancelled', { type: 'platform_invoice', id }, change)
  return invoice
}

/** Whether the invoice of the next year comes by itself. Refuses not_found.subscription and version_conflict. */
export async function setAutoRenew(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { auto_renew, version }: { auto_renew: boolean; version: number },
): Promise<void> {
  const { id } = await heldBy(trx, entity_id)
  const changed = await trx
    .updateTable('platform.subscription')
    .set({ auto_renew, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('auto_renew', '<>', auto_renew)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal('version_conflict')
  const change = { before: { auto_renew: !auto_renew }, after: { auto_renew } }
  await record(trx, actor, 'subscription.auto_renew_set', { type: 'subscription', id }, change)
}
