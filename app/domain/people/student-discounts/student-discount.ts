import { columnsOf } from '#app/domain/core/lists/columns.ts'

/** Asked for, then decided or withdrawn; what was approved holds until its last day has passed. */
export const studentDiscountStatuses = ['requested', 'approved', 'rejected', 'withdrawn', 'ended'] as const
export type StudentDiscountStatus = (typeof studentDiscountStatuses)[number]

/** Those that a family is told of. */
export const toldToFamilies: readonly StudentDiscountStatus[] = ['approved', 'ended']

/** Percentage, in basis points, up to which a head of a branch gives a discount without a manager. */
export const halfBp = 5_000

/** A discount that a student has or was to have, on the student's page. */
export interface HeldDiscount {
  id: string
  discount: string
  value: string
  starts_on: string
  ends_on: string | null
  status: string
}

export const heldColumns = columnsOf<HeldDiscount>()(
  { key: 'discount', label: 'student_discount.discount_id' },
  { key: 'value', label: 'student_discount.value', room: 'much' },
  { key: 'starts_on', label: 'student_discount.starts_on', kind: 'date' },
  { key: 'ends_on', label: 'student_discount.ends_on', kind: 'date' },
  { key: 'status', label: 'student_discount.status', kind: 'status' },
)
