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
 * `reversed` and `refunded` are of a line by which money goes out: of a payment that was taken back, or that stays and was
 * sent back; `rounded` of one that says by how much cash was rounded.
 */
export const collectionStatuses = [
  'collected',
  'settled',
  'paid_out',
  'reversed',
  'refunded',
  'rounded',
] as const

/** Who has the money after it came: the platform pays out what FPX brought, anything else is the organisation's at once. */
export const payouts = ['platform', 'external', 'own'] as const

/** Where the banks clear FPX, whose holidays count besides those of the whole country. */
const clearing = 'W.P. Kuala Lumpur'

/** Holidays in a row and the days of rest around them never come to more. */
const furthest = 30

/** Whether banks work on a day: neither Saturday nor Sunday nor a public holiday where they clear. */
export function isBankDay(day: string, holidays: readonly Holiday[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, clearing, holidays)
}

/** The first day on which banks work, from a day on or, with `step` -1, back from it; a month away where there is none. */
export function bankDay(from: string, holidays: readonly Holiday[], step: 1 | -1 = 1): string {
  for (let days = 0; days < furthest - 1; days++) {
    const day = addDays(from, days * step)
    if (isBankDay(day, holidays)) return day
  }
  return addDays(from, (furthest - 1) * step)
}

/**
 * The day on which the banks settle what FPX collected: the next one on which they work. What the holidays would leave no
 * day for settles after a month.
 */
export const settlementDay = (collected_on: string, holidays: readonly Holiday[]): string =>
  bankDay(addDays(collected_on, 1), holidays)
