import { sql } from 'kysely'
import { proportionOf } from './period-sql.ts'
import type { PlanInput } from './plan-input.ts'

/** The maximum sum of percentages in basis points; there is no maximum when one of the discounts is of these types. */
const maxPercentBp = 5_000
export const unlimitedTypes = ['staff_child', 'scholarship', 'subsidy'] as const

/** The discounts valid on the day from which a line is charged; in a trial with or without the tried one. */
const isValid = (trial: PlanInput['trial']) => {
  const usual = sql`rule.status = 'active'
      and line.charged_from between coalesce(rule.valid_from, '-infinity') and coalesce(rule.valid_to, 'infinity')`
  if (!trial) return usual
  return trial.on
    ? sql`(rule.id = ${trial.discount_id} or (${usual}))`
    : sql`rule.id <> ${trial.discount_id} and ${usual}`
}

/** Each discount that applies to a line, as `bp` or `fixed`. Discounts of one `option` add up; a line gets the best option. */
export const applicable = ({ trial }: PlanInput) => sql`
  select distinct on (line.line, rule.id) line.line, line.gross_sen, rule.id as discount_id, given.id as student_discount_id, rule.code, rule.name,
    rule.type, rule.sponsor, rule.priority, rule.max_amount_sen,
    case when rule.stackable then null else rule.id end as option,
    case when rule.type = 'sibling' then ranked.child end as child,
    case rule.type when 'sibling' then case ranked.child when 2 then rule.second_child_bp
        when 3 then coalesce(rule.third_child_bp, rule.second_child_bp)
        else coalesce(rule.fourth_child_bp, rule.third_child_bp, rule.second_child_bp) end
      else rule.percent_bp end as bp,
    rule.amount_sen as fixed, user_account.name as decided_by, given.reason
  from line
    join discount as rule on rule.deleted_at is null and rule.type <> 'early' and ${isValid(trial)}
      and case when exists (select from discount_fee_category as chosen where chosen.discount_id = rule.id)
        then exists (select from discount_fee_category as chosen
          where chosen.discount_id = rule.id and chosen.fee_category_id = line.fee_category_id)
        else line.discountable end
    left join ranked on ranked.student_id = line.student_id
    left join classes on classes.student_id = line.student_id
    left join student_discount as given on given.student_id = line.student_id and given.discount_id = rule.id
      and given.status in ('approved', 'ended') and given.starts_on <= line.charged_from
      and coalesce(given.ends_on, case given.status when 'ended' then '-infinity' else 'infinity' end::date)
        >= line.charged_from
    left join user_account on user_account.id = given.decided_by
  where line.skip is null and line.gross_sen > 0
    and case rule.type when 'sibling' then ranked.child >= 2
      when 'multi_subject' then classes.classes >= rule.from_subjects
      else given.id is not null or (rule.by_income and exists (
        select from student_parent as paying join parent on parent.id = paying.parent_id and parent.deleted_at is null
        where paying.student_id = line.student_id and paying.is_payer and not parent.income_above_2500)) end
  order by line.line, rule.id, given.starts_on, given.id`

/**
 * The amount of each discount: percentages of the gross amount first, up to their maximum sum, then fixed amounts of the rest;
 * neither more than the maximum of the discount. In the order of the discounts.
 */
export const applied = () => sql`
  select fixed.*, by_percent
      + least(sum_fixed, rest) - least(sum_fixed - coalesce(fixed_most, 0), rest) as sen
  from (
    select percent.*, gross_sen - sum(by_percent) over same as rest,
      coalesce(sum(fixed_most) over ordered, 0) as sum_fixed
    from (
      select summed.*, case when fixed is not null then least(fixed, max_amount_sen) end as fixed_most,
        case when bp is null then 0 else least(${proportionOf(sql`gross_sen`, sql`least(sum_bp, most_bp)`)}
          - ${proportionOf(sql`gross_sen`, sql`least(sum_bp - bp, most_bp)`)}, max_amount_sen) end as by_percent
      from (
        select applicable.*, coalesce(sum(bp) over ordered, 0) as sum_bp, sum(bp) over same as all_bp,
          case when bool_or(bp is not null and type = any(${[...unlimitedTypes]}::text[])) over same then 10000
            else ${maxPercentBp}::int end as most_bp
        from applicable
        window same as (partition by line, option), ordered as (partition by line, option order by priority, code)
      ) as summed
    ) as percent
    window same as (partition by line, option), ordered as (partition by line, option order by priority, code)
  ) as fixed`

/** The best option for each line; of equal ones the stackable discounts, then the first in order. */
export const best = () => sql`
  select distinct on (line) line, discount_sen, discounts, capped
  from (
    select line, option, sum(sen)::bigint as discount_sen, bool_or(all_bp > most_bp) as capped,
      min(priority) as priority, min(code) as code,
      jsonb_agg(jsonb_build_object('discount_id', discount_id, 'student_discount_id', student_discount_id,
        'code', code, 'name', name, 'type', type, 'percent_bp', bp, 'fixed_sen', fixed, 'sen', sen,
        'sponsor', sponsor, 'child', child, 'decided_by', decided_by, 'reason', reason) order by priority, code)
        filter (where sen > 0) as discounts
    from applied group by line, option
  ) as options
  where discount_sen > 0
  order by line, discount_sen desc, option is not null, priority, code`
