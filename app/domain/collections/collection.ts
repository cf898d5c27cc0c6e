import { addDays } from '#app/domain/dates.ts'

const collectionSources = ['invoice', 'infaq', 'zakat', 'credit_topup', 'subscription'] as const
export type CollectionSource = (typeof collectionSources)[number]

/** The last two of a line by which money goes out: of a payment that was taken back, or that stays and was sent back. */
export const collectionStatuses = ['collected', 'settled', 'paid_out', 'reversed', 'refunded'] as const

/** The next working day, Monday to Friday; public holidays are not known here yet. */
export function settlementDay(collected_on: string): string {
  const next = addDays(collected_on, 1)
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return addDays(next, 2)
  return weekday === 0 ? addDays(next, 1) : next
}
