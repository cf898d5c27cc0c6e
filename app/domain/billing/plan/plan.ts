import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { proportionOf } from './period-sql.ts'
import { applicable, applied, best } from './plan-discounts.ts'
import { description, dueOn, fees, priced } from './plan-fees.ts'
import type { PlanInput } from './plan-input.ts'
import { sessionsDue } from './plan-sessions.ts'
import {
  calculated,
  classes,
  enrolled,
  familyLinks,
  organisation,
  ranked,
  requested,
  seats,
} from './plan-students.ts'

/**
 * What a month bills, as one query: a row for each fee of each enrolment, with its amounts and how they were calculated
 * (`facts`, see {@link lineFacts}), or with `skip`, why it is not billed. Previews, runs, single invoices, the first invoice of
 * an application and the forecast for a family all use this query.
 *
 * The calculation in order: own or standard price, proration, quantity; percentages, fixed amounts; tax on the net amount.
 * Amounts in sen, quantity in hundredths; `amount_sen` is before tax.
 */
export function billingPlan(input: PlanInput): RawBuilder<PlannedLine> {
  const rate = sql`case when organisation.tax_registered and (organisation.tax_scope = 'all' or line.nationality <> 'MY')
    then organisation.rate_bp else 0 end`
  return sql`
    with ${siblingCtes(input, 'ranked')},
      line as materialized (
        select row_number() over () as line, priced.* from priced where priced.student_id in (select id from requested)),
      applicable as materialized (${applicable(input)}),
      applied as materialized (${applied()}),
      best as materialized (${best()}),
      net as materialized (
        select line.*, organisation.issue_zero, organisation.group_by, ${description} as description, ${dueOn(input)} as due_on,
          coalesce(best.discount_sen, 0) as discount_sen, best.discounts, coalesce(best.capped, false) as capped,
          line.gross_sen - coalesce(best.discount_sen, 0) as amount_sen,
          case when line.taxable then ${rate} else 0 end as rate_bp, organisation.tax_scope
        from line cross join organisation left join best on best.line = line.line
      ),
      taxed as (select net.*, ${proportionOf(sql`net.amount_sen`, sql`net.rate_bp`)} as tax_sen from net)
    select taxed.student_id, taxed.payer_parent_id, taxed.branch_id, taxed.enrolment_id, taxed.subject_id,
      taxed.subject_fee_id, taxed.fee_type_id, taxed.apply_to, taxed.frequency, taxed.period_key,
      taxed.period_starts_on, taxed.period_ends_on, taxed.charged_from, taxed.description,
      taxed.quantity * taxed.times * 100 as quantity_hundredths, taxed.price_sen, taxed.discount_sen, taxed.taxable, taxed.tax_sen,
      taxed.amount_sen, taxed.due_on,
      jsonb_build_object('enrolment_id', taxed.enrolment_id, 'usual_sen', taxed.usual_sen,
        'own', case when taxed.own_sen is not null
          then jsonb_build_object('sen', taxed.own_sen, 'reason', taxed.own_reason) end,
        'share', case when taxed.of > 0 then jsonb_build_object('by', case when taxed.by_session then 'session' else 'day' end,
          'counted', taxed.counted, 'of', taxed.of, 'from', taxed.charged_from,
          'until', greatest(taxed.charged_from, taxed.until_on)) end,
        'discounts', coalesce(taxed.discounts, '[]'), 'capped', taxed.capped,
        'tax', case when taxed.rate_bp > 0
          then jsonb_build_object('rate_bp', taxed.rate_bp, 'scope', taxed.tax_scope) end)
        || case when taxed.sessions is null then '{}' else jsonb_build_object('sessions', taxed.sessions) end as facts,
      coalesce(taxed.skip, case when not taxed.issue_zero and sum(taxed.amount_sen) filter (where taxed.skip is null) over (
        partition by taxed.student_id, case taxed.group_by when 'subject' then taxed.subject_id end) = 0
        then 'zero_total' end) as skip
    from taxed`
}

/** A row of the plan. Amounts in sen, quantity in hundredths. */
export interface PlannedLine {
  student_id: string
  /** Null only where the line is skipped. */
  payer_parent_id: string | null
  branch_id: string
  enrolment_id: string
  subject_id: string
  subject_fee_id: string
  fee_type_id: string
  apply_to: string
  frequency: string
  period_key: string
  period_starts_on: string | null
  period_ends_on: string | null
  charged_from: string
  description: string
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  taxable: boolean
  tax_sen: number
  amount_sen: number
  due_on: string
  facts: unknown
  skip: string | null
}

/**
 * The first CTEs of the plan, in this order, up to the siblings (`family_link`) or their ranks (`ranked`); ranks come after the
 * prices because they may depend on them. Each CTE is the result of the function of that name in plan-students.ts or plan-fees.ts.
 */
export function siblingCtes(input: PlanInput, until: 'family_link' | 'ranked'): RawBuilder<unknown> {
  const people = sql`organisation as materialized (${organisation()}),
      requested as materialized (${requested(input)}),
      family_link as materialized (${familyLinks()})`
  if (until === 'family_link') return people
  return sql`${people},
      calculated as materialized (${calculated()}),
      enrolled as materialized (${enrolled(input)}),
      classes as materialized (${classes(input)}),
      seat as materialized (${seats(input)}),
      session_due as materialized (${sessionsDue(input)}),
      fee as materialized (${fees(input)}),
      priced as materialized (${priced(input)}),
      ranked as materialized (${ranked()})`
}

/**
 * Call it before {@link billingPlan} for a whole organisation, in the same transaction. Postgres cannot estimate the rows of
 * materialized CTEs and would join them with nested loops: 5,000 students take half a minute instead of a second.
 */
export async function disableNestedLoops(trx: Kysely<DB>): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(trx)
}

/** Restores the default for later queries of the same transaction. */
export async function enableNestedLoops(trx: Kysely<DB>): Promise<void> {
  await sql`set local enable_nestloop = on`.execute(trx)
}
