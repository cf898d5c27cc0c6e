import { type RawBuilder, sql } from 'kysely'
import {
  dayRange,
  daysWords,
  isOfSessions,
  monthsOf,
  periodKey,
  periodStart,
  periodWordsSql,
} from './period-sql.ts'
import type { PlanInput } from './plan-input.ts'
import { countsAgreed } from './plan-sessions.ts'

/** Whether a fee is due in any month of its period, not only in the first. */
const dueAnyMonth = ({ catch_up, joining, every_fee }: PlanInput) => Boolean(catch_up || joining || every_fee)

/**
 * Each fee of each enrolment with its period, at the price valid on the day from which it is charged (`charged_from`: the
 * first day of the period on which both enrolment and fee exist). A fee that ended in the month before is included, to be
 * reported. A fee by session charges the month before; it is there also for what is left of earlier months.
 */
export const fees = (input: PlanInput) => {
  const { fee_category_id, program_id, subject_id, joining } = input
  const whenever = dueAnyMonth(input)
  return sql`
    select distinct on (fee.enrolment_id, fee.fee_type_id, fee.apply_to, fee.by_sessions) fee.*,
      case when fee.by_sessions
        then ${countsAgreed(input) ? sql`fee.sessions_per_month` : sql`greatest(coalesce(due.sessions, 0), 0)`}
        else 1 end as times, due.sessions < 0 as gives_back, due.facts as sessions
    from (
      select dated.*, dated.charged_from <= least(dated.fee_ends_on, coalesce(dated.period_ends_on, dated.month_ends),
        dated.month_ends) as is_valid
      from (
        select seat.*, fee.id as subject_fee_id, fee.fee_type_id, fee.amount_sen as usual_sen, fee.frequency,
          fee.billing_months, fee.frequency = 'session' as by_sessions,
          case fee.frequency when 'session' then 'none' else fee.proration end as proration, fee.apply_to, fee.quantity, fee.due_day, fee.starts_on as fee_starts_on,
          coalesce(fee.ends_on, 'infinity'::date) as fee_ends_on, fee_type.name as fee_type, fee_type.taxable,
          fee_type.fee_category_id, fee_category.discountable, organisation.start_month,
          period.starts_on as period_starts_on,
          (period.starts_on + make_interval(months => frequency.months) - interval '1 day')::date as period_ends_on,
          greatest(period.starts_on, seat.begins_on, fee.starts_on
            ${whenever ? sql`, case when fee.frequency = 'one_off' then seat.month end` : sql``}) as charged_from
        from seat
          join subject_fee as fee on fee.subject_id = seat.subject_id and fee.status = 'active' and fee.deleted_at is null
          join fee_type on fee_type.id = fee.fee_type_id and fee_type.deleted_at is null
          join fee_category on fee_category.id = fee_type.fee_category_id
          cross join organisation
          cross join lateral (select ${monthsOf(sql`fee.frequency`)} as months) as frequency
          cross join lateral (
            select case fee.frequency when 'session' then (seat.month - interval '1 month')::date
              else ${periodStart(sql`seat.month`, sql`frequency.months`, sql`organisation.start_month`)} end as starts_on
          ) as period
        where (seat.last_on >= seat.month - interval '1 month' or fee.frequency = 'session')
          ${joining ? sql`and fee.frequency <> 'session'` : sql``}
          ${program_id ? sql`and seat.program_id = ${program_id}::uuid` : sql``}
          ${subject_id ? sql`and seat.subject_id = ${subject_id}::uuid` : sql``}
          ${fee_category_id ? sql`and fee_type.fee_category_id = ${fee_category_id}::uuid` : sql``}
      ) as dated
      where case dated.apply_to
          when 'foreign' then dated.nationality <> 'MY'
          when 'new' then dated.source <> 'rollover'
            and (dated.period_starts_on is null or dated.starts_on >= dated.period_starts_on)
          else true end
        ${input.every_fee ? sql`and dated.frequency <> 'one_off' and dated.apply_to <> 'new'` : sql``}
        and (dated.frequency <> 'one_off' ${whenever ? sql`or true` : sql`or dated.charged_from >= dated.month`})
    ) as fee
      left join session_due as due on fee.by_sessions and due.student_id = fee.student_id
        and due.subject_id = fee.subject_id and due.fee_type_id = fee.fee_type_id and due.apply_to = fee.apply_to
    where case when fee.by_sessions then due.sessions <> 0 or (fee.is_valid and fee.last_on >= fee.period_starts_on)
      else fee.is_valid or (fee.frequency <> 'one_off' and fee.fee_ends_on >= fee.month - interval '1 month'
        and fee.fee_ends_on < fee.month) end
    order by fee.enrolment_id, fee.fee_type_id, fee.apply_to, fee.by_sessions, fee.is_valid desc, fee.charged_from,
      fee.fee_starts_on desc, fee.subject_fee_id`
}

