import { sql } from 'kysely'
import { createDraft, issueInvoice } from '#app/domain/billing/invoices/change-invoice.ts'
import { dueFees } from '#app/domain/billing/plan/due.ts'
import { lineFacts } from '#app/domain/billing/plan/facts.ts'
import { billingPlan, type PlannedLine } from '#app/domain/billing/plan/plan.ts'
import type { PlanInput } from '#app/domain/billing/plan/plan-input.ts'
import { type Actor, everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import {
  discount,
  enrolment,
  feeCategory,
  feeType,
  type Given,
  type GivenEnrolment,
  student,
  studentDiscount,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'

/** Thrown to give up what a case has written, so that no rule of one meets the children of another. */
const rollBack = new Error('seen')

/** Tells one case in a transaction that is given up again. */
export async function inTurn(tenant: Tenant, tell: (trx: Trx) => Promise<void>): Promise<void> {
  await tenant
    .write(async (trx) => {
      await tell(trx)
      throw rollBack
    })
    .catch((error) => {
      if (error !== rollBack) throw error
    })
}

/** The invoice of all that a student is to be billed on a day, issued; undefined where that is nothing. */
export async function billMonth(
  trx: Trx,
  actor: Actor,
  student_id: string,
  first: string,
  due_on = addDays(first, 6),
): Promise<string | undefined> {
  const { lines } = await dueFees(trx, student_id, first)
  if (lines.length === 0) return undefined
  const items = lines.map(({ period_starts_on, period_ends_on, discount_reason, ...line }) => ({
    ...{ ...line, period_starts_on: period_starts_on!, period_ends_on: period_ends_on! },
    ...(discount_reason ? { discount_reason } : {}),
  }))
  const id = await createDraft(trx, actor, everywhere, student_id, { due_on, items }, first)
  await issueInvoice(trx, actor, everywhere, id, { version: 1, send: false, today: first })
  return id
}

/** All lines of a month, March 2026 unless told, in the order of the names. */
export async function plan(trx: Trx, given: Partial<PlanInput> = {}) {
  const input = { month: '2026-03-01', issued_on: '2026-02-25', ...given }
  const { rows } = await sql<PlannedLine & { name: string }>`
    select plan.*, student.name from (${billingPlan(input)}) as plan
      join student on student.id = plan.student_id order by student.name, plan.description`.execute(trx)
  return rows.map(({ facts, ...line }) => ({ ...line, facts: lineFacts.parse(facts) }))
}
/** A line's price, discount and amount, or why it is not billed. */
export const brief = (lines: Awaited<ReturnType<typeof plan>>) =>
  lines.map(({ name, price_sen, discount_sen, amount_sen, skip }) =>
    skip ? [name, skip] : [name, price_sen, discount_sen, amount_sen],
  )

/** A class that charges one fee that may be lowered, RM100.00 unless told. */
export async function aClass(trx: Trx, fee: Given<'subject_fee'> = {}, type: Given<'fee_type'> = {}) {
  const { id: fee_category_id } = await feeCategory(trx, { discountable: true })
  const { id: fee_type_id } = await feeType(trx, { fee_category_id, ...type })
  return subjectFee(trx, { fee_type_id, amount_sen: 10_000, ...fee })
}
/** A student in a class since January. */
export async function child(
  trx: Trx,
  name: string,
  payer: { id: string } | null,
  subject_id: string,
  { seat = {}, ...given }: Given<'student'> & { seat?: GivenEnrolment } = {},
) {
  const row = await student(trx, { name, ...given }, payer ? { payer } : undefined)
  await enrolment(trx, { student_id: row.id, subject_id, starts_on: '2026-01-05', ...seat })
  return row
}
export const siblings = (trx: Trx, given: Given<'discount'> = {}) =>
  discount(trx, {
    ...{ type: 'sibling', second_child_bp: 1_000, third_child_bp: 1_500, fourth_child_bp: 2_000 },
    ...given,
  })
/** Gives a student a discount of their own. */
export const given = async (trx: Trx, student_id: string, rule: Given<'discount'>, from = '2026-01-01') => {
  const { id: discount_id } = await discount(trx, rule)
  await studentDiscount(trx, { student_id, discount_id, starts_on: from })
}
