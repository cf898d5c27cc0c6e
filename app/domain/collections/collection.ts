import { addDays } from '#app/domain/dates.ts'
import { type Holiday, isHoliday } from '#app/domain/holidays/holiday.ts'

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

/**
 * The day on which the banks settle what FPX collected: the next one that is neither Saturday nor Sunday nor a public
 * holiday where they clear. What the holidays would leave no day for settles after a month.
 */
export function settlementDay(collected_on: string, holidays: readonly Holiday[]): string {
  for (let days = 1; days < furthest; days++) {
    const day = addDays(collected_on, days)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !isHoliday(day, clearing, holidays)) return day
  }
  return addDays(collected_on, furthest)
}
