import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { type ManualMethod, manualMethods } from '#app/domain/payments/payments/payment.ts'

/** `awaiting_confirmation`: it was counted and something is missing or too much, which a second person must have seen. */
export const drawerStatuses = ['open', 'awaiting_confirmation', 'closed'] as const
export type DrawerStatus = (typeof drawerStatuses)[number]

/** What a drawer has of one method: expected, and counted once it was. */
export interface DrawerSum {
  method: ManualMethod
  expected_sen: number
  counted_sen: number | null
  difference_sen: number | null
}

export const sumColumns = columnsOf<DrawerSum>()(
  { key: 'method', label: 'payment.method', words: 'payment.methods' },
  { key: 'expected_sen', label: 'drawer.expected_sen', kind: 'money', total: true },
  { key: 'counted_sen', label: 'drawer.counted_sen', kind: 'money', total: true },
  { key: 'difference_sen', label: 'drawer.difference_sen', kind: 'money', total: true },
)

export interface DrawerMove {
  id: string
  created_at: Date | string
  reason: string
  creator: string
  delta_sen: number
}

export const moveColumns = columnsOf<DrawerMove>()(
  { key: 'reason', label: 'drawer.reason', room: 'who' },
  { key: 'creator', label: 'drawer.by', room: 'wide' },
  { key: 'created_at', label: 'drawer.at', kind: 'instant' },
  { key: 'delta_sen', label: 'drawer.delta_sen', kind: 'money', total: true },
)

/** Each method once, the differences worked out. */
export function sumsOf(
  expected: Partial<Record<ManualMethod, number>>,
  counted?: Partial<Record<ManualMethod, number | undefined>>,
): DrawerSum[] {
  return manualMethods.map((method) => {
    const expected_sen = expected[method] ?? 0
    const counted_sen = counted ? (counted[method] ?? 0) : null
    const difference_sen = counted_sen === null ? null : counted_sen - expected_sen
    return { method, expected_sen, counted_sen, difference_sen }
  })
}
