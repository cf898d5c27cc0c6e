import { type RawBuilder, sql } from 'kysely'
import { todayInSql } from '#app/domain/core/clock.ts'

/**
 * Whose money a record is. Each query gives rows of `parent_id`, `student_id` and `counts`: whether the row's family counts as
 * another one that a rule charges. Who is charged nothing by it would be a decoy.
 */
type Ids = RawBuilder<unknown>

const ofInvoices = (ids: Ids) =>
  sql`select payer_parent_id as parent_id, student_id, true as counts from invoice where id in (${ids})`
const ofParents = (column: string, table: string) => (ids: Ids) =>
  sql`select ${sql.ref(column)} as parent_id, null::uuid as student_id, true as counts
    from ${sql.table(table)} where id in (${ids})`
const ofStudents = (column: string, table: string) => (ids: Ids) =>
  sql`select null::uuid as parent_id, ${sql.ref(column)} as student_id, true as counts
    from ${sql.table(table)} where id in (${ids})`
const ofPayments = (ids: Ids) => sql`
  select payer_parent_id as parent_id, null::uuid as student_id, true as counts from payment where id in (${ids})
  union all ${ofInvoices(sql`select invoice_id from payment_allocation where payment_id in (${ids})`)}`

/** Days ahead of which a seat that begins later is not billed soon enough to count. */
const soonDays = 92

/**
 * Whether a seat (of `enrolment` and its `student`) is billed, so that a family which is only on paper is no other family: the
 * student is active and not paused, the seat begins soon and has not ended, somebody pays for it, and no discount spares it
 * all. A seat that the actor has given counts once the student was billed; else it could be ended before that.
 */
const isBilled = (actor_id: string, except_discounts: Ids = sql`select null::uuid where false`) => sql`(
  enrolment.status = 'active' and student.status = 'active'
  and not exists (select from enrolment_pause as pause
    where pause.enrolment_id = enrolment.id and coalesce(pause.paused_to >= ${todayInSql}, true))
  and enrolment.starts_on <= ${todayInSql} + ${sql.lit(soonDays)}::int
  and coalesce(least(enrolment.ends_on, enrolment.bills_until) >= ${todayInSql}, true)
  and exists (select from student_parent as paying join parent on parent.id = paying.parent_id and parent.deleted_at is null
    where paying.student_id = student.id and paying.is_payer)
  and not exists (select from student_discount as given join discount as rule on rule.id = given.discount_id
    where given.student_id = student.id and given.status = 'approved' and rule.percent_bp = 10000
      and given.discount_id not in (${except_discounts}))
  and (enrolment.created_by is distinct from ${actor_id}::uuid or exists (select from invoice
    where invoice.student_id = student.id and invoice.number is not null and invoice.status <> 'cancelled'
      and invoice.total_sen > 0)))`

/** The seats that fees charge. Who waits for a place, or has a price of their own, is charged nothing by the fee yet. */
const ofFees = (fees: RawBuilder<unknown>, actor_id: string) => sql`
  select null::uuid as parent_id, enrolment.student_id, ${isBilled(actor_id)}
    and (fee.apply_to <> 'foreign' or student.nationality <> 'MY')
    and (fee.apply_to <> 'new' or enrolment.source <> 'rollover')
    and not exists (select from enrolment_fee as own
      where own.enrolment_id = enrolment.id and own.fee_type_id = fee.fee_type_id) as counts
  from subject_fee as fee
    join enrolment on enrolment.subject_id = fee.subject_id and enrolment.status in ('active', 'paused', 'waitlisted')
    join student on student.id = enrolment.student_id and student.deleted_at is null
  where fee.id in (${fees})`

/** Fees that are charged, by a condition about them or their type. */
const feesWhere = (condition: RawBuilder<unknown>) => sql`
  select subject_fee.id from subject_fee join fee_type on fee_type.id = subject_fee.fee_type_id
  where subject_fee.status = 'active' and subject_fee.deleted_at is null and ${condition}`

/** Whether a student is of a family with another enrolled child, for the discount for siblings. */
const hasSibling = sql`exists (select from student_parent as mine
  join student_parent as theirs on theirs.parent_id = mine.parent_id and theirs.student_id <> mine.student_id
  join enrolment as other on other.student_id = theirs.student_id and other.status in ('active', 'paused')
  where mine.student_id = enrolment.student_id)`

