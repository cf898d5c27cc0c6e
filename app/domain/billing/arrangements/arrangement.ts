import { addDays, addMonths } from '#app/domain/core/dates.ts'

export const arrangementStatuses = [
  'proposed',
  'active',
  'kept',
  'broken',
  'ended',
  'rejected',
  'withdrawn',
] as const
export type ArrangementStatus = (typeof arrangementStatuses)[number]

export const fewestParts = 2
export const mostParts = 12

/** How far ahead the last part may lie, in months. */
export const longestArrangement = 12

/** Days after which a part that did not come breaks an arrangement: a transfer may take them. */
export const graceDays = 3

/** How the parts follow each other. */
export const intervals = ['month', 'fortnight', 'week'] as const
export type Interval = (typeof intervals)[number]

export interface Part {
  due_on: string
  amount_sen: number
}

/**
 * So many parts of a sum in sen, from a day on: whole ringgit, with what is left over in the last; in sen where a ringgit for
 * each is too much. Months follow the first day, so that of the 31st each month has its last. Refuses nothing: fewer sen than
 * parts give fewer parts.
 */
export function divided(total_sen: number, count: number, first_on: string, interval: Interval): Part[] {
  const even = Math.floor(total_sen / count)
  const each = even >= 100 ? even - (even % 100) : Math.max(1, even)
  const parts = Math.min(count, total_sen)
  return Array.from({ length: parts }, (_, index) => ({
    due_on: dayOf(first_on, index, interval),
    amount_sen: index < parts - 1 ? each : total_sen - each * (parts - 1),
  }))
}

function dayOf(first_on: string, index: number, interval: Interval): string {
  if (interval === 'month') return addMonths(first_on, index)
  return addDays(first_on, index * (interval === 'week' ? 7 : 14))
}

export interface SettledPart extends Part {
  position: number
  /** What of it has come in. */
  settled_sen: number
  state: 'settled' | 'missed' | 'next' | 'later'
}

/** What became of each part when so much has come in: it goes to the earliest first. The first open one is next, unless its day is over. */
export function settledParts(
  parts: readonly (Part & { position: number })[],
  came_sen: number,
  today: string,
): SettledPart[] {
  let left = came_sen
  let hasNext = false
  return parts.map((part) => {
    const settled_sen = Math.min(left, part.amount_sen)
    left -= settled_sen
    if (settled_sen === part.amount_sen) return { ...part, settled_sen, state: 'settled' }
    if (part.due_on < today) return { ...part, settled_sen, state: 'missed' }
    const state = hasNext ? 'later' : 'next'
    hasNext = true
    return { ...part, settled_sen, state }
  })
}
