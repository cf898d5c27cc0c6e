import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { disableNestedLoops, enableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { changePrice } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'
import { derivedId, type RolloverRow } from './find-rollovers.ts'
import { raised } from './rollover.ts'

/**
 * Seats on the last day of the old year, each with its outcome: as chosen for the seat, else as for its class, else it
 * continues. Waiting lists are left as they are.
 */
const seats = ({ id, ends_on }: RolloverRow) => sql`
  select enrolment.id, enrolment.student_id, enrolment.subject_id, enrolment.starts_on, enrolment.ends_on,
    enrolment.bills_until, enrolment.status,
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
 * and its audit row. Pauses that reach into the new year are copied, and so are individual prices for fees that the new class has, if they are to
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
    ), pause as materialized (
      select begun.new_id as enrolment_id, greatest(old.paused_from, ${starts_on}::date) as paused_from, old.paused_to
      from begun join enrolment_pause as old on old.enrolment_id = begun.id
      where coalesce(old.paused_to >= ${starts_on}::date, true)
    ), inserted as (
      insert into enrolment (id, student_id, subject_id, starts_on, status, source, bills_from, created_by, updated_by)
      select new_id, student_id, to_subject_id, ${starts_on}::date,
        case when exists (select from pause where pause.enrolment_id = begun.new_id and pause.paused_from <= ${today}::date
          and coalesce(pause.paused_to >= ${today}::date, true)) then 'paused' else 'active' end,
        'rollover', ${bills_from}::date, ${actor.id}::uuid, ${actor.id}::uuid
      from begun
    ), paused as (
      insert into enrolment_pause (enrolment_id, paused_from, paused_to, created_by)
      select enrolment_id, paused_from, paused_to, ${actor.id}::uuid from pause
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

type Terms = Pick<RolloverRow, 'id' | 'bills_from' | 'percent_bp' | 'step_sen'>

/**
 * New prices of the fees of active classes: as typed, or raised by the percentage. Fees that begin in the new year or have
 * ended by then are left out.
 */
export async function plannedPrices(
  db: Kysely<DB>,
  { id, bills_from, percent_bp, step_sen }: Terms,
  subject_id?: string,
) {
  const rows = await db
    .selectFrom('subject_fee as fee')
    .innerJoin('subject', 'subject.id', 'fee.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'fee.fee_type_id')
    .leftJoin('rollover_fee as typed', (join) =>
      join.onRef('typed.subject_fee_id', '=', 'fee.id').on('typed.rollover_id', '=', id),
    )
    .select(['fee.id', 'fee.version', 'fee.amount_sen', 'fee.frequency', 'fee.apply_to', 'fee.ends_on'])
    .select(['fee_type.name as fee_type', 'typed.amount_sen as typed_sen'])
    .where('fee.status', '=', 'active')
    .where('fee.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
    .where('subject.deleted_at', 'is', null)
    .where('fee.starts_on', '<', bills_from)
    .where((eb) => eb.or([eb('fee.ends_on', 'is', null), eb('fee.ends_on', '>=', bills_from)]))
    .$if(subject_id !== undefined, (query) => query.where('fee.subject_id', '=', subject_id!))
    .orderBy('fee.subject_id')
    .orderBy('fee_type.name')
    .orderBy('fee.id')
    .execute()
  return rows.map((row) => {
    const usual_sen = raised(row.amount_sen, percent_bp, step_sen)
    return { ...row, usual_sen, after_sen: row.typed_sen ?? usual_sen }
  })
}

/** Starts each changed price with the first month that the new year bills, and stores the former one. */
export async function raisePrices(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
  today: string,
): Promise<void> {
  const changing = (await plannedPrices(trx, row)).filter(
    ({ amount_sen, after_sen }) => amount_sen !== after_sen,
  )
  for (const { id, version, amount_sen, after_sen, ends_on } of changing) {
    const price = { id, version, amount_sen: after_sen, from: row.bills_from, today }
    const new_subject_fee_id = await changePrice(trx, actor, price)
    await trx
      .insertInto('rollover_price')
      .values({
        ...{ rollover_id: row.id, subject_fee_id: id, before_sen: amount_sen, after_sen },
        ...{ ends_on, new_subject_fee_id },
      })
      .execute()
  }
}

/**
 * Restores the prices that a rollover raised, unless they were changed or billed since. Returns the names of those that stay.
 */
export async function restorePrices(
  trx: Transaction<DB>,
  actor: Actor,
  rollover_id: string,
): Promise<string[]> {
  const outcome = await trx
    .selectFrom('rollover_price as price')
    .innerJoin('subject_fee as old', 'old.id', 'price.subject_fee_id')
    .innerJoin('subject_fee as young', 'young.id', 'price.new_subject_fee_id')
    .innerJoin('subject', 'subject.id', 'old.subject_id')
    .innerJoin('fee_type', 'fee_type.id', 'old.fee_type_id')
    .select([
      'old.id',
      'old.version',
      'price.ends_on',
      'young.id as young_id',
      'young.version as young_version',
    ])
    .select(sql<string>`subject.name || ', ' || fee_type.name`.as('name'))
    .select(
      sql<boolean>`young.version = 1 and young.deleted_at is null and old.deleted_at is null
        and old.ends_on = young.starts_on - 1
        and not exists (select from invoice_item where invoice_item.subject_fee_id = young.id)`.as('is_ours'),
    )
    .where('price.rollover_id', '=', rollover_id)
    .orderBy('subject.name')
    .orderBy('young.id')
    .forUpdate(['old', 'young'])
    .execute()
  for (const { id, version, ends_on, young_id, young_version, name } of outcome.filter(
    ({ is_ours }) => is_ours,
  )) {
    const gone = { deleted_at: sql<Date>`now()` }
    await changeAt(trx, actor, 'subject_fee', { id: young_id, version: young_version }, gone, {
      removed: false,
    })
    await changeAt(trx, actor, 'subject_fee', { id, version }, { ends_on }, { removed: false })
    // Prices scheduled after the old one follow it again.
    const later = trx
      .updateTable('subject_fee')
      .where('replaces_id', '=', young_id)
      .where('deleted_at', 'is', null)
    await later.set({ replaces_id: id }).execute()
    await record(
      trx,
      actor,
      'subject_fee.removed',
      { type: 'subject_fee', id: young_id },
      { before: { name } },
    )
  }
  return outcome.filter(({ is_ours }) => !is_ours).map(({ name }) => name)
}

/** The last day of an ending discount: the day before the new year is billed, or the discount's first day if later. */
const lastDay = ({ bills_from }: RolloverRow) =>
  sql`greatest(${bills_from}::date - 1, student_discount.starts_on)`

/**
 * Discounts of students on the last day of the old year: those chosen to end get their last day before the new year is
 * billed; other discounts that expire with the year are renewed for the same length under the earlier approval. Not renewed:
 * those outside the rule by now, those already renewed, and those of the actor's own children, which need somebody else.
 */
export async function renewDiscounts(trx: Transaction<DB>, actor: Actor, row: RolloverRow): Promise<void> {
  const { id, ends_on, starts_on, bills_from } = row
  const { ip, user_agent } = storedVisitor(actor)
  const begins = sql`greatest(${starts_on}::date, ${bills_from}::date)`
  await sql`
    with grant_ as materialized (
      select given.id, given.student_id, given.discount_id, given.starts_on, given.ends_on, given.document,
        given.reason as said, student.name as student, rule.name as rule, rule.valid_to,
        case when ending.discount_id is null then 'carry' else 'end' end as act,
        case when ending.discount_id is null then case
          when rule.status <> 'active' or rule.deleted_at is not null or rule.valid_to <= given.ends_on then 'rule_over'
          when exists (select from student_discount as next where next.student_id = given.student_id
            and next.discount_id = given.discount_id and next.id <> given.id
            and next.status in ('requested', 'approved') and coalesce(next.ends_on > given.ends_on, true))
            then 'renewed'
          when exists (select from student_parent join parent on parent.id = student_parent.parent_id
            where student_parent.student_id = given.student_id and parent.user_id = ${actor.id}::uuid) then 'own_child'
        end end as reason
      from student_discount as given
        join student on student.id = given.student_id and student.status = 'active' and student.deleted_at is null
        join discount as rule on rule.id = given.discount_id
        left join rollover_discount as ending on ending.rollover_id = ${id} and ending.discount_id = given.discount_id
      where given.status = 'approved' and given.starts_on <= ${ends_on}::date
        and coalesce(given.ends_on >= ${ends_on}::date, true)
        and case when ending.discount_id is null then given.ends_on < ${begins}
          else coalesce(given.ends_on >= ${bills_from}::date, true) end
    ), ended as (
      update student_discount set ends_on = ${lastDay(row)},
        version = student_discount.version + 1, updated_at = now(), updated_by = ${actor.id}::uuid
      from grant_ where student_discount.id = grant_.id and grant_.act = 'end'
      returning student_discount.id, student_discount.ends_on
    ), young as materialized (
      select grant_.*, new_id() as new_id, grant_.ends_on + 1 as first_on,
        least(grant_.ends_on + 1 + (grant_.ends_on - grant_.starts_on), grant_.valid_to) as last_on
      from grant_ where grant_.act = 'carry' and grant_.reason is null
    ), renewed as (
      insert into student_discount (id, student_id, discount_id, starts_on, ends_on, reason, document, status, requested_by,
        decided_by, decided_at, renews_id, created_by, updated_by)
      select new_id, student_id, discount_id, first_on, last_on, said, document, 'approved',
        ${actor.id}::uuid, ${actor.id}::uuid, now(), id, ${actor.id}::uuid, ${actor.id}::uuid
      from young
    ), outcome as (
      insert into rollover_grant (rollover_id, student_discount_id, act, ends_on, reason, new_student_discount_id)
      select ${id}::uuid, grant_.id, grant_.act, grant_.ends_on, grant_.reason, young.new_id
      from grant_ left join young on young.id = grant_.id
    )
    insert into audit_log (id, actor_type, actor_id, actor_name, action, object_type, object_id, after, ip, user_agent,
      request_id)
    select new_id(), ${actor.type}, ${actor.id}::uuid, ${actor.name}, entry.action, 'student_discount', entry.id,
      entry.after, ${ip}, ${user_agent}, ${actor.request_id}
    from (
      select 'student_discount.ended', ended.id, jsonb_build_object('name', grant_.student, 'discount', grant_.rule,
          'ends_on', ended.ends_on)
        from ended join grant_ on grant_.id = ended.id
      union all select 'student_discount.given', young.new_id, jsonb_build_object('name', young.student,
          'discount', young.rule, 'starts_on', young.first_on, 'ends_on', young.last_on, 'status', 'approved')
        from young
    ) as entry (action, id, after)`.execute(trx)
}

/** Restores the discounts that were not changed since; returns the names of the students whose discounts stay. */
export async function restoreDiscounts(
  trx: Transaction<DB>,
  actor: Actor,
  row: RolloverRow,
): Promise<string[]> {
  const changed = sql`version = student_discount.version + 1, updated_at = now(), updated_by = ${actor.id}::uuid`
  const { rows } = await sql<{ name: string; back: boolean }>`
    with outcome as materialized (
      select * from rollover_grant
      where rollover_id = ${row.id} and (act = 'end' or new_student_discount_id is not null)
    ), again as (
      update student_discount set ends_on = outcome.ends_on, status = 'approved', ${changed}
      from outcome where student_discount.id = outcome.student_discount_id and outcome.act = 'end'
        and student_discount.ends_on = ${lastDay(row)}
      returning student_discount.id
    ), gone as (
      -- one that has ended still counts on its days, one that was withdrawn never does
      update student_discount set status = 'withdrawn', ${changed}
      from outcome where student_discount.id = outcome.new_student_discount_id and student_discount.status = 'approved'
      returning student_discount.id
    )
    select student.name || ', ' || discount.name as name,
      given.id in (select id from again) or coalesce(outcome.new_student_discount_id in (select id from gone), false) as back
    from outcome join student_discount as given on given.id = outcome.student_discount_id
      join student on student.id = given.student_id join discount on discount.id = given.discount_id
    order by 1`.execute(trx)
  return rows.filter(({ back }) => !back).map(({ name }) => name)
}