/** The days on which a student was there, of a fee's period that began, ended or was paused within it. */
const isThere = sql`day::date between fee.charged_from and fee.until_on
  and not day::date <@ fee.paused`

/** Days between two days; on those that `counts`. */
const days = (from: RawBuilder<unknown>, until: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql`(
  select count(*)::int from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as day
  where ${counts})`

/**
 * The number of lessons between two days without the public holidays of the class's state and the closures of its branch, capped for each month at the agreed
 * number of sessions; on days that `counts`.
 */
const lessons = (from: RawBuilder<unknown>, until: RawBuilder<unknown>, counts: RawBuilder<unknown>) => sql`(
  select coalesce(sum(least(lessons, fee.sessions_per_month)), 0)::int
  from (
    select count(*)::int as lessons from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as day
    where extract(isodow from day)::int = any(fee.weekdays) and ${counts} and not exists (
      select from platform.closure_date as closed
      where (closed.state is null or closed.state = fee.state) and case when closed.yearly
        then to_char(closed.closed_on, 'MMDD') = to_char(day, 'MMDD') else closed.closed_on = day::date end)
      and not exists (select from closure where (closure.branch_id is null or closure.branch_id = fee.class_branch_id)
        and day::date between closure.starts_on and closure.ends_on)
    group by date_trunc('month', day)
  ) as monthly)`

/**
 * The share of a period that a fee is charged for, by days or lessons: `counted` of `of`. Reads `fee` with its days
 * (`charged_from`, `until_on`, `paused`, the period) and how its class meets.
 */
export const share = sql`
  select by_session,
    case when by_session then ${lessons(sql`fee.charged_from`, sql`fee.period_ends_on`, isThere)}
      else ${days(sql`fee.charged_from`, sql`fee.period_ends_on`, isThere)} end as counted,
    case when by_session then ${lessons(sql`fee.period_starts_on`, sql`fee.period_ends_on`, sql`true`)}
      else fee.period_ends_on - fee.period_starts_on + 1 end as of
  from (select fee.proration = 'by_session' and cardinality(fee.weekdays) > 0 as by_session) as way`

/** Whether the student comes, goes or pauses within the period of a fee that is charged by its days or lessons. */
export const isPart = sql<boolean>`(fee.proration <> 'none' and (fee.charged_from > fee.period_starts_on
  or fee.until_on < fee.period_ends_on or fee.paused && ${dayRange(sql`fee.charged_from`, sql`fee.until_on`)}))`

/** The last day of a share: that of the period, or the student's own. */
export const untilOn = (leaves_on: RawBuilder<unknown>, period_ends_on: RawBuilder<unknown>) =>
  sql`least(${leaves_on}, ${period_ends_on})`

/**
 * The amount of a fee before discounts, or why it is not billed: own or standard price, prorated for a period in which the
 * student comes, goes or pauses (rounded half up), times the quantity. Of two consecutive enrolments in one class only one is billed.
 */
export const priced = (input: PlanInput) => {
  const due = dueAnyMonth(input)
    ? sql`true`
    : sql`fee.period_starts_on = fee.month or fee.charged_from >= fee.period_starts_on + interval '1 month'`
  return sql`
    select distinct on (fee.student_id, fee.subject_id, fee.fee_type_id, fee.apply_to, fee.period_key) fee.*,
      fee.price_sen * fee.quantity * fee.times as gross_sen
    from (
      select fee.*,
        case when share.of > 0 then (fee.unit_sen * share.counted * 2 + share.of) / (share.of * 2)
          else fee.unit_sen end as price_sen,
        share.counted, share.of, share.by_session,
        case
          when fee.is_billed then 'already_billed'
          when fee.by_sessions and fee.times = 0
            then case when fee.gives_back then 'sessions_back' else 'no_sessions' end
          when fee.by_sessions then case when fee.payer_parent_id is null then 'no_payer' end
          when fee.student_status in ('graduated', 'withdrawn') or fee.last_on < greatest(fee.charged_from, fee.month)
            then 'ended'
          when fee.student_status <> 'active' or ${dayRange(
            sql`fee.charged_from`,
            sql`least(fee.last_on, coalesce(fee.period_ends_on, fee.month_ends))`,
          )} <@ fee.paused then 'paused'
          when fee.subject_status <> 'active' then 'subject_closed'
          when not fee.is_valid then 'fee_not_valid'
          when ${input.every_fee ? sql`false` : sql`fee.frequency = 'monthly'`} and fee.billing_months is not null
            and not extract(month from fee.month)::int = any(fee.billing_months) then 'month_not_billed'
          when not (fee.frequency in ('monthly', 'one_off') or ${due}) then 'month_not_billed'
          when fee.payer_parent_id is null then 'no_payer'
          when share.counted = 0 and share.of > 0 then 'zero_total'
        end as skip
      from (
        select fee.*, ${periodKey(sql`fee.frequency`, sql`fee.period_starts_on`, sql`fee.start_month`)} as period_key,
          coalesce(own.amount_sen, fee.usual_sen) as unit_sen, own.amount_sen as own_sen, own.reason as own_reason,
          payer.parent_id as payer_parent_id,
          array(select distinct weekday::int from subject_schedule
            where subject_schedule.subject_id = fee.subject_id) as weekdays,
          ${untilOn(sql`fee.leaves_on`, sql`fee.period_ends_on`)} as until_on,
          ${input.trial || input.every_fee ? sql`false and ` : sql``}exists (
            select from billed_fee as billed
            where billed.student_id = fee.student_id and billed.subject_id = fee.subject_id
              and billed.fee_type_id = fee.fee_type_id and billed.apply_to = fee.apply_to
              and case when fee.period_starts_on is null then billed.period_key = 'once'
                when fee.by_sessions then billed.period_key
                  = ${periodKey(sql`fee.frequency`, sql`fee.period_starts_on`, sql`fee.start_month`)}
                else not ${isOfSessions(sql`billed.period_key`)} and billed.period_starts_on <= fee.period_ends_on
                  and billed.period_ends_on >= least(fee.charged_from, fee.period_ends_on) end
          ) as is_billed
        from fee
          left join enrolment_fee as own on own.enrolment_id = fee.enrolment_id and own.fee_type_id = fee.fee_type_id
          left join lateral (
            select parent.id as parent_id from student_parent join parent on parent.id = student_parent.parent_id
            where student_parent.student_id = fee.student_id and student_parent.is_payer and parent.deleted_at is null
          ) as payer on true
      ) as fee
        left join lateral (${share} where ${isPart} and fee.is_valid) as share on true
    ) as fee
    order by fee.student_id, fee.subject_id, fee.fee_type_id, fee.apply_to, fee.period_key,
      fee.skip is not null, fee.starts_on desc, fee.enrolment_id`
}

/** `Piano, Yuran bulanan, Mar 2026`; of a share its days: `… 10 Mar 2026 – 31 Mar 2026`. In the organisation's language. */
export const description = sql<string>`left(concat_ws(', ', line.subject, line.fee_type, case
  when line.period_starts_on is null then null
  when line.of > 0 then ${daysWords(sql`line.charged_from`, sql`greatest(line.charged_from, line.until_on)`, sql`organisation.locale`)}
  else ${periodWordsSql(sql`line.period_starts_on`, sql`line.period_ends_on`, sql`organisation.locale`)} end), 200)`

/** The due day of the fee in the first month of its period (of sessions: the month after), or a week after the issue where that is too soon. */
export const dueOn = ({ issued_on }: PlanInput) => sql<string>`(
  select case when day < ${issued_on}::date + 3 then ${issued_on}::date + 7 else day end
  from (select least(first + line.due_day - 1, (first + interval '1 month - 1 day')::date) as day
    from (select case when line.by_sessions then line.month else coalesce(line.period_starts_on, line.month) end as first
    ) as month) as due)`
