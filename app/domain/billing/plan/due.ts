import { type Kysely, sql } from 'kysely'
import { startOfMonth } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { type LineFacts, lineFacts } from './facts.ts'
import { billingPlan, type PlannedLine } from './plan.ts'
import type { PlanInput } from './plan-input.ts'

/** A line as it may stand on an invoice. Quantity in hundredths, amounts in sen. */
export interface DueLine {
  description: string
  subject_fee_id: string
  fee_type_id: string
  period_starts_on: string | null
  period_ends_on: string | null
  quantity: number
  price: number
  discount: number
  /** The names of the rules, which say why it is lowered. */
  discount_reason: string | null
  amount_sen: number
  due_on: string
  facts: LineFacts
}

/**
 * What a student can be billed for by hand on a day: each fee whose period runs, in the order of the classes. Those
 * that stand on an invoice already are told apart, so that nobody bills them twice without noticing.
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
 * What a student pays who has just been given seats: what is billed once, and the first period of each fee, of which they
 * pay as the fee says from the day on which they begin.
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
