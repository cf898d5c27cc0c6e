import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { payFee } from '#app/domain/platform/registrations/pay-fee.ts'
import type { DB } from '#db/types.ts'
import { heldBy, offerOf } from '../held.ts'
import { dueDays } from '../invoices.ts'
import { creditsAdded } from '../message-credits/credits.ts'
import { issueRenewal } from '../renew.ts'
import { reopen, settlePlatformInvoice } from '../settle.ts'

// What operators do to subscriptions and their invoices, in the platform's place.

interface At {
  id: string
  version: number
}

/**
 * The invoice of further years of the package that is held, or of the one that waits for the next year. Refuses
 * not_found.subscription, version_conflict, and what a renewal is refused for but for limits: nothing gets smaller by it.
 */
export async function renewByOperator(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  at: At,
  years: number,
  today: string,
): Promise<{ id: string; number: string }> {
  const { entity_id } = await locked(trx, at)
  const held = await heldBy(trx, entity_id)
  const offer = await offerOf(trx, held.next_package_id ?? held.package_id)
  const { id, number, total_sen } = await issueRenewal(trx, t, {
    ...{ entity_id, held, offer, years, method: 'bank_transfer', today },
    ...{ due_on: addDays(today, dueDays), created_by: actor.id },
  })
  const after = { number, package_id: offer.id, years, total_sen }
  const object = { type: 'platform_invoice', id, entity_id } as const
  await recordInBoth(trx, actor, 'subscription.renewal_requested', object, { after })
  return { id, number }
}

/**
 * Moves the last day without any money, whatever the state was: the subscription is active then. Refuses a day that is not to
 * come (subscription.past_day), not_found.subscription and version_conflict.
 */
export async function extendByOperator(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { expires_on, reason }: { expires_on: string; reason: string },
  today: string,
): Promise<void> {
  const before = await locked(trx, at)
  if (expires_on <= today) throw new Refusal('subscription.past_day', 'expires_on')
  await changeAt(trx, at, { expires_on, status: 'active' })
  const object = { type: 'subscription', id: at.id, entity_id: before.entity_id } as const
  await recordInBoth(trx, actor, 'subscription.extended', object, {
    before: { status: before.status, expires_on: before.expires_on },
    after: { status: 'active', expires_on, reason },
  })
  if (before.status === 'ended') await reopen(trx, actor, before.entity_id)
}

/** Adds or takes message credits. Refuses more than there are (subscription.too_few_credits), not_found.subscription and version_conflict. */
export async function changeCredit(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { change, reason }: { change: number; reason: string },
): Promise<void> {
  const before = await locked(trx, at)
  const credit = before.credit + change
  if (credit < 0) throw new Refusal('subscription.too_few_credits', 'change', { has: before.credit })
  if (credit > 2_000_000_000) throw new Refusal('input.invalid', 'change')
  await changeAt(trx, at, creditsAdded(change))
  const object = { type: 'subscription', id: at.id, entity_id: before.entity_id } as const
  await recordInBoth(trx, actor, 'subscription.credit_changed', object, {
    before: { credit: before.credit },
    after: { credit, reason },
  })
}

/**
 * The transfer of an open invoice arrived. Refuses not_found.invoice, version_conflict, a day to come
 * (registration.paid_in_future), and an invoice that is not open (action_not_allowed).
 */
export async function payPlatformInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { paid_on, reference }: { paid_on: string; reference: string },
  today: string,
): Promise<{ number: string }> {
  const invoice = await found(trx, at.id)
  // Registrations are held first by whoever decides about them.
  if (invoice.kind === 'registration' && invoice.registration_id && isOpen(invoice))
    return payFee(trx, actor, invoice.registration_id, { paid_on, reference, version: at.version }, today)
  if (!isOpen(invoice)) throw new Refusal('action_not_allowed')
  refuseStale(invoice, at.version)
  if (paid_on > today) throw new Refusal('registration.paid_in_future', 'paid_on')
  await settlePlatformInvoice(trx, actor, at.id, { on: paid_on, method: 'bank_transfer', reference }, today)
  return invoice
}

/** Refuses not_found.invoice, version_conflict, and one that is not open or a registration's (action_not_allowed). */
export async function cancelPlatformInvoice(
  trx: Transaction<DB>,
  actor: Actor,
  { id, version }: At,
  reason: string,
): Promise<{ number: string }> {
  const { number, kind, entity_id, ...invoice } = await found(trx, id)
  if (kind === 'registration' || invoice.status !== 'unpaid') throw new Refusal('action_not_allowed')
  refuseStale(invoice, version)
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', cancelled_reason: reason, ...touched })
    .where('id', '=', id)
    .where('status', '=', 'unpaid')
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const change = { before: { status: 'unpaid' }, after: { number, status: 'cancelled', reason } }
  const object = { type: 'platform_invoice', id, entity_id } as const
  await recordInBoth(trx, actor, 'platform_invoice.cancelled', object, change)
  return { number }
}

const isOpen = ({ status }: { status: string }) => status === 'unpaid' || status === 'pending'

async function found(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'kind', 'status', 'entity_id', 'registration_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.invoice')
  return row
}

async function locked(trx: Transaction<DB>, { id, version }: At) {
  const row = await trx
    .selectFrom('platform.subscription')
    .select(['entity_id', 'expires_on', 'credit', 'status', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.subscription')
  refuseStale(row, version)
  return row
}

async function changeAt(
  trx: Transaction<DB>,
  { id, version }: At,
  values: { expires_on?: string; status?: string } & Partial<ReturnType<typeof creditsAdded>>,
): Promise<void> {
  await trx
    .updateTable('platform.subscription')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}
