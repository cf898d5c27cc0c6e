import { sql, type Transaction } from 'kysely'
import { enrolledOn } from '#app/domain/classes/sessions/enrolled-on.ts'
import { planSessions } from '#app/domain/classes/sessions/plan-sessions.ts'
import { daysAhead } from '#app/domain/classes/sessions/words.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Team } from '../staff.ts'
import type { Stage } from '../stage.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

/** Days of sessions behind a demo organisation. */
const daysOfHistory = 90

/** What readers of both languages understand, as many centres write it: MC is a medical certificate. */
const saidInBoth = { closure: 'Cuti sekolah / School break', remark: 'MC' }

const said = {
  en: {
    ill: 'The trainer is on medical leave',
    note: 'Bring the exercise book',
  },
  my: {
    ill: 'Pengajar bercuti sakit',
    note: 'Bawa buku latihan',
  },
} as const

/** A number from 0 to 99 that is always the same for an id. */
const lot = (column: string) => sql`(get_byte(decode(md5(${sql.ref(column)}::text), 'hex'), 0) * 100 / 256)`

/**
 * Three months of sessions as the planner would have made them: nearly all confirmed with their marks, some cancelled, those
 * of the last days still to be confirmed; a term break that is over and one that comes.
 */
export async function addSessions(trx: Transaction<DB>, stage: Stage, { office }: Team): Promise<void> {
  const { today } = stage
  const words = { ...saidInBoth, ...said[stage.locale === 'my' ? 'my' : 'en'] }
  const by = (office.find(({ role }) => role === 'admin') ?? office[0])?.user_id
  if (!by) return
  const breaks = [-40, 11].map((days) => ({
    ...{ id: newId(), name: words.closure, created_by: by, updated_by: by },
    ...{ starts_on: addDays(today, days), ends_on: addDays(today, days + 2) },
  }))
  await trx.insertInto('closure').values(breaks).execute()
  const reasons = {
    schedule: stage.t('class_session.reason_schedule'),
    class: stage.t('class_session.reason_class'),
  }
  const runs = Math.ceil(daysOfHistory / daysAhead)
  const last = await lastEntry(trx)
  for (let run = runs; run >= 0; run -= 1) await planSessions(trx, addDays(today, -run * daysAhead), reasons)
  // The log is told in the order of time, and all the other stories have been told.
  await dateEntries(trx, last, stage.now)
  await sql`update class_session set created_at = least(created_at, ${stage.now}),
    updated_at = least(updated_at, ${stage.now})`.execute(trx)
  const ended = sql`(class_session.held_on + class_session.ends) at time zone 'Asia/Kuala_Lumpur'`
  await sql`update class_session set status = 'cancelled', cancel_reason = ${words.ill},
      cancelled_at = ${ended} - interval '5 hours', cancelled_by = ${by}
    where held_on < ${today}::date and ${lot('class_session.id')} < 4`.execute(trx)
  // What was held yesterday or the day before is confirmed by most, not yet by all.
  await sql`update class_session set status = 'confirmed', opened_at = ${ended} - interval '1 hour', opened_by = giver,
      confirmed_at = ${ended}, confirmed_by = giver, note = case when ${lot('class_session.subject_id')} < 10 then ${words.note} end
    from (select id as given_id, coalesce(trainer_user_id, ${by}::uuid) as giver from class_session) as given
    where given_id = class_session.id and held_on < ${today}::date and status = 'planned'
      and (held_on < ${today}::date - 2 or ${lot('class_session.id')} < 80)`.execute(trx)
  await sql`insert into attendance_entry (id, session_id, student_id, mark, late_minutes, remark, source, marked_at,
      marked_by, received_at, won)
    select gen_random_uuid(), class_session.id, student.id, drawn.mark,
      case when drawn.mark = 'late' then drawn.lot - 79 end, case when drawn.mark = 'excused' then ${words.remark} end,
      'form', class_session.confirmed_at - interval '20 minutes', class_session.confirmed_by,
      class_session.confirmed_at - interval '20 minutes', true
    from class_session
      join enrolment on ${enrolledOn}
      join student on student.id = enrolment.student_id and student.deleted_at is null
      cross join lateral (select lot, case when lot < 84 then 'present' when lot < 90 then 'late'
          when lot < 96 then 'absent' else 'excused' end as mark
        from (select get_byte(decode(md5(class_session.id::text || student.id), 'hex'), 0) * 100 / 256 as lot) as one) as drawn
    where class_session.status = 'confirmed'
    on conflict do nothing`.execute(trx)
  await sql`insert into attendance_mark (session_id, student_id, mark, late_minutes, remark, marked_at, marked_by, entry_id)
    select session_id, student_id, mark, late_minutes, remark, marked_at, marked_by, id from attendance_entry
    on conflict do nothing`.execute(trx)
}
