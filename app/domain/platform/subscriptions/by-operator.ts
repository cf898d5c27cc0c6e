import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { payFee } from '#app/domain/platform/registrations/fees.ts'
import type { DB } from '#db/types.ts'
import { currentSubscription, issueRenewal, offerOf } from './change-subscription.ts'
import { dueDays } from './invoices.ts'
import { creditsAdded } from './message-credits.ts'
import { reopen, settlePlatformInvoice } from './settle.ts'

// Changes by operators to subscriptions and their invoices, in the platform's schema.

interface At {
  id: string
  version: number
}

/**
 * Issues the invoice of further years of the present package, or of the one chosen for the next year. Refuses
 * not_found.subscription, version_conflict, and as a renewal does except for limits, since the package does not shrink.
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
  const current = await currentSubscription(trx, entity_id)
  const offer = await offerOf(trx, current.next_package_id ?? current.package_id)
  const { id, number, total_sen } = await issueRenewal(trx, t, {
    ...{ entity_id, current, offer, years, method: 'bank_transfer', today },
    ...{ due_on: addDays(today, dueDays), created_by: actor.id },
  })
  const after = { number, package_id: offer.id, years, total_sen }
  const object = { type: 'platform_invoice', id, entity_id } as const
  await recordInBoth(trx, actor, 'subscription.renewal_requested', object, { after })
  return { id, number }
}

/**
 * Sets the last day without a payment and makes the subscription active. Refuses a day that is not in the future
 * (subscription.past_day), not_found.subscription and version_conflict.
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

/** Adds or removes message credits. Refuses removing more than there are (subscription.too_few_credits), not_found.subscription and version_conflict. */
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
 * Records the bank transfer of an open invoice. Refuses not_found.invoice, version_conflict, a future date
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
  // payFee locks the registration before the invoice, in the same order as a decision about it.
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
