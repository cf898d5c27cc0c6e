import { type Kysely, sql } from 'kysely'
import { marksIn } from '#app/domain/classes/attendance/find-marks.ts'
import { counts, madeUp, outcome, rateOf } from '#app/domain/classes/attendance/percent.ts'
import { sessionsIn } from '#app/domain/classes/sessions/session-scope.ts'
import type { SessionStatus } from '#app/domain/classes/sessions/words.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { addDays, addMonths, endOfMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { columnIn } from '#app/domain/core/translated.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** Students who began and who left in a month. */
export interface MovesRow {
  /** First day. */
  month: string
  joined: number
  left: number
}

export const movesColumns = columnsOf<MovesRow>()(
  { key: 'month', label: 'month.one', kind: 'month' },
  { key: 'joined', label: 'home_chart.joined', kind: 'count', total: true },
  { key: 'left', label: 'home_chart.left', kind: 'count', total: true, room: 'much' },
)

/** How many months, weeks and sessions of the day are shown. */
const shown = { months: 12, weeks: 8, sessions: 8 }

/** Students in scope who were registered in each of the last twelve months, and who left for good: withdrawn or graduated. */
export async function studentMoves(db: Kysely<DB>, scope: RowScope, today: string): Promise<MovesRow[]> {
  const first = startOfMonth(addMonths(today, 1 - shown.months))
  const last = endOfMonth(today)
  const monthOf = (column: 'registered_on' | 'status_on') =>
    sql<string>`to_char(date_trunc('month', ${sql.ref(`student.${column}`)}), 'YYYY-MM-DD')`
  const count = sql<number>`count(*)::int`.as('count')
  const [joined, left] = await Promise.all([
    studentsIn(db, scope)
      .select([monthOf('registered_on').as('month'), count])
      .where('student.registered_on', '>=', first)
      .where('student.registered_on', '<=', last)
      .groupBy(sql`1`)
      .execute(),
    studentsIn(db, scope)
      .select([monthOf('status_on').as('month'), count])
      .where('student.status', 'in', ['withdrawn', 'graduated'])
      .where('student.status_on', '>=', first)
      .where('student.status_on', '<=', last)
      .groupBy(sql`1`)
      .execute(),
  ])
  const of = (rows: typeof joined, month: string) => rows.find((row) => row.month === month)?.count ?? 0
  return Array.from({ length: shown.months }, (_, index) => {
    const month = addMonths(first, index)
    return { month, joined: of(joined, month), left: of(left, month) }
  })
}

/** Active students in scope. */
export async function activeStudents(db: Kysely<DB>, scope: RowScope): Promise<number> {
  const { count } = await studentsIn(db, scope)
    .where('student.status', '=', 'active')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks of confirmed sessions of a week, Monday to Sunday. */
export interface WeekRow {
  /** Monday. */
  week: string
  marks: number
  attended: number
  /** In basis points; null where nothing counts. */
  rate_bp: number | null
}

export const weekColumns = columnsOf<WeekRow>()(
  { key: 'week', label: 'home_chart.week', kind: 'date' },
  { key: 'marks', label: 'home_chart.marks', kind: 'count', total: true, room: 'table' },
  { key: 'attended', label: 'home_chart.attended', kind: 'count', total: true, room: 'table' },
  { key: 'rate_bp', label: 'home_chart.rate', kind: 'percent', room: 'much' },
)

/**
 * Attendance of the last eight weeks, the running one included. `marks` are all that the list of marks shows of a week; the rate
 * leaves out trials, make-up sessions and excused absences, as every report does.
 */
export async function attendanceByWeek(db: Kysely<DB>, scope: RowScope, today: string): Promise<WeekRow[]> {
  const first = addDays(mondayOf(today), -7 * (shown.weeks - 1))
  const rows = await marksIn(db, scope)
    .innerJoin('student', 'student.id', 'attendance_mark.student_id')
    .leftJoin(madeUp.as('made_up'), (join) =>
      join
        .onRef('made_up.student_id', '=', 'attendance_mark.student_id')
        .onRef('made_up.makeup_for_id', '=', 'attendance_mark.session_id'),
    )
    .where('student.deleted_at', 'is', null)
    .where('class_session.held_on', '>=', first)
    .where('class_session.held_on', '<=', addDays(mondayOf(today), 6))
    .groupBy(sql`1`)
    .select([
      sql<string>`to_char(date_trunc('week', class_session.held_on::timestamp), 'YYYY-MM-DD')`.as('week'),
      sql<number>`count(*)::int`.as('marks'),
      sql<number>`(count(*) filter (where ${counts}))::int`.as('held'),
      sql<number>`(count(*) filter (where ${counts} and ${outcome} in ('present', 'late', 'made_up')))::int`.as(
        'attended',
      ),
      sql<number>`(count(*) filter (where ${counts} and ${outcome} = 'excused'))::int`.as('excused'),
    ])
    .execute()
  return Array.from({ length: shown.weeks }, (_, index) => {
    const week = addDays(first, 7 * index)
    const { marks, attended, held, excused } = rows.find((row) => row.week === week) ?? noMarks
    return { week, marks, attended, rate_bp: rateOf({ held, attended, excused }) }
  })
}

const noMarks = { marks: 0, attended: 0, held: 0, excused: 0 }

function mondayOf(on: string): string {
  const day = new Date(`${on}T00:00:00Z`).getUTCDay() || 7
  return addDays(on, 1 - day)
}

export interface SessionRow {
  id: string
  starts: string
  ends: string
  subject: string
  trainer: string | null
  room: string | null
  status: SessionStatus
}

export const sessionColumns = columnsOf<SessionRow>()(
  { key: 'subject', label: 'dashboard.class', room: 'who' },
  { key: 'starts', label: 'home_chart.starts', kind: 'clock', room: 'much' },
  { key: 'trainer', label: 'home_chart.trainer' },
  { key: 'room', label: 'home_chart.room', room: 'table' },
  { key: 'status', label: 'home_chart.status', kind: 'status', words: 'marking.statuses' },
)

/** Sessions of the day in scope, those that are cancelled left out: the first of them, how many there are and how many are confirmed. */
export async function sessionsToday(db: Kysely<DB>, scope: RowScope, today: string, locale: Locale) {
  const query = sessionsIn(db, scope)
    .where('class_session.held_on', '=', today)
    .where('class_session.status', '<>', 'cancelled')
  const [rows, { count, confirmed }] = await Promise.all([
    query
      .innerJoin('subject', 'subject.id', 'class_session.subject_id')
      .leftJoin('user_account as trainer', 'trainer.id', 'class_session.trainer_user_id')
      .select(['class_session.id', 'class_session.room', 'trainer.name as trainer'])
      .select(columnIn('subject.name', locale).as('subject'))
      .select(sql<SessionStatus>`class_session.status`.as('status'))
      .select(sql<string>`to_char(class_session.starts, 'HH24:MI')`.as('starts'))
      .select(sql<string>`to_char(class_session.ends, 'HH24:MI')`.as('ends'))
      .orderBy('class_session.starts')
      .orderBy('class_session.id')
      .limit(shown.sessions)
      .execute(),
    query
      .select(sql<number>`count(*)::int`.as('count'))
      .select(sql<number>`(count(*) filter (where class_session.status = 'confirmed'))::int`.as('confirmed'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, count, confirmed }
}
