import { sql } from 'kysely'
import { inYear } from '#app/domain/core/lists/calendar-filters.ts'
import { type Reader, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { isActiveOn, type Movement, moved } from '#app/domain/people/students/movement.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { inBranch } from './filters.ts'
import { movedStudents } from './student-list.ts'

/** A month of students coming and going. */
export interface StudentMonth {
  /** `2026-11` */
  id: string
  month: string
  year: string
  /** Its last day; of the running month today. */
  until: string
  joined: number
  left: number
  graduated: number
  active: number
}

/**
 * How many students joined, left and graduated in each month of a year, and how many were active at its end (see `moved` and
 * `isActiveOn`); the running month up to today, months to come not at all. Without a year from the first registration on.
 * Students count in the branch that they are in now.
 */
export const studentYearlyList = tenantList<StudentMonth>()({
  name: 'report/student/studentYearly',
  title: 'report_people.student_yearly.title',
  access: { view: 'report_student.view', print: 'report_student.print' },
  columns: [
    { key: 'month', label: 'report_people.month', kind: 'month', room: 'who', sort: true },
    { key: 'year', label: 'report_people.year', only: 'file', sort: true },
    { key: 'joined', label: 'report_people.joined', kind: 'count', total: true, sort: true },
    { key: 'left', label: 'report_people.left', kind: 'count', total: true, sort: true },
    { key: 'graduated', label: 'report_people.graduated', kind: 'count', total: true, sort: true },
    { key: 'active', label: 'report_people.active_at_end', kind: 'count', room: 'much', sort: true },
  ],
  filters: { year: inYear('report_people.year'), branch_id: inBranch() },
  defaultSort: 'month',
  query(db, { scope, today }, { q, year, branch_id }) {
    let pupils = studentsIn(db, scope).select(['student.id', 'student.registered_on', 'student.status'])
    if (branch_id) pupils = pupils.where('student.branch_id', '=', branch_id)
    const reached = pupils.select(['student.status_on', 'student.graduated_on'])
    const first = year
      ? sql`make_date(${year}::int, 1, 1)`
      : sql`(select date_trunc('month', min(registered_on)::timestamp)::date from reached)`
    const last = year ? sql`least(make_date(${year}::int, 12, 31), ${today}::date)` : sql`${today}::date`
    const [from, to] = [sql`each.first`, sql`each.until`]
    const count = (movement: Movement) =>
      sql`count(*) filter (where ${moved(movement, from, to)})::int as ${sql.ref(movement)}`
    const rows = sql<StudentMonth>`(
      with reached as materialized ${reached}
      select to_char(each.first, 'YYYY-MM') as id, to_char(each.first, 'YYYY-MM') as month, to_char(each.first, 'YYYY') as year,
        each.until, ${count('joined')}, ${count('left')}, ${count('graduated')},
        count(*) filter (where ${isActiveOn(to)})::int as active
      from (
        select day::date as first, least((day + interval '1 month' - interval '1 day')::date, ${today}::date) as until
        from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 month') as day
      ) as each left join reached as student on student.registered_on <= each.until
      group by each.first, each.until)`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.month'])) : query
  },
})

const studentsOf =
  (movement: Movement | 'active') =>
  ({ month, until }: StudentMonth, { branch_id }: { branch_id: string | undefined }) =>
    movedStudents(movement, { from: `${month}-01`, to: until }, branch_id)

export const studentYearlyReport = defineReport({
  ...{ list: studentYearlyList, group: 'students', subtitle: 'report_people.student_yearly.subtitle' },
  period: 'year',
  groups: ['year'],
  sources: {
    joined: studentsOf('joined'),
    left: studentsOf('left'),
    graduated: studentsOf('graduated'),
    active: studentsOf('active'),
  },
  wholes: Object.fromEntries(
    (['joined', 'left', 'graduated'] as const).map((movement) => [
      movement,
      ({ today }: Pick<Reader, 'today'>, { year, branch_id }: { year?: string; branch_id?: string }) => {
        const from = `${year ?? today.slice(0, 4)}-01-01`
        const last = `${from.slice(0, 4)}-12-31`
        return movedStudents(movement, { from, to: last < today ? last : today }, branch_id)
      },
    ]),
  ),
  chart: { name: 'month', values: ['active', 'joined'] },
})
