import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { limitsIn, type Measured, measured, overLimits } from '#app/domain/core/features/limits.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { grantCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import {
  dueDays,
  issuePlatformInvoice,
  type PlatformLine,
  reopen,
} from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import type { DB } from '#db/types.ts'
import { dayShare, movesSubscription } from './subscription.ts'

interface Renewal {
  package_id: string
  years: number
  method: 'fpx' | 'bank_transfer'
}

/**
 * Requests more years of a package: issues an invoice whose payment extends the subscription. Refuses a package that is not
 * on sale or free, one whose limits the organisation exceeds, a package other than the one chosen for the next year
 * (subscription.change_waits), a second open renewal (subscription.renewal_open, by constraint), and an organisation without
 * a subscription (not_found.subscription).
 * @param t translations in the organisation's language, in which the invoice is written
 */
export async function renewSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  entity_id: string,
  { package_id, years, method }: Renewal,
  today: string,
): Promise<string> {
  const current = await currentSubscription(trx, entity_id)
  const offer = await offerOf(trx, package_id)
  if (current.next_package_id && current.next_package_id !== package_id)
    throw new Refusal('subscription.change_waits', 'package_id')
  await refuseOverLimit(trx, offer)
  const due_on = addDays(today, dueDays)
  const invoice = await issueRenewal(trx, t, {
    ...{ entity_id, current, offer, years, method, today, due_on, created_by: actor.id },
  })
  const { id, number, total_sen } = invoice
  const after = { number, package_id, years, method, total_sen }
  await record(trx, actor, 'subscription.renewal_requested', { type: 'platform_invoice', id }, { after })
  return id
}

/**
 * Requests a dearer package for the rest of the time paid for: an invoice of the daily difference, whose payment changes the
 * package at once and not the last day. Refuses (subscription.no_upgrade) a subscription that is not active and a package
 * without a difference to pay; and as a renewal does, a package not on sale or too small, one already chosen for the next
 * year, and a second open invoice.
 */
export async function upgradeSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  entity_id: string,
  package_id: string,
  today: string,
): Promise<string> {
  const current = await currentSubscription(trx, entity_id)
  const offer = await offerOf(trx, package_id)
  if (current.next_package_id) throw new Refusal('subscription.change_waits', 'package_id')
  const line = current.status === 'active' ? shareLine(t, current, offer, today) : undefined
  if (!line) throw new Refusal('subscription.no_upgrade', 'package_id')
  await refuseOverLimit(trx, offer)
  const latest = addDays(today, dueDays)
  const { id, number, total_sen } = await issuePlatformInvoice(trx, {
    ...{ entity_id, kind: 'upgrade', package_id, years: null, method: 'bank_transfer', issued_on: today },
    ...{
      due_on: latest < current.expires_on ? latest : current.expires_on,
      created_by: actor.id,
      lines: [line],
    },
  })
  const after = { number, package_id, total_sen }
  await record(trx, actor, 'subscription.upgrade_requested', { type: 'platform_invoice', id }, { after })
  return id
}

