import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { subjectChoices } from '#app/domain/classes/attendance/choices.ts'
import { marksIn } from '#app/domain/classes/attendance/find-marks.ts'
import { counts, madeUp, outcome, rateOf } from '#app/domain/classes/attendance/percent.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { inYear, type MonthKey, monthKeys } from '#app/domain/core/lists/calendar-filters.ts'
import type { Share } from '#app/domain/core/lists/columns.ts'
import { linkOnly, oneEntry } from '#app/domain/core/lists/filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'

interface YearlyRaw {
  /** Student and year. */
  id: string
  /** The latest year first, by name within it. */
  place: string
  student_id: string
  student: string
  student_no: string
  year: string
  /** See `counted`; null where nothing was held. */
  counted: number[][] | null
  /** Only where the rows are ordered by it. */
  rate_bp: number | null
}

/** A student in a year: each month, and the year as a whole. */
export interface YearlyRow extends Record<MonthKey, Share | null> {
  id: string
  student_id: string
  student: string
  student_no: string
  year: string
  held: number
  attended: number
  excused: number
  rate_bp: number | null
}

/**
 * Attendance of each student who had a seat in a class of the scope in a year, by months. Sessions of other classes are not in
 * the figures of who sees only some classes or branches.
 */
export const yearlyReport = tenantList<YearlyRow, YearlyRaw>()({
  name: 'report/student/studentAttendanceYearly',
  title: 'attendance_report.yearly',
  access: { view: 'report_attendance.view', print: 'report_attendance.print' },
  columns: [
    { key: 'student', label: 'attendance.student', room: 'who', sort: true },
    { key: 'year', label: 'attendance_report.year', sort: true, only: 'file' },
    ...monthKeys.map((key) => ({
      ...{ key, label: `attendance_report.months.${key}` },
      ...({ kind: 'share', only: 'file' } as const),
    })),
    { key: 'held', label: 'attendance_report.held', kind: 'count', room: 'table' },
    { key: 'attended', label: 'attendance_report.attended', kind: 'count', room: 'table' },
    { key: 'student_no', label: 'student.student_no', kind: 'number', only: 'file' },
    { key: 'excused', label: 'attendance_report.excused', kind: 'count', only: 'file' },
    { key: 'rate_bp', label: 'attendance_report.rate', kind: 'percent', room: 'much', sort: true },
  ],
  filters: {
    year: inYear('attendance_report.year'),
    branch_id: oneEntry('attendance.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    subject_id: oneEntry('attendance.subject', (db, { scope }: Reader, chosen) =>
      subjectChoices(db, scope, chosen),
    ),
    student_id: linkOnly(z.uuid()),
  },
  defaultSort: 'place',
  query(db, { scope, today }, search) {
    const seats = db.selectFrom(seatsOf(db, scope, today, search).as('seat')).selectAll('seat')
    const filled = seats.select(sql<number[][] | null>`null::int[]`.as('counted'))
    if (search.sort?.replace('-', '') !== 'rate_bp')
      return filled.select(sql<number | null>`null::int`.as('rate_bp'))
    // The order of all rows needs the marks of all.
    const rates = db
      .selectFrom(byMonth(db, scope, search).as('tally'))
      .groupBy(['tally.student_id', yearOf])
      .select(['tally.student_id', yearOf.as('year'), rate.as('rate_bp')])
    return filled
      .leftJoin(rates.as('rates'), (join) =>
        join.onRef('rates.student_id', '=', 'seat.student_id').onRef('rates.year', '=', 'seat.year'),
      )
      .select('rates.rate_bp')
  },
  async fill(db, raws, { scope }, search) {
    const found = await db
      .selectFrom(
        byMonth(db, scope, search)
          .where(
            sql<boolean>`attendance_mark.student_id = any(${[...new Set(raws.map((one) => one.student_id))]}::uuid[])`,
          )
          .as('tally'),
      )
      .groupBy(['tally.student_id', yearOf])
      .select(['tally.student_id', yearOf.as('year'), counted.as('counted')])
      .execute()
    const byId = new Map(found.map(({ student_id, year, counted }) => [student_id + year, counted]))
    return raws.map((raw) => ({ ...raw, counted: byId.get(raw.student_id + raw.year) ?? null }))
  },
  row: ({ counted, rate_bp: _, place: __, ...row }) => ({ ...row, ...figuresOf(counted) }),
})

type YearlySearch = Partial<
  Record<'year' | 'branch_id' | 'subject_id' | 'student_id', string | undefined>
> & {
  q: string
}

const yearOf = sql<string>`to_char(tally.month, 'YYYY')`

