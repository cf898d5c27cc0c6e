import { z } from 'zod'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { plainDate, reason } from '#app/domain/core/fields.ts'
import { mostPaidAtOnce } from '#app/domain/core/invoicing/payment.ts'
import { ringgit } from '#app/domain/core/money.ts'

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

/** Days after a missed part before an arrangement is broken, because a bank transfer may take them. */
export const graceDays = 3

/** The interval between two parts. */
export const intervals = ['month', 'fortnight', 'week'] as const
export type Interval = (typeof intervals)[number]

export interface Part {
  due_on: string
  amount_sen: number
}

/**
 * Splits a sum in sen into parts from a day on, in whole ringgit with the remainder in the last; in sen where the sum is
 * less than a ringgit for each. Monthly parts keep the first day, so that the 31st becomes the last day of shorter months.
 * Fewer sen than parts give fewer parts.
 */
export function splitIntoParts(
  total_sen: number,
  count: number,
  first_on: string,
  interval: Interval,
): Part[] {
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
  /** The amount received for it. */
  settled_sen: number
  state: 'settled' | 'missed' | 'next' | 'later'
}

/**
 * The state of each part after `came_sen` was received, which settles the earliest first. The first open one is next, unless
 * its day has passed.
 */
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

/** Which invoices to split into how many parts from when on; only calculates a proposal and stores nothing. */
export const divisionForm = z.object({
  invoice: z.array(z.uuid()).min(1).max(mostPaidAtOnce),
  count: z.coerce.number().int().min(fewestParts).max(mostParts),
  first_on: plainDate,
  interval: z.enum(intervals),
})

/** The agreed parts, each with its day and amount in sen, in order of their days. */
export const arrangementForm = z
  .object({
    invoices: z.array(z.uuid()).min(1).max(mostPaidAtOnce),
    parts: z
      .array(z.object({ due_on: plainDate, amount: ringgit({ min: 1 }) }))
      .min(fewestParts)
      .max(mostParts),
    reason,
    form_key: z.uuid().optional(),
  })
  .superRefine(({ parts }, context) => {
    for (const [index, { due_on }] of parts.entries()) {
      if (index > 0 && due_on <= parts[index - 1]!.due_on)
        context.addIssue({
          code: 'custom',
          path: ['parts', index, 'due_on'],
          message: 'arrangement.order',
        })
    }
  })
export type ArrangementInput = z.output<typeof arrangementForm>
