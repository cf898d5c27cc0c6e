import { type Insertable, sql, type Transaction } from 'kysely'
import { addDays } from '#app/domain/core/dates.ts'
import { isHoliday } from '#app/domain/core/holidays/holiday.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { insertRows } from '../bulk.ts'
import { type Random, randomOf } from '../plan/random.ts'
import type { Team } from '../staff.ts'
import { at, type Stage } from '../stage.ts'

/** Days of sessions that lie behind the organisation. */
const daysOfHistory = 91

const words = {
  en: {
    ill: 'The trainer is ill',
    power: 'No electricity in the building',
    closure: 'Family day',
    leave: 'Clinic appointment in the morning',
    trip: 'Family trip to Kelantan',
    late: 'Bus was late',
  },
  my: {
    ill: 'Guru bercuti sakit',
    power: 'Bekalan elektrik terputus',
    closure: 'Hari keluarga',
    leave: 'Temu janji klinik pada waktu pagi',
    trip: 'Balik kampung ke Kelantan',
    late: 'Bas lewat',
  },
} as const

type Session = Insertable<DB['class_session']> & {
  id: string
  subject_id: string
  held_on: string
  starts: string
  ends: string
  status: string
}

/**
 * Three months of sessions as they were held and marked: most confirmed, some cancelled or made up for, the last ones still to be
 * confirmed, one marked by two people; a day on which the organisation is closed, and leave that families asked for.
 */
export async function addClassSessions(trx: Transaction<DB>, stage: Stage, team: Team): Promise<void> {
  const said = words[stage.locale === 'my' ? 'my' : 'en']
  const random = randomOf(`lunas sessions ${stage.plan.entity.subdomain}`)
  const classes = await heldClasses(trx)
  const sessions: Session[] = []
  const isFree = (one: Taken) => sessions.every((other) => other.status === 'cancelled' || !meet(one, other))
  for (let day = addDays(stage.today, -daysOfHistory); day < stage.today; day = addDays(day, 1))
    for (const one of classes) {
      if (!isHeld(stage, one, day)) continue
      const slot = { ...one, held_on: day }
      const trainer_user_id = isFree({ ...slot, room: null }) ? one.trainer_user_id : null
      const room = isFree({ ...slot, trainer_user_id: null }) ? one.room : null
      const isLate = day >= addDays(stage.today, -1)
      const isCancelled = !isLate && random.chance(0.03)
      const became = isCancelled ? 'cancelled' : isLate && random.chance(0.5) ? 'open' : 'confirmed'
      const over = at(stage, day, hoursOf(one.ends) + 0.1)
      sessions.push({
        ...{
          id: random.id(at(stage, addDays(day, -14), 0.1)),
          subject_id: one.subject_id,
          branch_id: one.branch_id,
        },
        ...{ planned_on: day, planned_starts: one.starts, held_on: day, starts: one.starts, ends: one.ends },
        ...{ room, trainer_user_id: trainer_user_id, clash: clashOf(one, { room, trainer_user_id }) },
        register_code: registerCode(random),
        kind: 'regular',
        replaces_id: null,
        status: became,
        ...(isCancelled
          ? {
              cancelled_at: at(stage, day, 8),
              cancelled_by: officer(team),
              cancel_reason: random.pick([said.ill, said.power]),
            }
          : { cancelled_at: null, cancelled_by: null, cancel_reason: null }),
        ...(became === 'confirmed'
          ? { confirmed_at: over, confirmed_by: trainer_user_id ?? officer(team) }
          : { confirmed_at: null, confirmed_by: null }),
        ...(isCancelled
          ? { opened_at: null, opened_by: null }
          : {
              opened_at: at(stage, day, hoursOf(one.starts) + 0.05),
              opened_by: trainer_user_id ?? officer(team),
            }),
        created_at: at(stage, addDays(day, -14), 0.1),
      })
    }
  addMakeUps(stage, sessions, isFree, random, team)
  await insertRows(trx, { class_session: sessions })
  await markSessions(trx, stage, said.late)
  await markByTwo(trx, stage, team)
  await addClosure(trx, stage, said.closure, team)
  await addLeave(trx, stage, said)
}

const officer = ({ office }: Team) =>
  (office.find(({ role }) => role === 'class-admin') ?? office[0]!).user_id

