import { type Kysely, sql } from 'kysely'
import { dayRange, isOfSessions } from '#app/domain/billing/plan/period-sql.ts'
import { isPart, share, untilOn } from '#app/domain/billing/plan/plan-fees.ts'
import { seatsOf } from '#app/domain/billing/plan/plan-students.ts'
import { lineAmount, portion } from '#app/domain/core/money.ts'
import type { DB } from '#db/types.ts'

/** What notes credit of a line, and what open requests ask to credit of it; before tax, in sen. */
interface Notes {
  amount_sen: number
  credited_sen: number
  asked_sen: number
  /** The parts of both that were proposed because days changed. */
  proposed_sen: number
}

/** A line that charged days of the same period later on. */
export interface LaterLine extends Notes {
  item_id: string
  invoice_id: string
  status: string
}

/** How a line was priced, and the days that it is to charge by now. */
export interface PricedDays {
  unit_sen: number
  price_sen: number
  quantity_hundredths: number
  discount_sen: number
  amount_sen: number
  /** The price that its facts explain; a line with another price was written by hand. */
  planned_sen: number
  /** The days or lessons to charge by now, of all in the period; null where all of it is charged. */
  counted: number | null
  of: number | null
  /** The student is not there on any day of the period. */
  is_over: boolean
}

/** A line of a class's fee for a period, with the notes about it and the lines that charged more of the period later. */
export interface BilledLine extends PricedDays, Notes {
  item_id: string
  invoice_id: string
  student_id: string
  subject_fee_id: string
  fee_type_id: string | null
  description: string
  period_starts_on: string
  /** The discount for paying early on this line, and what was left of it when that was given. */
  early_sen: number
  early_base_sen: number
  later: readonly LaterLine[]
}

/**
 * What a line would be billed at now, before tax, with the same part of it as discount; rounded half up. It is more than was
 * billed where the student is there on more days. A price that was written by hand is never raised.
 */
export function amountNow(line: PricedDays): number {
  if (line.is_over) return 0
  const { counted, of } = line
  const price = counted === null || !of ? line.unit_sen : portion(line.unit_sen, counted, of)
  const byHand = line.planned_sen !== line.price_sen
  if (line.price_sen === 0 || (byHand && price >= line.price_sen)) return line.amount_sen
  const gross = lineAmount(line.quantity_hundredths, price)
  const before = line.amount_sen + line.discount_sen
  return before === 0 ? 0 : gross - portion(line.discount_sen, gross, before)
}

/**
 * What the family is to have paid for a line in the end, before tax: a discount for paying early lowers the days that stay
 * by the same part as those that are credited.
 */
export function owedNow(line: BilledLine): number {
  const amount = amountNow(line)
  return line.early_base_sen === 0 ? amount : amount - portion(line.early_sen, amount, line.early_base_sen)
}

/** What a line and its later ones charge if all open requests are approved, before tax. */
export const chargedSen = ({ amount_sen, credited_sen, asked_sen, later }: BilledLine): number =>
  later.reduce((sum, one) => sum + leftOf(one), amount_sen - credited_sen - asked_sen)

/** The same without what people credited for reasons of their own, which is never charged again. */
export const chargedByDays = ({ amount_sen, proposed_sen, early_sen, later }: BilledLine): number =>
  later.reduce((sum, one) => sum + one.amount_sen - one.proposed_sen, amount_sen - proposed_sen - early_sen)

/** What is left of a line when its open requests are approved. */
export const leftOf = ({ amount_sen, credited_sen, asked_sen }: Notes): number =>
  amount_sen - credited_sen - asked_sen

/** The notes about a line called `item`. */
const notes = sql`
  select coalesce(sum(part.amount_sen) filter (where note.status = 'approved'), 0)::bigint as credited_sen,
    coalesce(sum(part.amount_sen) filter (where note.status = 'requested'), 0)::bigint as asked_sen,
    coalesce(sum(part.amount_sen) filter (where note.is_proposed), 0)::bigint as proposed_sen,
    coalesce(sum(part.amount_sen) filter (where note.discount_id is not null), 0)::bigint as early_sen,
    coalesce(sum(part.amount_sen) filter (where note.status = 'approved' and note.decided_at < (
      select early.decided_at from credit_note as early where early.invoice_id = item.invoice_id
        and early.discount_id is not null and early.status = 'approved')), 0)::bigint as earlier_sen
  from credit_note_item as part
    join credit_note as note on note.id = part.credit_note_id and note.status in ('approved', 'requested')
  where part.invoice_item_id = item.id`

interface Row extends Omit<BilledLine, 'planned_sen' | 'early_base_sen'> {
  billed_counted: number | null
  billed_of: number | null
  earlier_sen: number
}

/**
 * The lines that were calculated for enrolments and are issued, with the days to charge by now: those of all enrolments that
 * the student has or had in the class, since a fee is billed once for its period. Without fees by session, which the next run
 * puts right.
 */