/** Those to whom a discount was given, and those for whose fees it is granted automatically. */
const ofDiscounts = (ids: Ids, actor_id: string) => sql`
  select null::uuid as parent_id, given.student_id, exists (
    select from enrolment join student on student.id = enrolment.student_id and student.deleted_at is null
    where enrolment.student_id = given.student_id and ${isBilled(actor_id, ids)}) as counts
  from student_discount as given where given.discount_id in (${ids}) and given.status = 'approved'
  union all
  select null::uuid, enrolment.student_id, ${isBilled(actor_id)} and not exists (select from enrolment_fee as own
    where own.enrolment_id = enrolment.id and own.fee_type_id = subject_fee.fee_type_id and own.amount_sen = 0)
  from discount
    join fee_category on case
      when exists (select from discount_fee_category as chosen where chosen.discount_id = discount.id)
        then exists (select from discount_fee_category as chosen
          where chosen.discount_id = discount.id and chosen.fee_category_id = fee_category.id)
      else fee_category.discountable end
    join fee_type on fee_type.fee_category_id = fee_category.id
    join subject_fee on subject_fee.fee_type_id = fee_type.id
      and subject_fee.status = 'active' and subject_fee.deleted_at is null
    join enrolment on enrolment.subject_id = subject_fee.subject_id
      and enrolment.status in ('active', 'paused', 'waitlisted')
    join student on student.id = enrolment.student_id and student.deleted_at is null
  where discount.id in (${ids}) and case
    when discount.type = 'sibling' then ${hasSibling}
    when discount.type = 'multi_subject' then (select count(distinct other.subject_id) from enrolment as other
      where other.student_id = enrolment.student_id and other.status in ('active', 'paused')) >= discount.from_subjects
    when discount.type = 'early' then true
    when discount.by_income then exists (select from student_parent as paying
      join parent on parent.id = paying.parent_id and parent.deleted_at is null
      where paying.student_id = enrolment.student_id and paying.is_payer and not parent.income_above_2500)
    else false end`

const writtenBy = (imports: Ids, type: 'invoice' | 'enrolment' | 'subject_fee') =>
  sql`select object_id from import_write where import_id in (${imports}) and object_type = ${type}`

/** By the kind of record that the log names: the parents and students whose money it is. */
export const whose: Readonly<Record<string, (ids: Ids, actor_id: string) => RawBuilder<unknown>>> = {
  invoice: ofInvoices,
  parent: ofParents('id', 'parent'),
  credit_refund: ofParents('parent_id', 'credit_refund'),
  arrangement: ofParents('parent_id', 'arrangement'),
  student: ofStudents('id', 'student'),
  enrolment: ofStudents('student_id', 'enrolment'),
  student_discount: ofStudents('student_id', 'student_discount'),
  student_change: ofStudents('student_id', 'student_change'),
  credit_note: (ids) => ofInvoices(sql`select invoice_id from credit_note where id in (${ids})`),
  transfer_slip: (ids) => ofInvoices(sql`select invoice_id from transfer_slip where id in (${ids})`),
  credit_move: (ids) => sql`${ofParents('parent_id', 'credit_move')(ids)}
    union all ${ofParents('to_parent_id', 'credit_move')(ids)}`,
  // What a bank has moved was decided by no colleague: who asks the gateway again may be of the family.
  payment: (ids) => ofPayments(sql`select id from payment where id in (${ids}) and gateway is null`),
  bank_line: (ids) =>
    ofPayments(
      sql`select payment_id from bank_line_payment where line_id in (${ids}) and released_at is null`,
    ),
  payment_exception: (ids) =>
    sql`${ofPayments(
      sql`select payment_id from platform.payment_exception where id in (${ids})`,
    )} union all ${ofInvoices(sql`select tried.invoice_id from payment_attempt_invoice as tried
    join platform.payment_exception on payment_exception.attempt_id = tried.attempt_id
    where payment_exception.id in (${ids})`)}`,
  // A family that applies is on file once somebody has approved it; until then it is who sent the application.
  application: (ids, actor_id) => sql`
    ${ofParents('parent_id', 'application')(ids)}
    union all select parent_id, null, true from application_parent where application_id in (${ids})
    union all select null, student_id, true from application_student where application_id in (${ids})
    union all select parent.id, null, true from parent join application on application.user_id = parent.user_id
      where application.id in (${ids}) and parent.user_id = ${actor_id}::uuid`,
  import: (ids, actor_id) => sql`
    ${ofInvoices(writtenBy(ids, 'invoice'))} union all ${ofStudents('student_id', 'enrolment')(writtenBy(ids, 'enrolment'))}
    union all ${ofFees(writtenBy(ids, 'subject_fee'), actor_id)}`,
  generation: (ids) => ofInvoices(sql`select id from invoice where generation_id in (${ids})`),
  subject: (ids, actor_id) => ofFees(feesWhere(sql`subject_fee.subject_id in (${ids})`), actor_id),
  subject_fee: ofFees,
  fee_type: (ids, actor_id) => ofFees(feesWhere(sql`fee_type.id in (${ids})`), actor_id),
  fee_category: (ids, actor_id) => ofFees(feesWhere(sql`fee_type.fee_category_id in (${ids})`), actor_id),
  rollover_seat: (ids, actor_id) => sql`
    select null::uuid as parent_id, seat.student_id, ${isBilled(actor_id)} as counts
    from rollover_seat as seat join enrolment on enrolment.id = seat.enrolment_id
      join student on student.id = seat.student_id
    where seat.id in (${ids})`,
  discount: ofDiscounts,
}
