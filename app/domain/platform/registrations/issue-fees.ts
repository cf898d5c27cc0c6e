import type { TFunction } from 'i18next'
import type { Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { issuePlatformInvoice } from '#app/domain/platform/subscriptions/invoices.ts'
import type { DB } from '#db/types.ts'

/** Days for which a registration keeps its subdomain, and within which it must be paid. */
export const reservationDays = 30

export interface Sold {
  package_id: string
  name: string
  registration_fee_sen: number
  yearly_fee_sen: number
}

/**
 * The invoice over what a registration owes for being let in; none when its package costs nothing at the beginning, which
 * the answer says.
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
