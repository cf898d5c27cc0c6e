import { type RawBuilder, sql, type Transaction } from 'kysely'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { academicYearStartMonth, firstCharged, isOfSessions, periodKey } from './period-sql.ts'
import { isCharged, sessionsOfLines } from './plan-sessions.ts'

/**
 * Locks students before they are billed, so that of two concurrent billings the later one sees what the earlier has billed.
 * The unique key of `billed_fee` alone would not notice a month within a quarter that was billed.
 */
export async function lockStudents(trx: Transaction<DB>, students: readonly string[]): Promise<void> {
  await sql`select from student where id = any(${students}::uuid[]) order by id for no key update`.execute(
    trx,
  )
}

/** The columns of a fee to be billed. */
interface Billing {
  line: RawBuilder<unknown>
  enrolment_starts_on: RawBuilder<unknown>
  fee_starts_on: RawBuilder<unknown>
}

/**
 * Whether days of a fee were billed already in a period of another length, as after a change from monthly to quarterly. Days
 * count from the first on which both enrolment and price exist, as in the plan.
 */
export const overlaps = (
  { line, enrolment_starts_on, fee_starts_on }: Billing,
  billed: RawBuilder<unknown>,
) =>
  sql<boolean>`(${isOfSessions(sql`${billed}.period_key`)} = ${isOfSessions(sql`${line}.period_key`)}
    and ${billed}.student_id = ${line}.student_id and ${billed}.subject_id = ${line}.subject_id
    and ${billed}.fee_type_id = ${line}.fee_type_id and ${billed}.apply_to = ${line}.apply_to
    and ${billed}.period_starts_on <= ${line}.period_ends_on
    and ${billed}.period_ends_on >= least(${line}.period_ends_on,
      greatest(${line}.period_starts_on, ${enrolment_starts_on}, ${fee_starts_on})))`

interface Refused {
  position: number
  /** The overlapping period and the number of its invoice; null when the same period is billed already. */
  starts_on: string | null
  ends_on: string | null
  number: string | null
  /** Of that invoice, also a draft. */
  id: string | null
}

/**
 * Claims the fees of an invoice's lines for their periods, so that they cannot be billed again. A line without a class fee, or
 * with a recurring fee but no period, claims nothing. Refuses, at its line, a fee that is claimed already
 * (invoice.already_billed) or overlaps a period of another length (invoice.overlaps_billed). Of two concurrent billings the
 * second waits and is refused.
 */
export async function claimFees(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  const { student_id } = await trx
    .selectFrom('invoice')
    .select('student_id')
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()
  await lockStudents(trx, [student_id])
  const seat = sql`coalesce((line.facts -> 'share' ->> 'from')::date, line.enrolled_on)`
  const line = { line: sql`line`, enrolment_starts_on: seat, fee_starts_on: sql`line.fee_starts_on` }
  const { rows } = await sql<Refused>`
    with wanted as materialized (
      select invoice.student_id, fee.subject_id, fee.fee_type_id, fee.apply_to,
        ${periodKey(sql`fee.frequency`, sql`item.period_starts_on`, academicYearStartMonth)} as period_key,
        case when fee.frequency <> 'one_off' then item.period_starts_on end as period_starts_on,
        case when fee.frequency <> 'one_off' then item.period_ends_on end as period_ends_on,
        item.invoice_id, item.id as invoice_item_id, item.position, item.facts, fee.starts_on as fee_starts_on,
        (select min(${firstCharged}) from enrolment
          where enrolment.student_id = invoice.student_id and enrolment.subject_id = fee.subject_id
            and enrolment.status <> 'waitlisted' and coalesce(enrolment.ends_on, 'infinity') >= item.period_starts_on
            and enrolment.id = coalesce((item.facts ->> 'enrolment_id')::uuid, enrolment.id)) as enrolled_on
      from invoice_item as item
        join invoice on invoice.id = item.invoice_id
        join subject_fee as fee on fee.id = item.subject_fee_id
      where item.invoice_id = ${invoice_id}
        and (fee.frequency = 'one_off' or (item.period_starts_on is not null and item.period_ends_on is not null))
    ), billed as (
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, invoice_id,
        0 as position
      from billed_fee where student_id = ${student_id}
      union all
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, invoice_id,
        position
      from wanted
    ), crossing as (
      select distinct on (line.position) line.position, line.invoice_item_id, billed.period_starts_on,
        billed.period_ends_on, billed.invoice_id
      from wanted as line join billed on billed.position < line.position and billed.period_key <> line.period_key
        and ${overlaps(line, sql`billed`)}
      order by line.position, billed.period_starts_on
    ), taken as (
      insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on,
        period_ends_on, invoice_id, invoice_item_id)
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id
      from wanted where invoice_item_id not in (select invoice_item_id from crossing) order by position
      on conflict do nothing
      returning invoice_item_id
    )
    select wanted.position, crossing.period_starts_on as starts_on, crossing.period_ends_on as ends_on,
      other.number, other.id
    from wanted
      left join crossing on crossing.invoice_item_id = wanted.invoice_item_id
      left join billed_fee as same on crossing.invoice_id is null and same.student_id = wanted.student_id
        and same.subject_id = wanted.subject_id and same.fee_type_id = wanted.fee_type_id
        and same.apply_to = wanted.apply_to and same.period_key = wanted.period_key
      left join invoice as other on other.id = coalesce(crossing.invoice_id, same.invoice_id)
    where wanted.invoice_item_id not in (select invoice_item_id from taken) order by wanted.position limit 1`.execute(
    trx,
  )
  const [first] = rows
  if (first) throw refusalOf(first, invoice_id)
  await claimSessions(trx, invoice_id)
}