interface HeldClass {
  subject_id: string
  branch_id: string
  state: string | null
  starts_on: string | null
  ends_on: string | null
  weekday: number
  starts: string
  ends: string
  room: string | null
  trainer_user_id: string | null
}

/** Each time of the week of each class, with who takes it. */
async function heldClasses(trx: Transaction<DB>): Promise<HeldClass[]> {
  return trx
    .selectFrom('subject_schedule')
    .innerJoin('subject', 'subject.id', 'subject_schedule.subject_id')
    .innerJoin('branch', 'branch.id', 'subject.branch_id')
    .leftJoin('subject_trainer', (join) =>
      join.onRef('subject_trainer.subject_id', '=', 'subject.id').on('subject_trainer.duty', '=', 'main'),
    )
    .where('subject.status', '<>', 'inactive')
    .where('subject.deleted_at', 'is', null)
    .select([
      'subject.id as subject_id',
      'subject.branch_id',
      'branch.state',
      'subject.starts_on',
      'subject.ends_on',
    ])
    .select([
      'subject_schedule.weekday',
      'subject_schedule.room',
      'subject_trainer.user_id as trainer_user_id',
    ])
    .select(sql<string>`to_char(subject_schedule.starts, 'HH24:MI')`.as('starts'))
    .select(sql<string>`to_char(subject_schedule.ends, 'HH24:MI')`.as('ends'))
    .orderBy('subject.code')
    .orderBy('subject_schedule.weekday')
    .orderBy('subject_schedule.starts')
    .execute()
}

function isHeld(
  { holidays }: Stage,
  { weekday, state, starts_on, ends_on }: HeldClass,
  day: string,
): boolean {
  return (
    weekdayOf(day) === weekday &&
    (starts_on === null || starts_on <= day) &&
    (ends_on === null || day <= ends_on) &&
    !isHoliday(day, state, holidays)
  )
}

type Taken = Pick<HeldClass, 'branch_id' | 'room' | 'trainer_user_id' | 'starts' | 'ends'> & {
  held_on: string
}

const meet = (one: Taken, other: Session) =>
  one.held_on === other.held_on &&
  one.starts < other.ends &&
  other.starts < one.ends &&
  ((one.room !== null && one.branch_id === other.branch_id && one.room === other.room) ||
    (one.trainer_user_id !== null && one.trainer_user_id === other.trainer_user_id))

function clashOf(wanted: HeldClass, got: Pick<HeldClass, 'room' | 'trainer_user_id'>) {
  const room = wanted.room !== got.room
  const trainer = wanted.trainer_user_id !== got.trainer_user_id
  return room && trainer ? 'both' : room ? 'room' : trainer ? 'trainer' : null
}

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (on: string) => new Date(`${on}T00:00:00Z`).getUTCDay() || 7

const hoursOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours + minutes / 60
}

/** Ten hexadecimal digits, as the table gives them. */
const registerCode = (random: Random) =>
  Array.from({ length: 10 }, () => random.pick([...'0123456789ABCDEF'])).join('')

