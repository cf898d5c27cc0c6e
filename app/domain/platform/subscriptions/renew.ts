import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { addDays, daysBetween } from '#app/domain/core/dates.ts'
import { measured } from '#app/domain/core/features/limits.ts'
import { limitsIn, type Measured, overLimits } from '#app/domain/core/features/over-limits.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { dayShare } from './day-share.ts'
import { type Held, heldBy, offerOf } from './held.ts'
import { dueDays, issuePlatformInvoice, type PlatformLine } from './invoices.ts'

export interface Renewal {
  package_id: string
  years: number
  method: 'fpx' | 'bank_transfer'
}

/**
 * Asks for more years of a package: an unpaid invoice of the platform, whose payment moves the expiry. Refuses a
 * package that is not on offer, one that costs nothing, one whose limits the organisation is over, another one than waits
 * for the next year already (subscription.change_waits), a second renewal while one is open (by constraint:
 * subscription.renewal_open), and an organisation that has nothing to renew (not_found.subscription).
 * @param t words of the organisation's language, in which the invoice is written
 */
export async function renewSubscription(
  trx: Transaction<DB>,
  actor: Actor,
  t: TFunction,
  entity_id: string,
  { package_id, years, method }: Renewal,
  today: string,
): Promise<string> {
  const held = await heldBy(trx, entity_id)
  const offer = await offerOf(trx, package_id)
  if (held.next_package_id && held.next_package_id !== package_id)
    throw new Refusal('subscription.change_waits', 'package_id')
  await refuseOverLimit(trx, offer)
  const due_on = addDays(today, dueDays)
  const invoice = await issueRenewal(trx, t, {
    ...{ entity_id, held, offer, years, method, today, due_on, created_by: actor.id },
  })
  const { id, number, total_sen } = invoice
  const after = { number, package_id, years, method, total_sen }
  await record(trx, actor, 'subscription.renewal_requested', { type: 'platform_invoice', id }, { after })
  return id
}

interface Ordered {
  entity_id: string
  held: Held
  offer: { id: string; name: string; yearly_fee_sen: number }
  years: number
  method: 'fpx' | 'bank_transfer' | null
  today: string
  due_on: string
  created_by: string | null
}

/**
 * The invoice of a renewal, whoever asks for it. A dearer package begins as soon as it is paid, so its share of the days that
 * are left is a line of its own; a cheaper one begins when the time that was paid for is over.
 */
export function issueRenewal(
  trx: Transaction<DB>,
  t: TFunction,
  { entity_id, held, offer, years, method, today, due_on, created_by }: Ordered,
) {
  const share = held.status === 'active' ? shareLine(t, held, offer, today) : undefined
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

/** What a dearer package costs until the subscription's last day; undefined when that is nothing. */
export function shareLine(
  t: TFunction,
  { yearly_fee_sen, expires_on }: Pick<Held, 'yearly_fee_sen' | 'expires_on'>,
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

/** Names the first limit that is too small; the page where one chooses names all. */
export async function refuseOverLimit(
  trx: Transaction<DB>,
  offer: Parameters<typeof limitsIn>[0],
): Promise<void> {
  const [first] = overLimits(await measured(trx), limitsIn(offer))
  if (first) throw new Refusal(tooMany[first.noun], 'package_id', { has: first.has, limit: first.limit })
}
