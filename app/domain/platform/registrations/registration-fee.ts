import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  issuePlatformInvoice,
  settlePlatformInvoice,
  unlocked,
} from '#app/domain/platform/platform-invoices/issue-and-settle.ts'
import type { DB } from '#db/types.ts'

/** Days for which a registration reserves its subdomain, and within which its fee must be paid. */
export const reservationDays = 30

interface Sold {
  package_id: string
  name: string
  registration_fee_sen: number
  yearly_fee_sen: number
}

/**
 * Issues the invoice of a registration; false, and no invoice, if its package costs nothing at the start.
 * @param t words of the organisation's language
 */
export async function issueFees(
  trx: Transaction<DB>,
  t: TFunction,
  registration_id: string,
  { package_id, name, registration_fee_sen, yearly_fee_sen }: Sold,
  today: string,
): Promise<boolean> {
  const lines = [
    {
      description: t('subscription.line_registration', { package: name }),
      quantity: 1,
      price_sen: registration_fee_sen,
      earns: 'registration_fee' as const,
    },
    {
      description: t('subscription.line_yearly', { package: name }),
      quantity: 1,
      price_sen: yearly_fee_sen,
      earns: 'yearly_fee' as const,
    },
  ].filter(({ price_sen }) => price_sen > 0)
  if (lines.length === 0) return false
  await issuePlatformInvoice(trx, {
    registration_id,
    kind: 'registration',
    package_id,
    years: 1,
    method: null,
    issued_on: today,
    due_on: addDays(today, reservationDays),
    created_by: null,
    lines,
  })
  return true
}

/**
 * Records that the fee was paid by bank transfer. Refuses not_found.invoice if nothing is owed, version_conflict of the
 * invoice, and a future date (registration.paid_in_future).
 */
export async function payFee(
  trx: Transaction<DB>,
  actor: Actor,
  registration_id: string,
  { paid_on, reference, version }: { paid_on: string; reference: string; version: number },
  today: string,
): Promise<{ number: string }> {
  await lockRegistration(trx, registration_id)
  const invoice = await openFee(trx, registration_id)
  if (!invoice) throw new Refusal('not_found.invoice')
  refuseStale(invoice, version)
  if (paid_on > today) throw new Refusal('registration.paid_in_future', 'paid_on')
  const paid = { on: paid_on, method: 'bank_transfer', reference } as const
  await settlePlatformInvoice(trx, actor, invoice.id, paid, today)
  return { number: invoice.number }
}

/** Locked before the invoice, in the same order as a decision, so that the registration does not lapse meanwhile. */
export async function lockRegistration(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.selectFrom('platform.entity_registration').select('id').where('id', '=', id).forUpdate().execute()
}

/** The unpaid invoice of a registration, locked until the transaction ends. */
export async function openFee(trx: Transaction<DB>, registration_id: string) {
  return trx
    .selectFrom('platform.platform_invoice')
    .select(['id', 'number', 'version', 'status'])
    .where('registration_id', '=', registration_id)
    .where('kind', '=', 'registration')
    .where('status', 'in', ['unpaid', 'pending'])
    .forUpdate()
    .executeTakeFirst()
}

/** Cancels the open invoice of a registration. */
export async function cancelFee(
  trx: Transaction<DB>,
  actor: Actor,
  { id, number }: { id: string; number: string },
) {
  await trx
    .updateTable('platform.platform_invoice')
    .set({ status: 'cancelled', ...unlocked, ...touched })
    .where('id', '=', id)
    .where('status', 'in', ['unpaid', 'pending'])
    .execute()
  const after = { number, status: 'cancelled' }
  await recordOperator(trx, actor, 'platform_invoice.cancelled', { type: 'platform_invoice', id }, { after })
}

/**
 * Locks a registration that is neither decided nor being provisioned. Refuses not_found.registration, registration.decided
 * and version_conflict.
 */
export async function lockPendingRegistration(trx: Transaction<DB>, id: string, version: number) {
  const row = await trx
    .selectFrom('platform.entity_registration as registration')
    .innerJoin('platform.package', 'platform.package.id', 'registration.package_id')
    .selectAll('registration')
    .select(['platform.package.name as package', 'trial_days'])
    .where('registration.id', '=', id)
    .forUpdate('registration')
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.registration')
  const making = row.approval_asked_at !== null && row.approval_fault === null
  if (row.status !== 'pending' || making) throw new Refusal('registration.decided')
  refuseStale(row, version)
  return row
}
