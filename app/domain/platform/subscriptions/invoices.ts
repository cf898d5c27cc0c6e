import { sql, type Transaction } from 'kysely'
import { serviceTax } from '#app/domain/core/money.ts'
import { documentNumber } from '#app/domain/core/numbering.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { platformTaxRate } from './issuer.ts'

export const dueDays = 14

export interface PlatformLine {
  description: string
  quantity: number
  price_sen: number
  /** What the platform earns by it, where the kind of the invoice does not say so. */
  earns?: 'registration_fee' | 'yearly_fee' | 'transaction_fee'
}

/** Tax is rounded half up to the sen, once for the whole. */
function platformTotals(lines: readonly PlatformLine[], tax_rate_bp: number) {
  const sub_total_sen = lines.reduce((sum, { quantity, price_sen }) => sum + quantity * price_sen, 0)
  const tax_sen = serviceTax(sub_total_sen, tax_rate_bp)
  return { sub_total_sen, tax_rate_bp, tax_sen, total_sen: sub_total_sen + tax_sen }
}

interface NewPlatformInvoice {
  entity_id?: string
  registration_id?: string
  kind: 'registration' | 'renewal' | 'upgrade' | 'chip_fee'
  package_id: string | null
  years: number | null
  /** The first day of the month of which it is. */
  period?: string
  method: 'fpx' | 'bank_transfer' | null
  issued_on: string
  due_on: string
  created_by: string | null
  lines: PlatformLine[]
}

export async function issuePlatformInvoice(
  trx: Transaction<DB>,
  { lines, ...invoice }: NewPlatformInvoice,
): Promise<{ id: string; number: string; total_sen: number }> {
  const id = newId()
  const number = await nextPlatformNumber(trx, 'invoice', 'PI', invoice.issued_on)
  const totals = platformTotals(lines, await platformTaxRate(trx))
  await trx
    .insertInto('platform.platform_invoice')
    .values({ id, number, ...invoice, ...totals })
    .execute()
  const rows = lines.map((line, index) => ({
    invoice_id: id,
    position: index + 1,
    ...line,
    amount_sen: line.quantity * line.price_sen,
  }))
  await trx.insertInto('platform.platform_invoice_line').values(rows).execute()
  return { id, number, total_sen: totals.total_sen }
}

/** Such as `PI-26-000012`; without gaps. */
export async function nextPlatformNumber(
  trx: Transaction<DB>,
  kind: 'invoice' | 'registration' | 'payout',
  prefix: string,
  on: string,
): Promise<string> {
  const year = on.slice(0, 4)
  const { no } = await trx
    .selectNoFrom(sql<number>`platform.next_number(${kind}, ${year})`.as('no'))
    .executeTakeFirstOrThrow()
  return documentNumber(prefix, year, no)
}
