import { type RawBuilder, sql } from 'kysely'
import { usualSettings } from '#app/domain/core/settings/settings.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { dayRange, firstCharged } from './period-sql.ts'
import type { PlanInput } from './plan-input.ts'
import { sessionsLookBack } from './plan-sessions.ts'

/** The settings of the organisation that the plan uses, with the defaults: one row. */
export const organisation = () => {
  const tax = usualSettings('tax')
  const generation = usualSettings('generation')
  return sql`
    select entity.academic_year_start_month as start_month, entity.tax_registered, entity.state,
      coalesce(entity.default_locale, ${knownLocale(null)}) as locale,
      coalesce((tax.value ->> 'rate_bp')::int, ${tax.rate_bp}::int) as rate_bp,
      coalesce(tax.value ->> 'scope', ${tax.scope}) as tax_scope,
      coalesce(generation.value ->> 'family', ${generation.family}) as family,
      coalesce(generation.value ->> 'child_order', ${generation.child_order}) as child_order,
      coalesce((generation.value ->> 'issue_zero')::boolean, ${generation.issue_zero}::boolean) as issue_zero,
      coalesce(generation.value ->> 'group_by', ${generation.group_by}) as group_by
    from platform.entity
      left join setting as tax on tax.key = 'tax'
      left join setting as generation on generation.key = 'generation'
    where entity.role_name = current_user`
}

/** Students whose lines are requested. */
export const requested = ({ students, branch_id }: PlanInput) => sql`
  select student.id from student
  where student.deleted_at is null
    ${students ? sql`and student.id = any(${students}::uuid[])` : sql``}
    ${branch_id ? sql`and student.branch_id = ${branch_id}::uuid` : sql``}`

/**
 * The last day that an enrolment is charged for, and all days of its pauses as one multirange (`paused`); neither is null. An
 * enrolment that ended without a day, or before its first, is charged for no day. A pause from the first day is one from the
 * first charged day.
 */
const spans = sql`
  case when enrolment.ends_on < enrolment.starts_on then least(enrolment.ends_on, enrolment.bills_from - 1)
    else coalesce(least(enrolment.bills_until, enrolment.ends_on),
      case enrolment.status when 'ended' then '-infinity' else 'infinity' end::date) end as last_on,
  coalesce(
    (select range_agg(daterange(case when pause.paused_from <= enrolment.starts_on
        then least(pause.paused_from, enrolment.bills_from) else pause.paused_from end, pause.paused_to, '[]'))
      from enrolment_pause as pause where pause.enrolment_id = enrolment.id),
    case enrolment.status when 'paused' then '{(,)}' else '{}' end::datemultirange) as paused`

/**
 * The last day of an enrolment for a share of a period: as charged, unless the new school year goes on with the month after,
 * for which the student does not leave within the month.
 */
const leavesOn = sql`
  case when exists (select from enrolment as next where next.student_id = seat.student_id
      and next.source = 'rollover' and next.bills_from = date_trunc('month', seat.last_on) + interval '1 month')
    then (date_trunc('month', seat.last_on) + interval '1 month - 1 day')::date else seat.last_on end as leaves_on`

/**
 * Enrolments that the month concerns, or whose last day was in the month before (reported as ended), or long ago in a class
 * that is paid by session, since sessions may be confirmed late. Each with its month: for
 * new enrolments (`joining`) the one in which they begin.
 */
export const seats = ({ month, issued_on, joining }: PlanInput) => {
  const begins = joining ? sql`greatest(${firstCharged}, ${issued_on}::date)` : firstCharged
  const own = joining ? sql`date_trunc('month', ${begins})::date` : sql`${month}::date`
  return sql`
    select seat.*, ${leavesOn} from (
      select enrolment.id as enrolment_id, enrolment.student_id, enrolment.subject_id, ${firstCharged} as starts_on,
        enrolment.source, ${begins} as begins_on, ${own} as month, (${own} + interval '1 month - 1 day')::date as month_ends, ${spans},
        student.branch_id, student.nationality, student.status as student_status,
        subject.name as subject, subject.status as subject_status, subject.program_id, subject.sessions_per_month,
        subject.branch_id as class_branch_id,
        coalesce(branch.state, (select state from organisation)) as state
      from enrolment
        join student on student.id = enrolment.student_id
        join subject on subject.id = enrolment.subject_id and subject.deleted_at is null
        join branch on branch.id = subject.branch_id
      where enrolment.student_id in (select id from calculated) and enrolment.status <> 'waitlisted'
        ${joining ? sql`and enrolment.id = any(${joining}::uuid[])` : sql``}
    ) as seat
    where seat.starts_on <= seat.month_ends and (seat.last_on >= seat.month - interval '1 month'
      or (seat.last_on >= seat.month - ${sessionsLookBack} and exists (
        select from subject_fee as fee where fee.subject_id = seat.subject_id and fee.frequency = 'session'
          and fee.deleted_at is null)))`
}