/** Switches automatic renewal on or off. Refuses not_found.subscription and version_conflict. */
export async function setAutoRenew(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { auto_renew, version }: { auto_renew: boolean; version: number },
): Promise<void> {
  const { id } = await currentSubscription(trx, entity_id)
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

interface Wanted {
  package_id: string
  version: number
}

/**
 * Chooses a free package for after the time paid for; nothing is billed, and it can be cancelled until then. Refuses a package
 * that is not free or not on sale (not_found.package), one that is too small, a package already chosen for the next year
 * (subscription.change_waits), and an open invoice that changes the subscription (subscription.renewal_open).
 */
export async function downgradeToFree(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  { package_id, version }: Wanted,
  today: string,
): Promise<void> {
  const current = await currentSubscription(trx, entity_id)
  if (current.next_package_id) throw new Refusal('subscription.change_waits', 'package_id')
  const offer = await trx
    .selectFrom('platform.package')
    .select(['student_limit', 'branch_limit', 'staff_limit', 'storage_mb'])
    .where('id', '=', package_id)
    .where('status', '=', 'active')
    .where('is_public', '=', true)
    .where('yearly_fee_sen', '=', 0)
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  await refuseOverLimit(trx, offer)
  const open = await trx
    .selectFrom('platform.platform_invoice')
    .select('kind')
    .where('entity_id', '=', entity_id)
    .where('status', 'in', ['unpaid', 'pending'])
    .execute()
  if (open.some(movesSubscription)) throw new Refusal('subscription.renewal_open', 'package_id')
  const { changed } = await trx
    .selectNoFrom(
      sql<string | null>`platform.choose_free_package(${package_id}, ${version}, ${today}::date)`.as(
        'changed',
      ),
    )
    .executeTakeFirstOrThrow()
  if (!changed) throw new Refusal('version_conflict')
  const change = { before: { next_package_id: null }, after: { next_package_id: package_id } }
  await record(trx, actor, 'subscription.free_chosen', { type: 'subscription', id: current.id }, change)
}

/** Cancels a chosen downgrade before it begins; refuses version_conflict, also when none is chosen. */
export async function cancelDowngrade(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  version: number,
): Promise<void> {
  const current = await currentSubscription(trx, entity_id)
  const { changed } = await trx
    .selectNoFrom(sql<string | null>`platform.keep_package(${version})`.as('changed'))
    .executeTakeFirstOrThrow()
  if (!changed) throw new Refusal('version_conflict')
  const change = { before: { next_package_id: current.next_package_id }, after: { next_package_id: null } }
  await record(trx, actor, 'subscription.kept', { type: 'subscription', id: current.id }, change)
}

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

/** Adds or removes message credits, as an entry of their ledger. Refuses removing more than there are (subscription.too_few_credits), not_found.subscription and version_conflict. */
export async function changeCredit(
  trx: Transaction<DB>,
  actor: Actor,
  at: At,
  { change, reason }: { change: number; reason: string },
): Promise<void> {
  const before = await locked(trx, at)
  if (before.credit + change < 0)
    throw new Refusal('subscription.too_few_credits', 'change', { has: before.credit })
  if (before.credit + change > 2_000_000_000) throw new Refusal('input.invalid', 'change')
  const { entity_id } = before
  const credit = await grantCredits(trx, actor, { entity_id, change, reason })
  await changeAt(trx, at, {})
  const object = { type: 'subscription', id: at.id, entity_id } as const
  await recordInBoth(trx, actor, 'subscription.credit_changed', object, {
    before: { credit: before.credit },
    after: { credit, reason },
  })
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
  values: { expires_on?: string; status?: string },
): Promise<void> {
  await trx
    .updateTable('platform.subscription')
    .set({ ...values, ...touched })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
}

interface Ordered {
  entity_id: string
  current: CurrentSubscription
  offer: { id: string; name: string; yearly_fee_sen: number }
  years: number
  method: 'fpx' | 'bank_transfer' | null
  today: string
  due_on: string
  created_by: string | null
}

/**
 * Issues the invoice of a renewal. A dearer package begins with the payment, so the remaining days are charged on a line of
 * their own; a cheaper one begins after the time already paid for.
 */
export function issueRenewal(
  trx: Transaction<DB>,
  t: TFunction,
  { entity_id, current, offer, years, method, today, due_on, created_by }: Ordered,
) {
  const share = current.status === 'active' ? shareLine(t, current, offer, today) : undefined
  const yearly = {
    description: t('subscription.line_yearly', { package: offer.name }),
    quantity: years,
    price_sen: offer.yearly_fee_sen,
  }
  return issuePlatformInvoice(trx, {
    ...{
      entity_id,
      kind: 'renewal',
      package_id: offer.id,
      years,
      method,
      issued_on: today,
      due_on,
      created_by,
    },
    lines: share ? [share, yearly] : [yearly],
  })
}

/** The line for a dearer package until the subscription's last day; undefined when nothing is to be charged. */
function shareLine(
  t: TFunction,
  { yearly_fee_sen, expires_on }: Pick<CurrentSubscription, 'yearly_fee_sen' | 'expires_on'>,
  offer: { name: string; yearly_fee_sen: number },
  today: string,
): PlatformLine | undefined {
  const price_sen = dayShare(offer.yearly_fee_sen - yearly_fee_sen, today, expires_on)
  if (price_sen === 0) return undefined
  const values = { package: offer.name, count: daysBetween(today, expires_on) }
  return { description: t('subscription.line_upgrade', values), quantity: 1, price_sen }
}

const tooMany: Record<Measured, RefusalCode> = {
  student: 'subscription.too_many_students',
  branch: 'subscription.too_many_branches',
  staff: 'subscription.too_many_staff',
  storage: 'subscription.too_much_storage',
}

/** Refuses a package whose limits are exceeded, naming the first one; the page of choice lists all. */
async function refuseOverLimit(trx: Transaction<DB>, offer: Parameters<typeof limitsIn>[0]): Promise<void> {
  const [first] = overLimits(await measured(trx), limitsIn(offer))
  if (first) throw new Refusal(tooMany[first.noun], 'package_id', { has: first.has, limit: first.limit })
}

/** An organisation's subscription and the package chosen for its next year; refuses not_found.subscription. */
export async function currentSubscription(trx: Transaction<DB>, entity_id: string) {
  const current = await trx
    .selectFrom('platform.subscription as subscription')
    .innerJoin('platform.package as package', 'package.id', 'subscription.package_id')
    .select(['subscription.id', 'subscription.status', 'package_id', 'next_package_id', 'expires_on'])
    .select(['package.name as package_name', 'package.yearly_fee_sen', 'subscription.version'])
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
  if (!current) throw new Refusal('not_found.subscription')
  return current
}

type CurrentSubscription = Awaited<ReturnType<typeof currentSubscription>>

/** A package on sale; refuses not_found.package, and a free one (subscription.free). */
export async function offerOf(trx: Transaction<DB>, package_id: string) {
  const offer = await trx
    .selectFrom('platform.package')
    .select(['id', 'name', 'yearly_fee_sen', 'student_limit', 'branch_limit', 'staff_limit', 'storage_mb'])
    .where('id', '=', package_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  if (offer.yearly_fee_sen === 0) throw new Refusal('subscription.free', 'package_id')
  return offer
}
