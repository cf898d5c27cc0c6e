import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { type ManualMethod, manualMethods } from '#app/domain/payments/payments/payment.ts'

/** `awaiting_confirmation`: counted with a difference, which a second person has to confirm. */
export const drawerStatuses = ['open', 'awaiting_confirmation', 'closed'] as const
export type DrawerStatus = (typeof drawerStatuses)[number]

/** Expected and counted sum of one payment method. */
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

/** Sums by method with their differences. */
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

/** Opening cash. */
export const openDrawerForm = z.object({
  branch_id: z.uuid(),
  float: ringgit(),
  form_key: z.uuid().optional(),
})
export type OpenDrawerInput = z.output<typeof openDrawerForm>

/** Cash put in or taken out without a payment. */
export const drawerMoveForm = z.object({
  kind: z.enum(['in', 'out']),
  amount: ringgit({ min: 1 }),
  reason,
  form_key: z.uuid().optional(),
})
export type DrawerMoveInput = z.output<typeof drawerMoveForm>

const counted = ringgit().optional()

/** Counted sums by method; an empty field means 0. */
export const closeDrawerForm = z.object({
  cash: ringgit(),
  bank_transfer: counted,
  cheque: counted,
  card_terminal: counted,
  duitnow_qr: counted,
  /** Required when there is a difference. */
  difference_reason: reason.optional(),
  version,
  form_key: z.uuid().optional(),
} satisfies Record<ManualMethod, z.ZodType> & Record<string, z.ZodType>)
export type CloseDrawerInput = z.output<typeof closeDrawerForm>