/** Enrolments (a query of their ids) with the days for which they are charged, as the plan has them. */
export const seatsOf = (enrolment_ids: RawBuilder<unknown>) => sql`
  select seat.*, ${leavesOn} from (
    select enrolment.id as enrolment_id, enrolment.student_id, enrolment.subject_id, ${firstCharged} as starts_on, ${spans}
    from enrolment where enrolment.id in (${enrolment_ids})
  ) as seat`

/** How many classes a student has in the month, for the multi-subject discount. */
export const classes = ({ month }: PlanInput) => {
  const last = sql`(${month}::date + interval '1 month - 1 day')::date`
  return sql`
    select seat.student_id, count(distinct seat.subject_id)::int as classes
    from (
      select enrolment.student_id, enrolment.subject_id, ${spans},
        greatest(${firstCharged}, ${month}::date) as first_on
      from enrolment join subject on subject.id = enrolment.subject_id
      where enrolment.student_id in (select id from calculated) and enrolment.status <> 'waitlisted'
        and subject.status = 'active' and subject.deleted_at is null
    ) as seat
    where seat.first_on <= least(seat.last_on, ${last})
      and not ${dayRange(sql`seat.first_on`, sql`least(seat.last_on, ${last})`)} <@ seat.paused
    group by seat.student_id`
}

/** Active students who are enrolled on the first day of the month: those who count as siblings. */
export const enrolled = ({ month }: PlanInput) => sql`
  select distinct seat.student_id as id
  from (
    select enrolment.student_id, ${firstCharged} as starts_on, ${spans}
    from enrolment join student on student.id = enrolment.student_id
    where student.status = 'active' and student.deleted_at is null and enrolment.status <> 'waitlisted'
      and enrolment.student_id in (select student_id from family_link)
  ) as seat
  where ${month}::date between seat.starts_on and seat.last_on
    and not ${month}::date <@ seat.paused`

/**
 * The parents through whom students are siblings: those who pay, or any parent, as the organisation has set it; a family that
 * was joined to another counts as that one.
 */
const headsOf = (where: ReturnType<typeof sql>) => sql`
  select distinct student_parent.student_id, coalesce(joined_family.joined_to_id, parent.id) as head_id
  from student_parent
    join parent on parent.id = student_parent.parent_id and parent.deleted_at is null
    left join joined_family on joined_family.parent_id = parent.id
  where (student_parent.is_payer or (select family from organisation) = 'any_parent') and ${where}`

/** The requested students and everybody who shares such a parent with one of them. */
export const familyLinks = () => sql`
  with own as (${headsOf(sql`student_parent.student_id in (select id from requested)`)})
  ${headsOf(sql`(parent.id in (select head_id from own) or joined_family.joined_to_id in (select head_id from own))`)}`

/**
 * Students whose lines are calculated: the requested ones; also their siblings where children are ranked by their fees.
 */
export const calculated = () => sql`
  select id from requested
  union select family_link.student_id from family_link join student on student.id = family_link.student_id
  where (select child_order from organisation) = 'highest_fee_first' and student.deleted_at is null`

/**
 * The rank of each student among their enrolled siblings, from 1: by fees where the organisation ranks by fees, then by day of
 * registration, day of birth and student number.
 */
export const ranked = () => sql`
  with fees as (
    select line.student_id, sum(line.gross_sen) as sen from priced as line
    where coalesce(line.skip, 'already_billed') = 'already_billed'
      and (select child_order from organisation) = 'highest_fee_first'
    group by line.student_id
  ), child as (
    select student.id,
      row(-coalesce(fees.sen, 0), student.registered_on, student.born_on, student.student_no) as rank_key
    from student left join fees on fees.student_id = student.id
    where student.id in (select student_id from family_link)
  )
  select me.id as student_id, 1 + count(distinct older.id)::int as child
  from requested
    join child as me on me.id = requested.id
    join family_link as mine on mine.student_id = me.id
    left join (family_link as theirs join enrolled on enrolled.id = theirs.student_id join child as older on older.id = theirs.student_id)
      on theirs.head_id = mine.head_id and older.id <> me.id and older.rank_key < me.rank_key
  group by me.id`
