import { type RawBuilder, sql } from 'kysely'
import type { PlanInput } from './plan-input.ts'

/** A session that is confirmed, re-opened or cancelled this long after its month is no longer taken up. */
export const sessionsLookBack = sql`interval '12 months'`

/** Estimates and simulations do not look at what was held: they charge as many sessions as were agreed for a month. */
export const countsAgreed = ({ agreed_sessions, every_fee, trial }: PlanInput) =>
  Boolean(agreed_sessions || every_fee || trial)

/**
 * Whether a `class_session` is charged by itself: it was held, and it is no session for those who missed another one, which
 * has been charged.
 */
export const isCharged = sql<boolean>`(class_session.status = 'confirmed'
  and (class_session.kind <> 'makeup' or class_session.replaces_id is not null))`

/**
 * What fees by session have to charge for the months before the billed one: for each student and fee, the sessions that were
 * held while the student was enrolled and not paused and that no invoice charges yet (`held`), and those that an invoice
 * charges although they are no longer held (`back`). `sessions` is the number of the first less that of the second; where it
 * is not above zero, nothing is billed and both wait for the next month. So whatever the order in which sessions are
 * confirmed, re-opened and cancelled, what was charged in the end is what was held.
 */
export const sessionsDue = (input: PlanInput): RawBuilder<unknown> => {
  if (countsAgreed(input) || input.joining)
    return sql`select null::uuid as student_id, null::uuid as subject_id, null::uuid as fee_type_id, null::text as apply_to,
      0 as sessions, null::jsonb as facts where false`
  const month = sql`${input.month}::date`
  const inTime = sql`class_session.held_on >= ${month} - ${sessionsLookBack} and class_session.held_on < ${month}`
  return sql`
    with due as (
      select distinct seat.student_id, seat.subject_id, fee.fee_type_id, fee.apply_to, class_session.id as session_id
      from seat
        join subject_fee as fee on fee.subject_id = seat.subject_id and fee.frequency = 'session'
          and fee.status = 'active' and fee.deleted_at is null
        join class_session on class_session.subject_id = seat.subject_id and ${isCharged} and ${inTime}
          and class_session.held_on between fee.starts_on and coalesce(fee.ends_on, 'infinity')
          and class_session.held_on between seat.starts_on and seat.last_on and not class_session.held_on <@ seat.paused
        left join attendance_mark as mark on mark.session_id = class_session.id and mark.student_id = seat.student_id
          and mark.makeup_for_id is not null
      where mark.session_id is null
    ), charged as (
      select billed.student_id, billed.subject_id, billed.fee_type_id, billed.apply_to, billed.session_id,
        sum(billed.sign)::int as times, max(billed.turn) as turn
      from billed_session as billed join class_session on class_session.id = billed.session_id and ${inTime}
      where billed.student_id in (select id from calculated)
      group by billed.student_id, billed.subject_id, billed.fee_type_id, billed.apply_to, billed.session_id
    ), change as (
      select student_id, subject_id, fee_type_id, apply_to, session_id, coalesce(charged.turn, 0) + 1 as turn,
        sign((due.session_id is not null)::int - coalesce(charged.times, 0))::int as sign
      from (select *, true as is_due from due) as due
        full join charged using (student_id, subject_id, fee_type_id, apply_to, session_id)
    )
    select change.student_id, change.subject_id, change.fee_type_id, change.apply_to, sum(change.sign)::int as sessions,
      jsonb_build_object(
        'held', coalesce(jsonb_agg(taken.fact order by taken.position) filter (where change.sign = 1), '[]'),
        'back', coalesce(jsonb_agg(taken.fact order by taken.position) filter (where change.sign = -1), '[]'),
        'late', count(*) filter (where change.sign = 1 and class_session.held_on < ${month} - interval '1 month')) as facts
    from change
      join class_session on class_session.id = change.session_id
      cross join lateral (select jsonb_build_object('id', change.session_id, 'turn', change.turn) as fact,
        row(class_session.held_on, class_session.starts, class_session.id) as position) as taken
    where change.sign <> 0
    group by change.student_id, change.subject_id, change.fee_type_id, change.apply_to`
}

/**
 * The sessions of billed lines as rows of `billed_session`.
 * @param billed a query or CTE with the columns of `billed_fee` and the `facts` of the line
 */
export const sessionsOfLines = (billed: RawBuilder<unknown>) => sql`
  select line.student_id, line.subject_id, line.fee_type_id, line.apply_to, line.period_key,
    (taken.fact ->> 'id')::uuid as session_id, taken.sign::smallint as sign, (taken.fact ->> 'turn')::int as turn
  from ${billed} as line
    cross join lateral (
      select fact, 1 as sign from jsonb_array_elements(line.facts -> 'sessions' -> 'held') as fact
      union all
      select fact, -1 from jsonb_array_elements(line.facts -> 'sessions' -> 'back') as fact
    ) as taken
  where line.facts ? 'sessions'`
