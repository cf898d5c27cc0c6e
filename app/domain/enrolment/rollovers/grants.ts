import { sql, type Transaction } from 'kysely'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import type { RolloverRow } from './find-rollovers.ts'

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
