import { settlementDay } from '#app/domain/accounting/collections/collection.ts'
import type { Holiday } from '#app/domain/core/holidays/holiday.ts'

/** A line of the money-in book, and whether the platform's ledger says the same. */
export interface TrailLine {
  id: string
  collected_on: string
  status: string
  source: string
  gross_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  net_sen: number
  settles_on: string | null
  payout_id: string | null
  /** Its number, the day it is due, and once it is paid the day and the reference of the bank. */
  payout: string | null
  payout_on: string | null
  paid_on: string | null
  bank_reference: string | null
  agrees: boolean
}

export interface Trail {
  payment: {
    id: string
    number: string
    method: string
    status: string
    paid_on: string
    amount_sen: number
    payer_fee_sen: number
    payer_name: string | null
    reference_no: string | null
    gateway_transaction_id: string | null
    gateway_order_no: string | null
    bank_name: string | null
    model: string | null
    requested_at: Date | null
    gateway_transaction_at: Date | null
    state: string | null
    /** What the gateway was asked for. */
    asked_sen: number | null
  }
  lines: TrailLine[]
  /** The first day on which what is settled can be paid out; null where it never passes through the platform. */
  soonest: string | null
}

/** What the banks have settled can be paid out on the next day on which they work. */
export const soonestPayout = (settles_on: string, holidays: readonly Holiday[]): string =>
  settlementDay(settles_on, holidays)

/** In whose hands the money of a payment is now. */
export type Whereabouts = 'bank' | 'held' | 'prepared' | 'paid_out' | 'back' | 'external' | 'own'

export function whereaboutsOf({ payment, lines }: Pick<Trail, 'payment' | 'lines'>): Whereabouts {
  if (payment.method === 'chip') return 'external'
  if (payment.method !== 'fpx') return 'own'
  const line = lines.find(({ gross_sen, source }) => gross_sen > 0 && source !== 'rounding')
  if (line?.status === 'paid_out') return 'paid_out'
  if (line?.status === 'reversed') return 'back'
  if (line?.payout_id) return 'prepared'
  return line?.status === 'settled' ? 'held' : 'bank'
}
