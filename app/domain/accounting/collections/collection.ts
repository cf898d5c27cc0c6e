import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { type Holiday, isHoliday } from '#app/domain/core/holidays/holiday.ts'

export const collectionSources = [
  'invoice',
  'infaq',
  'zakat',
  'credit_topup',
  'subscription',
  'rounding',
] as const
export type CollectionSource = (typeof collectionSources)[number]

/**
 * `reversed` and `refunded` mark lines of outgoing money: of a cancelled payment, or of a payment that stays and was refunded;
 * `rounded` marks the line for the rounding of cash.
 */
export const collectionStatuses = [
  'collected',
  'settled',
  'paid_out',
  'reversed',
  'refunded',
  'rounded',
] as const

/**
 * Where received money goes: the platform pays out FPX payments, CHIP pays the organisation's own account, all else it took
 * itself.
 */
export const payouts = ['platform', 'external', 'own'] as const

/** The state where FPX is cleared, whose holidays count in addition to the national ones. */
const clearing = 'W.P. Kuala Lumpur'

/** More than any run of holidays and weekends, in days. */
const furthest = 30

/** Whether banks work on a day: neither Saturday nor Sunday nor a public holiday where they clear. */
function isBankDay(day: string, holidays: readonly Holiday[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, clearing, holidays)
}

/** The first bank day from a day on, or with `step` -1 back from it; a month away where there is none. */
export function bankDay(from: string, holidays: readonly Holiday[], step: 1 | -1 = 1): string {
  for (let days = 0; days < furthest - 1; days++) {
    const day = addDays(from, days * step)
    if (isBankDay(day, holidays)) return day
  }
  return addDays(from, (furthest - 1) * step)
}

/** The day on which FPX payments are settled: the next bank day, or after a month where holidays leave none. */
export const settlementDay = (collected_on: string, holidays: readonly Holiday[]): string =>
  bankDay(addDays(collected_on, 1), holidays)

/**
 * Whether a row of `collection` is incoming money or its rounding; else it is outgoing. A rounding may be negative although
 * it belongs to an incoming payment.
 */
export const isReceived = sql<boolean>`case when collection.source = 'rounding'
  then collection.status = 'rounded' else collection.gross_sen > 0 end`

/**
 * What a row of `collection` is to the organisation, in sen: without the bank's fee that the payer bears; below zero where money
 * went out. The sum of a month's rows is what Home calls collected.
 */
export const withoutPayerFee = sql<number>`collection.gross_sen - collection.payer_fee_sen`

/** Whether a row of `collection` is a payment itself and not its rounding. */
export const isPayment = sql<boolean>`collection.gross_sen > 0 and collection.source <> 'rounding'`

/** What was refunded of a payment that stays, in sen, by the rows of `collection`. */
export const refundedSen = (payment_id: RawBuilder<unknown>) => sql<number>`coalesce((
  select -sum(gross_sen) from collection where payment_id = ${payment_id} and status = 'refunded'), 0)::bigint`
