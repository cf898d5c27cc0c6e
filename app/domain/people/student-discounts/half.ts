import { type Kysely, sql } from 'kysely'
import { type Held, scopeOf } from '#app/domain/core/access/access.ts'
import type { DB } from '#db/types.ts'
import { halfBp } from './student-discount.ts'

interface Discount {
  id: string
  percent_bp: number | null
  amount_sen: number | null
}

/** Whether these roles give any discount: who decides for the whole organisation. */
export function givesAny(roles: readonly Held[]): boolean {
  return scopeOf(roles, 'student_discount.approve') === 'all'
}

/**
 * Whether a discount takes no more than half of any fee that it lowers for a student on a day. An amount is held against
 * the smallest price of those fees; where there is none it is more than half.
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
