import { type Kysely, sql } from 'kysely'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { lineLanguages } from '#app/domain/core/invoicing/line-languages.ts'
import type { WrittenLineText } from '#app/domain/core/invoicing/line-text.ts'
import type { DB } from '#db/types.ts'
import { type LineFacts, lineFacts } from './facts.ts'
import { billingPlan, type PlannedLine } from './plan.ts'
import type { PlanInput } from './plan-input.ts'

/** A calculated invoice line. Quantity in hundredths, amounts in sen. */
export interface DueLine {
  description: string
  subject_fee_id: string
  fee_type_id: string
  period_starts_on: string | null
  period_ends_on: string | null
  quantity: number
  price: number
  discount: number
  /** The names of the discounts. */
  discount_reason: string | null
  amount_sen: number
  due_on: string
  facts: LineFacts
}

/**
 * What a student can be billed for manually on a day: each fee of a current period, in the order of the classes. Fees that are
 * billed already are listed separately.
 */
export async function dueFees(
  db: Kysely<DB>,
  student_id: string,
  today: string,
): Promise<{ lines: DueLine[]; billed: string[] }> {
  const input = { month: startOfMonth(today), issued_on: today, students: [student_id], catch_up: true }
  const planned = await plannedLines(db, input)
  return {
    lines: planned.filter(({ skip }) => skip === null).map(dueLine),
    billed: planned.filter(({ skip }) => skip === 'already_billed').map(({ description }) => description),
  }
}

/**
 * What a student pays for new enrolments: one-off fees, and the first period of each recurring fee, prorated as the fee says
 * from the first day.
 */
export async function joiningFees(
  db: Kysely<DB>,
  student_id: string,
  enrolment_ids: readonly string[],
  today: string,
): Promise<DueLine[]> {
  const input = {
    month: startOfMonth(today),
    issued_on: today,
    students: [student_id],
    joining: enrolment_ids,
  }
  const planned = await plannedLines(db, input)
  return planned.filter(({ skip }) => skip === null).map(dueLine)
}

async function plannedLines(db: Kysely<DB>, input: PlanInput): Promise<PlannedLine[]> {
  const { rows } = await sql<PlannedLine>`
    select plan.* from (${billingPlan(input)}) as plan join subject on subject.id = plan.subject_id
    order by subject.name, plan.subject_fee_id`.execute(db)
  return rows
}

function dueLine(line: PlannedLine): DueLine {
  const facts = lineFacts.parse(line.facts)
  const names = facts.discounts.map(({ name }) => name).join(', ')
  return {
    ...{ description: line.description, subject_fee_id: line.subject_fee_id, fee_type_id: line.fee_type_id },
    ...{ period_starts_on: line.period_starts_on, period_ends_on: line.period_ends_on },
    ...{ quantity: line.quantity_hundredths, price: line.price_sen, discount: line.discount_sen },
    discount_reason: names ? names.slice(0, 200) : null,
    ...{ amount_sen: line.amount_sen, due_on: line.due_on, facts },
  }
}

export interface NextMonth {
  /** Its first day. */
  month: string
  /** With tax, in sen. */
  total_sen: number
  children: { id: string; name: string; lines: (WrittenLineText & { sen: number })[] }[]
}

interface Row extends WrittenLineText {
  student_id: string
  student: string
  sen: number
}

/**
 * What the next month will bill a parent for each child whom this parent pays for, as far as it is known and not billed yet;
 * null when there is nothing.
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
    select plan.student_id, student.name as student, plan.description, plan.amount_sen + plan.tax_sen as sen,
      said.en as description_en, said.my as description_my, plan.period_starts_on, plan.period_ends_on,
      plan.facts -> 'share' as share
    from (${plan}) as plan join student on student.id = plan.student_id
      left join lateral ${lineLanguages(sql`plan`)} as said on true
    where plan.skip is null order by student.name, student.id, plan.description`.execute(db)
  if (rows.length === 0) return null
  const children = Map.groupBy(rows, ({ student_id }) => student_id)
  return {
    month,
    total_sen: rows.reduce((sum, { sen }) => sum + sen, 0),
    children: [...children].map(([id, lines]) => ({
      ...{ id, name: lines[0]!.student },
      lines: lines.map(({ student_id: _, student: __, ...line }) => line),
    })),
  }
}