/** A cancelled session is held a week later at another hour, where trainer and room are free. */
function addMakeUps(
  stage: Stage,
  sessions: Session[],
  isFree: (one: Taken) => boolean,
  random: Random,
  team: Team,
): void {
  for (const missed of sessions.filter(({ status }) => status === 'cancelled').slice(0, 6)) {
    const held_on = addDays(missed.held_on, 7)
    const minutes = Math.round((hoursOf(missed.ends) - hoursOf(missed.starts)) * 60)
    const ends = `${String(7 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const slot = { ...missed, held_on, starts: '07:00', ends } as Taken
    if (held_on >= stage.today || !isFree(slot)) continue
    const over = at(stage, held_on, hoursOf(ends) + 0.1)
    sessions.push({
      ...missed,
      ...{
        id: random.id(over),
        kind: 'makeup',
        replaces_id: missed.id,
        planned_on: null,
        planned_starts: null,
      },
      ...{
        held_on,
        starts: '07:00',
        ends,
        register_code: registerCode(random),
        status: 'confirmed',
      },
      ...{ cancelled_at: null, cancelled_by: null, cancel_reason: null },
      ...{ confirmed_at: over, confirmed_by: missed.trainer_user_id ?? officer(team) },
      ...{ opened_at: over, opened_by: missed.trainer_user_id ?? officer(team) },
      created_at: at(stage, addDays(held_on, -3), 10),
    })
  }
}

/** Most were there; who was late, absent or excused follows from the ids, so each run of the seed is like the others. */
async function markSessions(trx: Transaction<DB>, stage: Stage, late: string): Promise<void> {
  await sql`
    with chance as (
      select session.id as session_id, enrolment.student_id,
        coalesce(session.trainer_user_id, session.opened_by) as marked_by,
        least(session.opened_at + interval '10 minutes', ${stage.now}) as marked_at,
        ('x' || substr(md5(session.id::text || enrolment.student_id::text), 1, 4))::bit(16)::int % 100 as drawn
      from class_session as session
      join enrolment on enrolment.subject_id = session.subject_id and enrolment.status <> 'waitlisted'
        and enrolment.starts_on <= session.held_on and coalesce(enrolment.ends_on >= session.held_on, true)
        and not exists (select from enrolment_pause as pause where pause.enrolment_id = enrolment.id
          and session.held_on between pause.paused_from and coalesce(pause.paused_to, session.held_on))
      join student on student.id = enrolment.student_id and student.deleted_at is null
      where session.status in ('open', 'confirmed')
    ), entered as (
      insert into attendance_entry (id, session_id, student_id, mark, late_minutes, remark, source, marked_at, marked_by,
        received_at, won)
      select gen_random_uuid(), session_id, student_id,
        case when drawn < 87 then 'present' when drawn < 91 then 'late' when drawn < 96 then 'absent' else 'excused' end,
        case when drawn between 87 and 90 then 5 * (drawn - 86) end,
        case when drawn = 90 then ${late} end, 'form', marked_at, marked_by, marked_at, true
      from chance
      returning *
    )
    insert into attendance_mark (session_id, student_id, mark, late_minutes, remark, marked_at, marked_by, entry_id,
      created_at, updated_at)
    select session_id, student_id, mark, late_minutes, remark, marked_at, marked_by, id, marked_at, marked_at
    from entered`.execute(trx)
}

/** In the last open session two people marked the same student. */
async function markByTwo(trx: Transaction<DB>, stage: Stage, { assistant }: Team): Promise<void> {
  await sql`
    insert into attendance_entry (id, session_id, student_id, mark, source, marked_at, marked_by, received_at, won)
    select ${newId()}, mark.session_id, mark.student_id, case mark.mark when 'absent' then 'present' else 'absent' end, 'phone',
      mark.marked_at - interval '4 minutes', ${assistant}, least(mark.marked_at + interval '50 minutes', ${stage.now}), false
    from attendance_mark as mark join class_session on class_session.id = mark.session_id
    where class_session.status = 'open' and mark.marked_by <> ${assistant}
    order by class_session.held_on desc, class_session.starts, mark.student_id limit 1`.execute(trx)
}

/** A day that the planner has reached already. */
async function addClosure(trx: Transaction<DB>, stage: Stage, name: string, team: Team): Promise<void> {
  const on = addDays(stage.today, 9)
  await trx
    .insertInto('closure')
    .values({
      id: newId(),
      name,
      starts_on: on,
      ends_on: on,
      created_at: at(stage, addDays(stage.today, -20), 9),
      created_by: officer(team),
    })
    .execute()
}

/** A child of the family that shows the demo is away the day after tomorrow, another was last week. */
async function addLeave(
  trx: Transaction<DB>,
  stage: Stage,
  said: { leave: string; trip: string },
): Promise<void> {
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
  const days = [2, 2, -6, -20]
  for (const [index, { id: student_id, user_id }] of children.entries()) {
    const starts_on = addDays(stage.today, days[index]!)
    await trx
      .insertInto('leave_request')
      .values({
        ...{ id: newId(), student_id, starts_on, ends_on: addDays(starts_on, index % 2) },
        ...{ reason: index % 2 ? said.trip : said.leave, requested_by: user_id },
        requested_at: at(stage, addDays(starts_on < stage.today ? starts_on : stage.today, -2), 20),
      })
      .execute()
  }
}
