import { addDays } from '#app/domain/dates.ts'

const collectionSources = ['invoice', 'infaq', 'zakat', 'credit_topup', 'subscription'] as const
export type CollectionSource = (typeof collectionSources)[number]

export const collectionStatuses = ['collected', 'settled', 'paid_out', 'reversed'] as const

/** The next working day, Monday to Friday; public holidays are not known here yet. */
export function settlementDay(collected_on: string): string {
  const next = addDays(collected_on, 1)
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay()
  if (weekday === 6) return addDays(next, 2)
  return weekday === 0 ? addDays(next, 1) : next
}
