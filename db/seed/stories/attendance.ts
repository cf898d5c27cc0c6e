import { sql, type Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'

const words = {
  en: { clinic: 'Clinic appointment in the morning', trip: 'Family trip to Kelantan' },
  my: { clinic: 'Temu janji klinik pada waktu pagi', trip: 'Balik kampung ke Kelantan' },
} as const

/** What is rare at marking and must be seen: sessions made up for, two people who marked one student, leave. */
export async function addAttendanceStories(
  trx: Transaction<DB>,
  stage: Stage,
  { assistant }: Team,
): Promise<void> {
  await makeUp(trx, stage)
  await markByTwo(trx, assistant)
  await addLeave(trx, stage)
}

/** Some sessions that were cancelled are held a week later, early, by the trainer of the class; all who were there attended. */
async function makeUp(trx: Transaction<DB>, { today }: Stage): Promise<void> {
  const missed = await trx
    .selectFrom('class_session as missed')
    .where('missed.status', '=', 'cancelled')
    .where('missed.cancel_cause', 'is', null)
    .where('missed.trainer_user_id', 'is not', null)
    .where('missed.held_on', '<', addDays(today, -9))
    .where(
      sql<boolean>`not exists (select from class_session as other where other.held_on = missed.held_on + 7
        and other.starts < '09:00' and other.status <> 'cancelled')`,
    )
    .select(['missed.id', 'missed.held_on', 'missed.trainer_user_id'])
    .distinctOn('missed.held_on')
    .orderBy('missed.held_on', 'desc')
    .orderBy('missed.id')
    .limit(4)
    .execute()
  for (const { id, held_on, trainer_user_id } of missed) {
    const makeup_id = newId()
    const over = new Date(`${addDays(held_on, 7)}T08:45:00+08:00`)
    await sql`insert into class_session (id, subject_id, branch_id, kind, held_on, starts, ends, trainer_user_id, replaces_id,
        status, opened_at, opened_by, confirmed_at, confirmed_by, created_at, updated_at)
      select ${makeup_id}, subject_id, branch_id, 'makeup', held_on + 7, '07:30', '08:30', trainer_user_id, id, 'confirmed',
        ${over}::timestamptz - interval '1 hour', trainer_user_id, ${over}, trainer_user_id,
        ${over}::timestamptz - interval '4 days', ${over}
      from class_session where id = ${id}`.execute(trx)
    await sql`with entered as (
        insert into attendance_entry (id, session_id, student_id, mark, source, marked_at, marked_by, received_at, won)
        select gen_random_uuid(), ${makeup_id}, enrolment.student_id, 'present', 'form', ${over}, ${trainer_user_id}, ${over}, true
        from class_session join enrolment on enrolment.subject_id = class_session.subject_id
          and enrolment.status = 'active' and enrolment.starts_on <= class_session.held_on
          and coalesce(enrolment.ends_on >= class_session.held_on, true)
        where class_session.id = ${makeup_id}
        returning *
      )
      insert into attendance_mark (session_id, student_id, mark, marked_at, marked_by, entry_id)
      select session_id, student_id, mark, marked_at, marked_by, id from entered`.execute(trx)
  }
}

/** In the last session with somebody absent, a helper had marked them present some minutes before. */
async function markByTwo(trx: Transaction<DB>, assistant: string): Promise<void> {
  await sql`insert into attendance_entry (id, session_id, student_id, mark, source, marked_at, marked_by, received_at, won)
    select ${newId()}, mark.session_id, mark.student_id, 'present', 'phone', mark.marked_at - interval '4 minutes', ${assistant},
      mark.marked_at + interval '5 minutes', false
    from attendance_mark as mark join class_session on class_session.id = mark.session_id
    where mark.mark = 'absent' and mark.marked_by <> ${assistant}
    order by class_session.held_on desc, class_session.starts, mark.student_id limit 1`.execute(trx)
}

/** A child of the family that shows the demo is away the day after tomorrow, another one was last week. */
async function addLeave(trx: Transaction<DB>, stage: Stage): Promise<void> {
  const said = words[stage.locale === 'my' ? 'my' : 'en']
  const children = await trx
    .selectFrom('student')
    .innerJoin('student_parent', 'student_parent.student_id', 'student.id')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .innerJoin('user_account', 'user_account.id', 'parent.user_id')
    .where('student.status', '=', 'active')
    .where('student_parent.is_payer', '=', true)
    .select(['student.id', 'user_account.id as user_id'])
    .orderBy(sql`user_account.email like 'parent@%'`, 'desc')
    .orderBy('student.student_no')
    .limit(4)
    .execute()
  const days = [2, 3, -6, -20]
  for (const [index, { id: student_id, user_id }] of children.entries()) {
    const starts_on = addDays(stage.today, days[index]!)
    const asked = addDays(starts_on < stage.today ? starts_on : stage.today, -2)
    await trx
      .insertInto('leave_request')
      .values({
        ...{ id: newId(), student_id, starts_on, ends_on: addDays(starts_on, index % 2) },
        ...{ reason: index % 2 ? said.trip : said.clinic, requested_by: user_id },
        requested_at: at(stage, asked, 20),
      })
      .execute()
  }
}
