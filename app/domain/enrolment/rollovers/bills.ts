import { type Kysely, sql } from 'kysely'
import { billingPlan, planAsUsual, planWhole } from '#app/domain/billing/plan/plan.ts'
import { addMonths } from '#app/domain/core/dates.ts'
import type { DB } from '#db/types.ts'
import { derivedId } from './derived-id.ts'
import type { RolloverRow } from './find-rollovers.ts'

/** Students that are planned in one query, so that none takes longer than a query may. */
const stepStudents = 1_000

/** Whoever sits in a class at the turn of the year. */
export async function studentsOf(
  db: Kysely<DB>,
  { bills_from }: Pick<RolloverRow, 'bills_from'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('student')
    .select('student.id')
    .where('student.status', '=', 'active')
    .where('student.deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from enrolment where enrolment.student_id = student.id
        and enrolment.status <> 'waitlisted'
        and coalesce(enrolment.ends_on >= ${bills_from}::date - interval '2 months', true))`,
    )
    .orderBy('student.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How often a fee comes in a year. */
const times = sql`case fee.frequency when 'monthly' then coalesce(cardinality(fee.billing_months), 12)
  when 'quarterly' then 4 when 'half_yearly' then 2 else 1 end`

/**
 * Writes down what the fees of some students come to in a year at the prices, seats and discounts of a month, net of
 * discounts and with tax: of the last month of the old year (`before`) or the first one of the new year (`after`). It is the
 * calculation by which a month is billed; what comes once, and for who is new, is left out.
 */
export async function tellBills(
  db: Kysely<DB>,
  { id, bills_from }: Pick<RolloverRow, 'id' | 'bills_from'>,
  side: 'before' | 'after',
  students: readonly string[],
): Promise<void> {
  const month = side === 'before' ? addMonths(bills_from, -1) : bills_from
  await planWhole(db)
  for (let from = 0; from < students.length; from += stepStudents) {
    const plan = billingPlan({
      ...{ month, issued_on: month, every_fee: true },
      students: students.slice(from, from + stepStudents),
    })
    await sql`
      insert into rollover_line (rollover_id, parent_id, student_id, subject_id, fee_type_id, apply_to, side, times, sen)
      select ${id}::uuid, plan.payer_parent_id, plan.student_id, plan.subject_id, plan.fee_type_id, plan.apply_to,
        ${side}, ${times}, plan.amount_sen + plan.tax_sen
      from (${plan}) as plan join subject_fee as fee on fee.id = plan.subject_fee_id
      where plan.skip is null and plan.payer_parent_id is not null`.execute(db)
  }
  await planAsUsual(db)
}

/** Adds the lines up, family by family. */
export async function sumFamilies(db: Kysely<DB>, { id }: Pick<RolloverRow, 'id'>): Promise<void> {
  await sql`
    insert into rollover_family (id, rollover_id, parent_id, students, before_sen, after_sen)
    select ${derivedId(id, sql`parent_id`)}, ${id}::uuid, parent_id, count(distinct student_id),
      coalesce(sum(sen * times) filter (where side = 'before'), 0),
      coalesce(sum(sen * times) filter (where side = 'after'), 0)
    from rollover_line where rollover_id = ${id} group by parent_id`.execute(db)
}
