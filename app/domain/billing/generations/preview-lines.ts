import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOfSessions } from '#app/domain/billing/plan/period-sql.ts'
import { billingPlan } from '#app/domain/billing/plan/plan.ts'
import { sessionsLookBack } from '#app/domain/billing/plan/plan-sessions.ts'
import { largestTotal } from '#app/domain/core/invoicing/totals.ts'
import type { DB } from '#db/types.ts'
import { type GenerationFilters, type GenerationSetting, reasons } from './generation.ts'

/** The input of a preview, with which a run is compared. */
export interface Planning {
  /** First day. */
  month: string
  filters: GenerationFilters
  setting: GenerationSetting
  /** The day on which the invoices are issued. */
  issued_on: string
}

/**
 * Students whom the billing of a month may concern: who is or was enrolled, or was billed for a period that ended just before.
 * Ordered by branch and name, as their invoices are numbered. `among`: only these.
 */
export async function studentsToPlan(
  db: Kysely<DB>,
  month: string,
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select student.id from student join branch on branch.id = student.branch_id
    where ${among ? sql`student.id = any(${among}::uuid[])` : sql`true`}
      and (exists (
          select from enrolment where enrolment.student_id = student.id
            and coalesce(enrolment.ends_on >= (${month}::date - interval '1 month'), true))
        or exists (
          select from enrolment join subject_fee as fee on fee.subject_id = enrolment.subject_id
            and fee.frequency = 'session' and fee.deleted_at is null
          where enrolment.student_id = student.id and enrolment.ends_on >= ${month}::date - ${sessionsLookBack})
        or exists (
          select from billed_fee where billed_fee.student_id = student.id
            and billed_fee.period_ends_on = ${month}::date - 1))
    order by branch.name, branch.id, student.name, student.student_no, student.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The planned lines of some students as CTEs, for a query of a preview or a comparison: `line` with their order, and `summed`
 * with the sums and the digest of each student.
 */
export function plannedLines(planning: Planning, students: readonly string[]) {
  const group = planning.setting.group_by === 'subject' ? sql`line.subject_id` : sql`null::uuid`
  return sql`
    with line as materialized (
      select line.*, row_number() over (partition by line.student_id
        order by line.skip is not null, line.description, line.period_key, line.fee_type_id, line.subject_id, line.apply_to)
        as position
      from (${linesOf(planning, students)}) as line
    ), invoices as (
      select line.student_id, count(*) as invoices, max(sum) as largest
      from (
        select line.student_id, sum(line.amount_sen + line.tax_sen) as sum from line where line.skip is null
        group by line.student_id, ${group}
      ) as line group by line.student_id
    ), summed as (
      select line.student_id, max(line.payer_parent_id::text)::uuid as payer_parent_id,
        count(*) filter (where line.skip is null)::int as lines, coalesce(max(invoices.invoices), 0)::int as invoices,
        coalesce(max(invoices.largest) > ${largestTotal}, false) as too_large,
        coalesce(sum(line.amount_sen + line.tax_sen) filter (where line.skip is null), 0)::bigint as total_sen,
        coalesce(sum(line.before_sen), 0)::bigint as before_sen,
        coalesce(bool_or(line.skip = 'no_payer'), false) as no_payer,
        (array_agg(line.skip order by array_position(${[...reasons]}::text[], line.skip)))[1] as skip,
        array_remove(array_agg(distinct line.difference), null) as differences,
        md5(coalesce(string_agg(line.stated, E'\\n' order by line.stated), '')) as digest
      from line left join invoices using (student_id)
      group by line.student_id
    )`
}

/**
 * Lines of some students: those of the plan, each joined to the line of the period before, and lines of the period before
 * that the plan no longer has (`gone`). `stated` is the text of a planned line, of which a preview stores a digest per student.
 */
function linesOf({ month, filters, issued_on }: Planning, students: readonly string[]): RawBuilder<unknown> {
  const plan = billingPlan({ ...filters, month, issued_on, students })
  return sql`
    select coalesce(plan.student_id, earlier.student_id) as student_id, plan.payer_parent_id, plan.branch_id,
      plan.enrolment_id, coalesce(plan.subject_id, earlier.subject_id) as subject_id, plan.subject_fee_id,
      coalesce(plan.fee_type_id, earlier.fee_type_id) as fee_type_id,
      coalesce(plan.apply_to, earlier.apply_to) as apply_to, coalesce(plan.period_key, earlier.period_key) as period_key,
      coalesce(plan.period_starts_on, earlier.period_starts_on) as period_starts_on,
      coalesce(plan.period_ends_on, earlier.period_ends_on) as period_ends_on,
      coalesce(plan.description, earlier.description) as description,
      coalesce(plan.quantity_hundredths, earlier.quantity_hundredths) as quantity_hundredths,
      coalesce(plan.price_sen, earlier.price_sen) as price_sen,
      coalesce(plan.discount_sen, earlier.discount_sen) as discount_sen,
      coalesce(plan.taxable, earlier.taxable) as taxable, coalesce(plan.tax_sen, earlier.tax_sen) as tax_sen,
      coalesce(plan.amount_sen, earlier.amount_sen) as amount_sen, plan.due_on, plan.facts,
      case when plan.student_id is null then 'gone' else plan.skip end as skip,
      -- a fee that is billed already was compared with its earlier period when it was billed
      case when plan.skip is distinct from 'already_billed' then earlier.amount_sen + earlier.tax_sen end as before_sen,
      case
        when plan.student_id is null then 'gone'
        when plan.skip is not null then
          case when earlier.student_id is not null and plan.skip not in ('already_billed', 'no_payer') then 'gone' end
        when earlier.student_id is null then 'new'
        when plan.price_sen <> earlier.price_sen then 'fee'
        when plan.quantity_hundredths <> earlier.quantity_hundredths then 'quantity'
        when plan.discount_sen <> earlier.discount_sen then 'discount'
        else 'same' end as difference,
      case when plan.student_id is not null then
        concat_ws('|', plan.subject_id, plan.fee_type_id, plan.apply_to, plan.period_key, plan.enrolment_id,
          plan.subject_fee_id, plan.payer_parent_id, plan.branch_id, plan.quantity_hundredths, plan.price_sen, plan.discount_sen,
          plan.taxable, plan.tax_sen, plan.amount_sen, plan.due_on, plan.description, coalesce(plan.skip, '-'),
          plan.facts) end as stated
    from (${plan}) as plan
    full join (${linesBefore(month, filters, students)}) as earlier
      on earlier.student_id = plan.student_id and earlier.subject_id = plan.subject_id
        and earlier.fee_type_id = plan.fee_type_id and earlier.apply_to = plan.apply_to
        and earlier.by_sessions = (plan.frequency = 'session')`
}

/** Lines of issued invoices for the periods that ended on the day before a month; of sessions, which are charged a month later, a month before. */
function linesBefore(
  month: string,
  { branch_id, program_id, subject_id, fee_category_id }: GenerationFilters,
  students: readonly string[],
) {
  const only = [
    branch_id && sql`student.branch_id = ${branch_id}`,
    program_id && sql`subject.program_id = ${program_id}`,
    subject_id && sql`subject.id = ${subject_id}`,
    fee_category_id && sql`fee_type.fee_category_id = ${fee_category_id}`,
  ].filter((one) => one !== undefined && one !== '')
  return sql`
    select billed_fee.student_id, billed_fee.subject_id, billed_fee.fee_type_id, billed_fee.apply_to,
      billed_fee.period_key, billed_fee.period_starts_on, billed_fee.period_ends_on, item.description,
      item.quantity_hundredths, item.price_sen, item.discount_sen, item.taxable, item.tax_sen, item.amount_sen,
      ${isOfSessions(sql`billed_fee.period_key`)} as by_sessions
    from billed_fee
    join invoice_item as item on item.id = billed_fee.invoice_item_id
    join invoice on invoice.id = billed_fee.invoice_id and invoice.status not in ('draft', 'cancelled')
    join student on student.id = billed_fee.student_id
    join subject on subject.id = billed_fee.subject_id
    join fee_type on fee_type.id = billed_fee.fee_type_id
    where billed_fee.student_id = any(${students}::uuid[]) and billed_fee.period_ends_on
        = case when ${isOfSessions(sql`billed_fee.period_key`)} then (${month}::date - interval '1 month')::date
          else ${month}::date end - 1
      ${only.length > 0 ? sql`and ${sql.join(only, sql` and `)}` : sql``}`
}
