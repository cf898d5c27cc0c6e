import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { record } from '#app/domain/audit.ts'
import { addDays } from '#app/domain/dates.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { dueDays, issuePlatformInvoice } from './invoices.server.ts'
import { countLimited } from './limits.server.ts'

export interface Renewal {
  package_id: string
  years: number
  method: 'fpx' | 'bank_transfer'
}

/**
 * Asks for more years of a package: an unpaid invoice of the platform, whose payment moves the expiry. Refuses a
 * package that is not on offer, one that costs nothing, one whose limits the organisation is over, a second renewal
 * while one is open (by constraint: subscription.renewal_open), and an organisation that has nothing to renew
 * (not_found.subscription).
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
  const held = await trx
    .selectFrom('platform.subscription')
    .select('id')
    .where('entity_id', '=', entity_id)
    .executeTakeFirst()
  if (!held) throw new Refusal('not_found.subscription')
  const offer = await trx
    .selectFrom('platform.package')
    .select(['name', 'yearly_fee_sen', 'student_limit', 'branch_limit', 'staff_limit'])
    .where('id', '=', package_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!offer) throw new Refusal('not_found.package', 'package_id')
  if (offer.yearly_fee_sen === 0) throw new Refusal('subscription.free', 'package_id')
  await refuseOverLimit(trx, offer)
  const invoice = await issuePlatformInvoice(trx, {
    entity_id,
    kind: 'renewal',
    package_id,
    years,
    method,
    issued_on: today,
    due_on: addDays(today, dueDays),
    created_by: actor.id,
    lines: [
      {
        description: t('subscription.line_yearly', { package: offer.name }),
        quantity: years,
        price_sen: offer.yearly_fee_sen,
      },
    ],
  })
  const { id, number, total_sen } = invoice
  const after = { number, package_id, years, method, total_sen }
  await record(trx, actor, 'subscription.renewal_requested', { type: 'platform_invoice', id }, { after })
  return id
}

/** Names the first limit that is too small. */
async function refuseOverLimit(
  trx: Transaction<DB>,
  limits: { student_limit: number | null; branch_limit: number | null; staff_limit: number | null },
): Promise<void> {
  const { student: students, branch: branches, staff } = await countLimited(trx)
  const { student_limit, branch_limit, staff_limit } = limits
  const over = (has: number, limit: number | null) => limit !== null && has > limit
  if (over(students, student_limit))
    throw new Refusal('subscription.too_many_students', 'package_id', {
      has: students,
      limit: student_limit!,
    })
  if (over(branches, branch_limit))
    throw new Refusal('subscription.too_many_branches', 'package_id', { has: branches, limit: branch_limit! })
  if (over(staff, staff_limit))
    throw new Refusal('subscription.too_many_staff', 'package_id', { has: staff, limit: staff_limit! })
}