export async function billedLines(db: Kysely<DB>, enrolment_ids: readonly string[]): Promise<BilledLine[]> {
  const { rows } = await sql<Row>`
    with wanted as (
      select distinct enrolment.student_id, enrolment.subject_id from enrolment
      where enrolment.id = any(${[...enrolment_ids]}::uuid[])
    ), seat as materialized (
      select seat.*, max(seat.last_on) over (partition by seat.student_id, seat.subject_id
        order by seat.starts_on, seat.enrolment_id rows between unbounded preceding and 1 preceding) as before_on
      from (${seatsOf(sql`select enrolment.id from enrolment join wanted using (student_id, subject_id)
        where enrolment.status <> 'waitlisted'`)}) as seat
    ), line as materialized (
      select item.id as item_id, item.invoice_id, item.position, item.price_sen, item.quantity_hundredths,
        item.discount_sen, item.amount_sen, item.description, item.subject_fee_id, item.fee_type_id, billed.student_id,
        billed.subject_id, billed.fee_type_id as billed_type_id, billed.apply_to, billed.period_starts_on,
        billed.period_ends_on, price.proration, subject.sessions_per_month,
        subject.branch_id as class_branch_id,
        coalesce((item.facts -> 'own' ->> 'sen')::bigint, (item.facts ->> 'usual_sen')::bigint) as unit_sen,
        (item.facts -> 'share' ->> 'from')::date as shared_from,
        (item.facts -> 'share' ->> 'counted')::int as billed_counted, (item.facts -> 'share' ->> 'of')::int as billed_of,
        coalesce(branch.state, (select state from platform.entity where role_name = current_user)) as state,
        array(select distinct weekday::int from subject_schedule where subject_id = subject.id) as weekdays
      from wanted
        join billed_fee as billed on billed.student_id = wanted.student_id and billed.subject_id = wanted.subject_id
        join invoice_item as item on item.id = billed.invoice_item_id
        join invoice on invoice.id = item.invoice_id and invoice.status in ('unpaid', 'pending', 'paid')
        join subject_fee as price on price.id = item.subject_fee_id
        join subject on subject.id = wanted.subject_id
        join branch on branch.id = subject.branch_id
      where billed.period_ends_on is not null and not ${isOfSessions(sql`billed.period_key`)} and invoice.student_id = wanted.student_id
        and (item.facts ->> 'enrolment_id')::uuid in (select enrolment_id from seat)
    ), fee as (
      select line.*, seat.paused,
        greatest(line.period_starts_on, seat.starts_on, line.shared_from, seat.before_on + 1) as charged_from,
        ${untilOn(sql`seat.leaves_on`, sql`line.period_ends_on`)} as until_on
      from line join seat on seat.student_id = line.student_id and seat.subject_id = line.subject_id
    ), stay as (
      select fee.item_id, share.counted, share.of, ${isPart} as is_part, fee.until_on < fee.charged_from
        or ${dayRange(sql`fee.charged_from`, sql`fee.until_on`)} <@ fee.paused as is_over
      from fee left join lateral (${share} where ${isPart}) as share on true
    ), days as (
      select item_id, bool_and(is_over) as is_over,
        case when bool_or(not is_over and not is_part) then null
          else sum(counted) filter (where not is_over and is_part) end::int as counted,
        max(of) as of
      from stay group by item_id
    )
    select line.item_id, line.invoice_id, line.student_id, line.subject_fee_id, line.fee_type_id, line.description,
      line.period_starts_on, line.unit_sen, line.price_sen, line.quantity_hundredths, line.discount_sen, line.amount_sen,
      line.billed_counted, line.billed_of, days.counted, days.of, days.is_over, noted.*,
      coalesce((
        select json_agg(json_build_object('item_id', item.id, 'invoice_id', item.invoice_id, 'status', invoice.status,
          'amount_sen', item.amount_sen, 'credited_sen', noted.credited_sen, 'asked_sen', noted.asked_sen,
          'proposed_sen', noted.proposed_sen) order by item.id desc)
        from invoice_item as item
          join invoice on invoice.id = item.invoice_id and invoice.status <> 'cancelled'
          join subject_fee as price on price.id = item.subject_fee_id
          cross join lateral (${notes}) as noted
        where item.adjusts_period_on = line.period_starts_on and invoice.student_id = line.student_id
          and price.subject_id = line.subject_id and price.fee_type_id = line.billed_type_id
          and price.apply_to = line.apply_to), '[]') as later
    from line join days using (item_id)
      cross join lateral (select line.item_id as id, line.invoice_id) as item
      cross join lateral (${notes}) as noted
    order by line.invoice_id, line.position`.execute(db)
  return rows.map(({ billed_counted, billed_of, earlier_sen, ...row }) => ({
    ...row,
    planned_sen:
      billed_counted === null || !billed_of ? row.unit_sen : portion(row.unit_sen, billed_counted, billed_of),
    early_base_sen: row.early_sen > 0 ? row.amount_sen - earlier_sen : 0,
  }))
}