/** Students with a seat in a class, for each year in which they had one and something was held, up to this year. */
function seatsOf(
  db: Kysely<DB>,
  scope: RowScope,
  today: string,
  { q, year, branch_id, subject_id, student_id }: YearlySearch,
) {
  let query = db
    .selectFrom('enrolment')
    .innerJoin('student', 'student.id', 'enrolment.student_id')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .innerJoin(
      sql<{ number: number }>`generate_series(2000, ${today.slice(0, 4)}::int)`.as<'year'>(
        sql.raw('year (number)'),
      ),
      (join) =>
        join.on(
          sql<boolean>`year.number between extract(year from enrolment.starts_on)
            and coalesce(extract(year from enrolment.ends_on), ${today.slice(0, 4)}::int)`,
        ),
    )
    .where('student.deleted_at', 'is', null)
    .where('enrolment.status', '<>', 'waitlisted')
    // Years before the organisation marked anything would be empty rows.
    .where(
      sql<boolean>`exists (select from class_session where class_session.status = 'confirmed'
        and class_session.held_on between make_date(year.number, 1, 1) and make_date(year.number, 12, 31))`,
    )
  if (scope.scope === 'own')
    query = query.where('student.id', 'in', studentsIn(db, scope).select('student.id'))
  else if (scope.scope === 'branch')
    query = query.where(sql<boolean>`subject.branch_id = any(${scope.branch_ids}::uuid[])`)
  else if (scope.scope === 'class') query = query.where('subject.id', 'in', taughtBy(db, scope))
  if (year) query = query.where(sql<boolean>`year.number = ${year}::int`)
  if (branch_id) query = query.where('subject.branch_id', '=', branch_id)
  if (subject_id) query = query.where('subject.id', '=', subject_id)
  if (student_id) query = query.where('student.id', '=', student_id)
  if (q) query = query.where((eb) => contains(eb, q, ['student.name', 'student.student_no']))
  return query
    .select([
      sql<string>`student.id::text || year.number`.as('id'),
      sql<string>`(9999 - year.number) || lower(student.name)`.as('place'),
      ...(['student.id as student_id', 'student.name as student', 'student.student_no'] as const),
      sql<string>`year.number::text`.as('year'),
    ])
    .distinct()
}

/** Classes that somebody teaches or helps in, or of which they gave a session. */
const taughtBy = (db: Kysely<DB>, { user_id }: RowScope) =>
  db
    .selectFrom('subject_trainer')
    .select('subject_id')
    .where('user_id', '=', user_id)
    .union(db.selectFrom('class_session').select('subject_id').where('trainer_user_id', '=', user_id))

/** The marks that count, by student and month. */
function byMonth(db: Kysely<DB>, scope: RowScope, { year, branch_id, subject_id, student_id }: YearlySearch) {
  const month = sql<Date>`date_trunc('month', class_session.held_on::timestamp)`
  let query = marksIn(db, scope)
    .leftJoin(madeUp.as('made_up'), (join) =>
      join
        .onRef('made_up.student_id', '=', 'attendance_mark.student_id')
        .onRef('made_up.makeup_for_id', '=', 'attendance_mark.session_id'),
    )
    .where(counts)
  if (year)
    query = query
      .where('class_session.held_on', '>=', `${year}-01-01`)
      .where('class_session.held_on', '<=', `${year}-12-31`)
  if (branch_id) query = query.where('class_session.branch_id', '=', branch_id)
  if (subject_id) query = query.where('class_session.subject_id', '=', subject_id)
  if (student_id) query = query.where('attendance_mark.student_id', '=', student_id)
  return query
    .groupBy(['attendance_mark.student_id', month])
    .select([
      'attendance_mark.student_id',
      month.as('month'),
      sql<number>`count(*)`.as('held'),
      sql<number>`count(*) filter (where ${outcome} in ('present', 'late', 'made_up'))`.as('attended'),
      sql<number>`count(*) filter (where ${outcome} = 'excused')`.as('excused'),
    ])
}

/** Of each month in which something was held its number, and how much was held, attended and excused. */
const counted = sql<number[][] | null>`array_agg(array[extract(month from tally.month)::int,
  tally.held::int, tally.attended::int, tally.excused::int] order by tally.month)`

/** The same percentage as `attendanceRate`. */
const rate = sql<
  number | null
>`(round(sum(tally.attended) * 1000 / nullif(sum(tally.held) - sum(tally.excused), 0)) * 10)::int`

function figuresOf(counted: readonly number[][] | null) {
  const each = new Map(
    counted?.map(([month, held, attended, excused]) => [
      month!,
      { held: held!, attended: attended!, excused: excused! },
    ]),
  )
  const sum = { ...nothing }
  for (const one of each.values())
    for (const key of ['held', 'attended', 'excused'] as const) sum[key] += one[key]
  const months12 = monthKeys.map((key, index) => [key, shareOf(each.get(index + 1) ?? nothing)])
  return { ...(Object.fromEntries(months12) as Record<MonthKey, Share | null>), ...sum, rate_bp: rateOf(sum) }
}

const nothing = { held: 0, attended: 0, excused: 0 }

/** What was attended of what counts; null where nothing was held. */
export function shareOf(of: typeof nothing): Share | null {
  return of.held === 0 ? null : { part: of.attended, whole: of.held - of.excused, rate_bp: rateOf(of) }
}