/**
 * Claims the sessions of lines that charge sessions; refuses, at its line, one that was charged meanwhile. A line that was
 * written by hand charges what the plan would of its period: what was held and is not charged yet.
 */
async function claimSessions(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  const lines = sql`(select billed.*, item.facts, item.position, item.subject_fee_id from billed_fee as billed
    join invoice_item as item on item.id = billed.invoice_item_id where billed.invoice_id = ${invoice_id})`
  const { rows } = await sql<{ position: number }>`
    with wanted as materialized (
      ${sessionsOfLines(lines)}
      union all
      select line.student_id, line.subject_id, line.fee_type_id, line.apply_to, line.period_key, class_session.id, 1::smallint,
        coalesce(max(billed.turn), 0) + 1
      from ${lines} as line
        join class_session on class_session.subject_id = line.subject_id and ${isCharged}
          and class_session.held_on between line.period_starts_on and line.period_ends_on
        join subject_fee as fee on fee.id = line.subject_fee_id
          and class_session.held_on between fee.starts_on and coalesce(fee.ends_on, 'infinity')
        join enrolment on enrolment.student_id = line.student_id and ${enrolledOn}
        left join billed_session as billed on billed.student_id = line.student_id and billed.session_id = class_session.id
          and billed.fee_type_id = line.fee_type_id and billed.apply_to = line.apply_to
      where ${isOfSessions(sql`line.period_key`)} and line.facts is null
        and not exists (select from attendance_mark as mark where mark.session_id = class_session.id
          and mark.student_id = line.student_id and mark.makeup_for_id is not null)
      group by line.student_id, line.subject_id, line.fee_type_id, line.apply_to, line.period_key, class_session.id
      having coalesce(sum(billed.sign), 0) < 1
    ),
    taken as (
      insert into billed_session (student_id, subject_id, fee_type_id, apply_to, period_key, session_id, sign, turn)
      select student_id, subject_id, fee_type_id, apply_to, period_key, session_id, sign, turn from wanted
      on conflict do nothing returning session_id, fee_type_id, apply_to
    )
    select item.position from wanted
      join ${lines} as item on item.fee_type_id = wanted.fee_type_id and item.apply_to = wanted.apply_to
        and item.subject_id = wanted.subject_id and item.period_key = wanted.period_key
    where (wanted.session_id, wanted.fee_type_id, wanted.apply_to) not in (
      select session_id, fee_type_id, apply_to from taken)
    order by item.position limit 1`.execute(trx)
  const [refused] = rows
  if (refused) throw new Refusal('invoice.already_billed', `items[${refused.position - 1}].description`)
}

function refusalOf({ position, starts_on, ends_on, number, id }: Refused, own: string): Refusal {
  const field = `items[${position - 1}].description`
  const blocker = id !== null && id !== own && { to: 'invoice' as const, id, name: number }
  if (!starts_on || !ends_on) return new Refusal('invoice.already_billed', field).blockedBy(blocker)
  const days = { date: starts_on, until: ends_on }
  return number
    ? new Refusal('invoice.overlaps_billed', field, { ...days, number }).blockedBy(blocker)
    : new Refusal('invoice.overlaps_draft', field, days).blockedBy(blocker)
}

/** Lets the fees of a cancelled invoice be billed again. */
export async function releaseFees(trx: Transaction<DB>, invoice_id: string): Promise<void> {
  await trx
    .deleteFrom('billed_fee')
    .using('invoice_item as item')
    .whereRef('item.id', '=', 'billed_fee.invoice_item_id')
    .where('item.invoice_id', '=', invoice_id)
    .execute()
}
