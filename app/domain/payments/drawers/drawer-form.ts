import { z } from 'zod'
import { reason, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import type { ManualMethod } from '#app/domain/payments/payments/payment.ts'

/** What lies in it before the first payment. */
export const openDrawerForm = z.object({
  branch_id: z.uuid(),
  float: ringgit(),
  form_key: z.uuid().optional(),
})
export type OpenDrawerInput = z.output<typeof openDrawerForm>

/** Money that comes into a drawer or goes out of it without a payment. */
export const drawerMoveForm = z.object({
  kind: z.enum(['in', 'out']),
  amount: ringgit({ min: 1 }),
  reason,
  form_key: z.uuid().optional(),
})
export type DrawerMoveInput = z.output<typeof drawerMoveForm>

const counted = ringgit().optional()

/** What was counted of each method; nothing was typed: there is none. */
export const closeDrawerForm = z.object({
  cash: ringgit(),
  bank_transfer: counted,
  cheque: counted,
  card_terminal: counted,
  duitnow_qr: counted,
  /** Needed when something is missing or too much. */
  difference_reason: reason.optional(),
  version,
  form_key: z.uuid().optional(),
} satisfies Record<ManualMethod, z.ZodType> & Record<string, z.ZodType>)
export type CloseDrawerInput = z.output<typeof closeDrawerForm>
