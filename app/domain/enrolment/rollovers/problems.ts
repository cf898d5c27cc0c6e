import { type Kysely, sql } from 'kysely'
import { mostSeatedFrom } from '#app/domain/catalogue/subjects/seats.ts'
import type { DB } from '#db/types.ts'
import type { RolloverRow } from './find-rollovers.ts'
import type { Problem } from './rollover.ts'

/**
 * What is wrong, or worth a look, once the seats, prices and discounts are as the plan has them: first what must be mended
 * before a run.
 */
export async function problemsOf(db: Kysely<DB>, row: RolloverRow): Promise<Problem[]> {
  const [classes, warnings] = [await newClasses(db, row), await warningsOf(db, row)]
  const nothing = await isNothing(db, row)
  return [...(nothing ? [{ code: 'nothing' } as const] : []), ...classes, ...warnings]
}

async function isNothing(db: Kysely<DB>, { id }: RolloverRow): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from rollover_seat where rollover_id = ${id} and act <> 'carry')
      or exists (select from rollover_price where rollover_id = ${id})
      or exists (select from rollover_grant where rollover_id = ${id} and reason is null) as some`.execute(db)
  return !rows[0]!.some
}

/** Classes that somebody moves up to: each must be there on the first day, and have places for all. */
async function newClasses(db: Kysely<DB>, { id, starts_on, bills_from }: RolloverRow): Promise<Problem[]> {
  const { rows } = await sql<{
    id: string
    name: string
    capacity: number | null
    is_open: boolean
    has_fee: boolean
  }>`
    select subject.id, subject.name, subject.capacity,
      subject.status = 'active' and subject.deleted_at is null
        and ${starts_on}::date between coalesce(subject.starts_on, '-infinity') and coalesce(subject.ends_on, 'infinity')
        as is_open,
      exists (select from subject_fee as fee where fee.subject_id = subject.id and fee.status = 'active'
        and fee.deleted_at is null and fee.starts_on < ${bills_from}::date + interval '1 month'
        and coalesce(fee.ends_on >= ${bills_from}::date, true)) as has_fee
    from subject
    where subject.id in (select to_subject_id from rollover_seat where rollover_id = ${id} and new_enrolment_id is not null)
    order by subject.name, subject.id`.execute(db)
  const problems: Problem[] = []
  for (const { id: subject_id, name, capacity, is_open, has_fee } of rows) {
    if (!is_open) problems.push({ code: 'closed', name })
    const seated = capacity === null ? 0 : await mostSeatedFrom(db, subject_id, starts_on)
    if (capacity !== null && seated > capacity) problems.push({ code: 'full', name, count: seated, capacity })
    if (!has_fee) problems.push({ code: 'no_fee', name })
  }
  return problems
}

async function warningsOf(db: Kysely<DB>, { id, ends_on, bills_from }: RolloverRow): Promise<Problem[]> {
  const { rows } = await sql<Record<'billed' | 'no_payer' | 'waiting' | 'not_renewed', number>>`
    select
      (select count(distinct seat.student_id) from rollover_seat as seat
        join billed_fee as billed on billed.student_id = seat.student_id and billed.subject_id = seat.subject_id
        where seat.rollover_id = ${id} and seat.act = 'promote' and billed.period_ends_on >= ${bills_from}::date) as billed,
      (select count(distinct seat.student_id) from rollover_seat as seat
        where seat.rollover_id = ${id} and seat.act <> 'end' and not exists (
          select from student_parent join parent on parent.id = student_parent.parent_id and parent.deleted_at is null
          where student_parent.student_id = seat.student_id and student_parent.is_payer)) as no_payer,
      (select count(*) from enrolment where status = 'waitlisted' and starts_on <= ${ends_on}::date) as waiting,
      (select count(*) from rollover_grant where rollover_id = ${id} and reason in ('rule_over', 'own_child'))
        as not_renewed`.execute(db)
  return (['billed', 'no_payer', 'waiting', 'not_renewed'] as const).flatMap((code) =>
    rows[0]![code] > 0 ? [{ code, count: rows[0]![code] }] : [],
  )
}
