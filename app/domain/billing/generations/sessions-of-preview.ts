import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { GenerationFilters } from './generation.ts'

/** At most this many sessions are named. */
const maxNamed = 20

export interface SessionsOfPreview {
  /** How many sessions the preview charges, and how many of these were held before the month that it charges. */
  charged: number
  late: number
  /** How many sessions earlier invoices charge that were not held after all; they are taken off. */
  back: number
  /** How many sessions the invoices of the month before charge. */
  before: number
  /** Sessions of the month that nobody has confirmed, so that they are not charged: the first ones, and how many there are. */
  unconfirmed: { id: string; held_on: string; starts: string; subject: string }[]
  unconfirmed_count: number
}

/** What a preview says about fees by session; null where it has none. Sessions are counted once for each student. */
export async function sessionsOfPreview(
  db: Kysely<DB>,
  generation_id: string,
  month: string,
  { branch_id, program_id, subject_id }: GenerationFilters,
): Promise<SessionsOfPreview | null> {
  const { rows } = await sql<SessionsOfPreview>`
    with line as (
      select item.student_id, item.subject_id, item.fee_type_id, item.apply_to,
        case when item.skip is null then item.facts -> 'sessions' end as sessions
      from generation_item as item
      where item.generation_id = ${generation_id} and item.period_key
        = to_char(${month}::date - interval '1 month', 'YYYY-MM') || '-S'
    ), unconfirmed as (
      select class_session.id, class_session.held_on, class_session.starts, subject.name as subject
      from class_session join subject on subject.id = class_session.subject_id
      where class_session.status in ('planned', 'open') and class_session.held_on < ${month}
        and class_session.held_on >= ${month}::date - interval '1 month'
        and exists (select from subject_fee as fee where fee.subject_id = subject.id and fee.frequency = 'session'
          and fee.status = 'active' and fee.deleted_at is null
          and class_session.held_on between fee.starts_on and coalesce(fee.ends_on, 'infinity'))
        ${subject_id ? sql`and subject.id = ${subject_id}::uuid` : sql``}
        ${program_id ? sql`and subject.program_id = ${program_id}::uuid` : sql``}
        ${branch_id ? sql`and subject.branch_id = ${branch_id}::uuid` : sql``}
    )
    select coalesce(sum(jsonb_array_length(line.sessions -> 'held')), 0)::int as charged,
      coalesce(sum((line.sessions ->> 'late')::int), 0)::int as late,
      coalesce(sum(jsonb_array_length(line.sessions -> 'back')), 0)::int as back,
      (select coalesce(sum(billed_session.sign), 0)::int from billed_session
        where billed_session.period_key = to_char(${month}::date - interval '2 months', 'YYYY-MM') || '-S'
          and billed_session.student_id in (select student_id from line)
          and billed_session.subject_id in (select subject_id from line)) as before,
      (select count(*)::int from unconfirmed) as unconfirmed_count,
      coalesce((select jsonb_agg(first order by held_on, starts, id) from (
        select * from unconfirmed order by held_on, starts, id limit ${maxNamed}) as first), '[]') as unconfirmed
    from line having count(*) > 0 or exists (select from unconfirmed)`.execute(db)
  return rows[0] ?? null
}
