import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { plainDate, text, version } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { DB } from '#db/types.ts'

/** Requested, then decided or withdrawn; an approved discount ends after its last day. */
export const studentDiscountStatuses = ['requested', 'approved', 'rejected', 'withdrawn', 'ended'] as const
type StudentDiscountStatus = (typeof studentDiscountStatuses)[number]

/** Statuses that a family can see. */
export const familyStatuses: readonly StudentDiscountStatus[] = ['approved', 'ended']

/** Percentage, in basis points, up to which a head of a branch gives a discount without a manager. */
export const halfBp = 5_000

/** A discount on the student's page. */
export interface StudentDiscountRow {
  id: string
  discount: string
  value: string
  starts_on: string
  ends_on: string | null
  status: string
}

export const studentDiscountColumns = columnsOf<StudentDiscountRow>()(
  { key: 'discount', label: 'student_discount.discount_id' },
  { key: 'value', label: 'student_discount.value', room: 'much' },
  { key: 'starts_on', label: 'student_discount.starts_on', kind: 'date' },
  { key: 'ends_on', label: 'student_discount.ends_on', kind: 'date' },
  { key: 'status', label: 'student_discount.status', kind: 'status' },
)

/** Gives a student a discount, or requests it. `document`: a description of the document that was checked. */
export const giveForm = z
  .object({
    discount_id: z.uuid(),
    starts_on: plainDate,
    ends_on: plainDate.optional(),
    reason: text({ min: 3, max: 200 }),
    document: text({ min: 3, max: 200 }).optional(),
    form_key: z.uuid().optional(),
  })
  .refine(({ starts_on, ends_on }) => !ends_on || starts_on <= ends_on, {
    path: ['ends_on'],
    message: 'student_discount.ends_before_start',
  })
export type GiveInput = z.output<typeof giveForm>

/** Renews a discount from the day after its last one. */
export const renewForm = z.object({
  ends_on: plainDate.optional(),
  reason: text({ min: 3, max: 200 }),
  document: text({ min: 3, max: 200 }).optional(),
  form_key: z.uuid().optional(),
})
export type RenewInput = z.output<typeof renewForm>

/** `ends_on`: the last valid day. */
export const endDiscountForm = z.object({
  ends_on: plainDate,
  reason: text({ min: 3, max: 200 }),
  version,
})
export type EndDiscountInput = z.output<typeof endDiscountForm>

interface Discount {
  id: string
  percent_bp: number | null
  amount_sen: number | null
}

/** Whether these roles may give any discount: those who approve discounts for the whole organisation. */
export function givesAny(roles: readonly SessionRole[]): boolean {
  return scopeOf(roles, 'student_discount.approve') === 'all'
}

/**
 * Whether a discount is at most half of every fee that it applies to for a student on a day. A fixed amount is compared with
 * the smallest of those fees; without any it counts as more than half.
 */
export async function isHalfAtMost(
  db: Kysely<DB>,
  { id, percent_bp, amount_sen }: Discount,
  student_id: string,
  today: string,
): Promise<boolean> {
  if (percent_bp !== null) return percent_bp <= halfBp
  const { rows } = await sql<{ smallest: number | null }>`
    select min(subject_fee.amount_sen * subject_fee.quantity)::bigint as smallest
    from enrolment
    join subject_fee on subject_fee.subject_id = enrolment.subject_id
    join fee_type on fee_type.id = subject_fee.fee_type_id
    join fee_category on fee_category.id = fee_type.fee_category_id
    where enrolment.student_id = ${student_id} and enrolment.status in ('active', 'paused')
      and subject_fee.deleted_at is null and subject_fee.status = 'active'
      and subject_fee.starts_on <= ${today} and coalesce(subject_fee.ends_on, ${today}) >= ${today}
      and case
        when exists (select from discount_fee_category where discount_id = ${id})
        then fee_category.id in (select fee_category_id from discount_fee_category where discount_id = ${id})
        else fee_category.discountable
      end`.execute(db)
  const smallest = rows[0]?.smallest ?? null
  return smallest !== null && amount_sen !== null && amount_sen * 2 <= smallest
}
