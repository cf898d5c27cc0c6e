import { type Kysely, sql } from 'kysely'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { billingPlan } from './plan.ts'

export interface NextMonth {
  /** Its first day. */
  month: string
  /** With tax, in sen. */
  total_sen: number
  children: { id: string; name: string; lines: { description: string; sen: number }[] }[]
}

interface Row {
  student_id: string
  student: string
  description: string
  sen: number
}

/**
 * What the next month will bill a parent for, child by child, as far as it is known today and not billed yet; null when
 * there is nothing. Only children for whom this parent pays.
 */
export async function nextMonthOf(
  db: Kysely<DB>,
  parent_id: string,
  today: string,
): Promise<NextMonth | null> {
  const month = startOfMonth(addMonths(startOfMonth(today), 1))
  const own = await db
    .selectFrom('student_parent')
    .select('student_id')
    .where('parent_id', '=', parent_id)
    .where('is_payer', '=', sql<boolean>`true`)
    .execute()
  if (own.length === 0) return null
  const plan = billingPlan({ month, issued_on: today, students: own.map(({ student_id }) => student_id) })
  const { rows } = await sql<Row>`
    select plan.student_id, student.name as student, plan.description, plan.amount_sen + plan.tax_sen as sen
    from (${plan}) as plan join student on student.id = plan.student_id
    where plan.skip is null order by student.name, student.id, plan.description`.execute(db)
  if (rows.length === 0) return null
  const children = Map.groupBy(rows, ({ student_id }) => student_id)
  return {
    month,
    total_sen: rows.reduce((sum, { sen }) => sum + sen, 0),
    children: [...children].map(([id, lines]) => ({
      ...{ id, name: lines[0]!.student },
      lines: lines.map(({ description, sen }) => ({ description, sen })),
    })),
  }
}
