import { type RawBuilder, sql, type Transaction } from 'kysely'
import { disableNestedLoops, enableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import { derivedId, type RolloverRow } from './find-rollovers.ts'

/**
 * Seats that are there on the last day of the old year, each with what becomes of it: as chosen for it, else as its class
 * does; a class of which nothing was said goes on. Who waits for a seat is left to wait.
 */
const seats = ({ id, ends_on }: RolloverRow) => sql`
  select enrolment.id, enrolment.student_id, enrolment.subject_id, enrolment.starts_on, enrolment.ends_on,
    enrolment.bills_until, enrolment.paused_from, enrolment.paused_to, enrolment.status,
    student.name as student, subject.name as subject,
    coalesce(choice.act, class.act, 'carry') as act,
    case when choice.act is null then class.to_subject_id else choice.to_subject_id end as to_subject_id,
    choice.act is not null as by_hand
  from enrolment
    join student on student.id = enrolment.student_id and student.status = 'active' and student.deleted_at is null
    join subject on subject.id = enrolment.subject_id
    left join rollover_choice as choice on choice.rollover_id = ${id} and choice.enrolment_id = enrolment.id
    left join rollover_class as class on class.rollover_id = ${id} and class.subject_id = enrolment.subject_id
  where enrolment.status in ('active', 'paused') and enrolment.starts_on <= ${ends_on}::date
    and coalesce(enrolment.ends_on >= ${ends_on}::date, true)`

/** A student who has a seat in the new class, or gets one from another class as well, needs no second seat. */
const judged = sql`
  select seat.*, case when seat.act = 'promote' and (
      exists (select from enrolment as other where other.student_id = seat.student_id
        and other.subject_id = seat.to_subject_id and other.status <> 'ended')
      or row_number() over (partition by seat.student_id, seat.act, seat.to_subject_id
        order by seat.starts_on, seat.id) > 1) then 'already_there' end as reason
  from seat`

/**
 * Ends seats, begins the following ones, and removes the last day of seats that continue, in one statement with each outcome
 * and its audit row. A running pause is copied, and so are individual prices for fees that the new class has, if they are to
 * be kept.
 */
export async function moveSeats(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
  today: string,
): Promise<void> {
  const { id, ends_on, starts_on, bills_from, keeps_own_fees } = row
  const changed = sql`version = enrolment.version + 1, updated_at = now(), updated_by = ${actor.id}::uuid`
  await disableNestedLoops(trx)
  await sql`
    with seat as materialized (${seats(row)}), judged as materialized (${judged}),
    ended as (
      update enrolment set ends_on = ${ends_on}::date,
        bills_until = case when judged.act = 'promote' and ${bills_from}::date <= ${ends_on}::date
          then ${bills_from}::date - 1 end,
        status = case when ${ends_on}::date < ${today}::date then 'ended' else enrolment.status end, ${changed}
      from judged where enrolment.id = judged.id and judged.act in ('promote', 'end')
      returning enrolment.id, enrolment.status
    ), carried as (
      update enrolment set ends_on = null, ${changed}
      from judged where enrolment.id = judged.id and judged.act = 'carry' and judged.ends_on < ${starts_on}::date
      returning enrolment.id
    ), begun as materialized (
      select judged.*, new_id() as new_id from judged where judged.act = 'promote' and judged.reason is null
    ), inserted as (
      insert into enrolment (id, student_id, subject_id, starts_on, paused_from, paused_to, status, source, bills_from,
        created_by, updated_by)
      select new_id, student_id, to_subject_id, ${starts_on}::date,
        case when pauses then greatest(paused_from, ${starts_on}::date) end, case when pauses then paused_to end,
        case when pauses and greatest(paused_from, ${starts_on}::date) <= ${today}::date then 'paused' else 'active' end,
        'rollover', ${bills_from}::date, ${actor.id}::uuid, ${actor.id}::uuid
      from begun cross join lateral (select begun.paused_from is not null
        and coalesce(begun.paused_to >= ${starts_on}::date, true) as pauses) as pause
    ), owned as (
      insert into enrolment_fee (enrolment_id, fee_type_id, amount_sen, reason, created_by)
      select begun.new_id, own.fee_type_id, own.amount_sen, own.reason, ${actor.id}::uuid
      from begun join enrolment_fee as own on own.enrolment_id = begun.id
      where ${keeps_own_fees} and exists (
        select from subject_fee as fee where fee.subject_id = begun.to_subject_id
          and fee.fee_type_id = own.fee_type_id and fee.status = 'active' and fee.deleted_at is null)
    ), outcome as (
      insert into rollover_seat (id, rollover_id, enrolment_id, student_id, subject_id, act, to_subject_id, by_hand, reason,
        before, new_enrolment_id)
      select ${derivedId(id, sql`judged.id`)}, ${id}::uuid, judged.id, judged.student_id, judged.subject_id, judged.act,
        judged.to_subject_id, judged.by_hand, judged.reason,
        jsonb_build_object('status', judged.status, 'ends_on', judged.ends_on, 'bills_until', judged.bills_until),
        begun.new_id
      from judged left join begun on begun.id = judged.id
    )
    ${entries(actor, [
      sql`select 'enrolment.ended', ended.id, jsonb_build_object('name', judged.student, 'subject', judged.subject,
          'ends_on', ${ends_on}::date, 'status', ended.status)
        from ended join judged on judged.id = ended.id`,
      sql`select 'enrolment.carried', carried.id, jsonb_build_object('name', judged.student, 'subject', judged.subject,
          'ends_on', null)
        from carried join judged on judged.id = carried.id`,
      sql`select 'enrolment.created', begun.new_id, jsonb_build_object('name', begun.student, 'subject', subject.name,
          'starts_on', ${starts_on}::date, 'status', 'active')
        from begun join subject on subject.id = begun.to_subject_id`,
    ])}`.execute(trx)
  await enableNestedLoops(trx)
}

/** Audit rows for parts of a statement: each an action, the id of a seat, and its new state. */
function entries(actor: Actor, parts: readonly RawBuilder<unknown>[]) {
  const { ip, user_agent } = storedVisitor(actor)
  return sql`
    insert into audit_log (id, actor_type, actor_id, actor_name, action, object_type, object_id, after, ip, user_agent,
      request_id)
    select new_id(), ${actor.type}, ${actor.id}::uuid, ${actor.name}, entry.action, 'enrolment', entry.id, entry.after,
      ${ip}, ${user_agent}, ${actor.request_id}
    from (${sql.join(parts, sql` union all `)}) as entry (action, id, after)`
}

/**
 * Restores each seat whose last day is still the rollover's, and removes the new seat. Returns the names of students whose
 * seats stay, since they were ended or extended in the meantime.
 */
export async function restoreSeats(trx: Transaction<DB>, actor: Actor, row: RolloverRow): Promise<string[]> {
  const changed = sql`version = enrolment.version + 1, updated_at = now(), updated_by = ${actor.id}::uuid`
  await disableNestedLoops(trx)
  const { rows } = await sql<{ name: string; back: boolean }>`
    with outcome as materialized (
      select * from rollover_seat
      where rollover_id = ${row.id} and (act <> 'carry' or (before ->> 'ends_on')::date < ${row.starts_on}::date)
    ), locked_seat as materialized (
      select id, status, ends_on from enrolment
      where id in (select enrolment_id from outcome union all select new_enrolment_id from outcome)
      order by id for update
    ), seat as materialized (
      select outcome.* from outcome
        join locked_seat as old on old.id = outcome.enrolment_id
        left join locked_seat as young on young.id = outcome.new_enrolment_id
      where case outcome.act when 'carry' then old.ends_on is null else old.ends_on = ${row.ends_on}::date end
        and (outcome.new_enrolment_id is null or (young.status <> 'ended' and young.ends_on is null))
    ), gone as (
      update enrolment set status = 'ended', ends_on = starts_on - 1, ${changed}
      from seat where enrolment.id = seat.new_enrolment_id
      returning enrolment.id, enrolment.ends_on
    ), back as (
      update enrolment set ends_on = (seat.before ->> 'ends_on')::date,
        bills_until = (seat.before ->> 'bills_until')::date,
        status = case enrolment.status when 'ended' then seat.before ->> 'status' else enrolment.status end, ${changed}
      from seat where enrolment.id = seat.enrolment_id
      returning enrolment.id, enrolment.ends_on, enrolment.status
    ), logged as (${entries(actor, [
      sql`select 'enrolment.ended', gone.id, jsonb_build_object('name', student.name, 'subject', subject.name,
          'ends_on', gone.ends_on, 'status', 'ended')
        from gone join seat on seat.new_enrolment_id = gone.id join student on student.id = seat.student_id
          join subject on subject.id = seat.to_subject_id`,
      sql`select 'enrolment.carried', back.id, jsonb_build_object('name', student.name, 'subject', subject.name,
          'ends_on', back.ends_on, 'status', back.status)
        from back join seat on seat.enrolment_id = back.id join student on student.id = seat.student_id
          join subject on subject.id = seat.subject_id`,
    ])})
    select student.name, outcome.enrolment_id in (select enrolment_id from seat) as back
    from outcome join student on student.id = outcome.student_id
    order by student.name`.execute(trx)
  await enableNestedLoops(trx)
  return rows.filter(({ back }) => !back).map(({ name }) => name)
}
