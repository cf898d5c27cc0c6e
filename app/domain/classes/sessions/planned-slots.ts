import { type RawBuilder, sql } from 'kysely'
import { daysAhead, sessionMinutes } from './words.ts'

/**
 * Why no session is held on a day in a branch, as a lateral subquery `closing` with one row or none: `cause` is `closure` for
 * a closure of the organisation, `holiday` for a public holiday of the branch's state; `name` is its name.
 */
export const closingOn = (day: RawBuilder<unknown>, branch_id: RawBuilder<unknown>) => sql`(
  select cause, name from (
    select 'closure' as cause, closure.name, 1 as rank from closure
    where ${day} between closure.starts_on and closure.ends_on
      and (closure.branch_id is null or closure.branch_id = ${branch_id})
    union all
    select 'holiday', holiday.name, 2 from platform.closure_date as holiday
    where (holiday.state is null or holiday.state = (select branch.state from branch where branch.id = ${branch_id}))
      and case when holiday.yearly then to_char(holiday.closed_on, 'MMDD') = to_char(${day}, 'MMDD')
        else holiday.closed_on = ${day} end
  ) as every_closing
  order by rank, name limit 1)`

/** Whether a class holds sessions on a day. */
export const isHeldOn = (day: RawBuilder<unknown>) => sql<boolean>`(subject.status = 'active'
  and subject.deleted_at is null and ${day} >= coalesce(subject.starts_on, '-infinity')
  and ${day} <= coalesce(subject.ends_on, 'infinity'))`

/** Minutes of a lesson of the schedule that can be a session. */
export const fitsSession = sql<boolean>`(lesson.ends - lesson.starts
  between make_interval(mins => ${sql.lit(sessionMinutes.least)}) and make_interval(mins => ${sql.lit(sessionMinutes.most)}))`

/**
 * The common table expressions `day` (each day from today on that is planned, in each branch, with why it is closed) and
 * `slot` (each session that the schedules of active classes want on those days, closed ones included).
 */
export const slots = (today: string) => sql`
  day as materialized (
    select day::date as on_day, branch.id as branch_id, closing.cause, closing.name
    from generate_series(${today}::date, ${today}::date + ${sql.lit(daysAhead)}::int, interval '1 day') as day
      cross join branch
      left join lateral ${closingOn(sql`day::date`, sql`branch.id`)} as closing on true
  ),
  slot as materialized (
    select subject.id as subject_id, subject.branch_id, day.on_day, lesson.starts, lesson.ends, lesson.room,
      teacher.id as trainer_user_id, day.cause, day.name
    from subject
      join subject_schedule as lesson on lesson.subject_id = subject.id and ${fitsSession}
      join day on day.branch_id = subject.branch_id and extract(isodow from day.on_day) = lesson.weekday
      left join subject_trainer as main on main.subject_id = subject.id and main.duty = 'main'
      left join user_account as teacher on teacher.id = main.user_id and teacher.status <> 'inactive'
    where ${isHeldOn(sql`day.on_day`)}
  )`
