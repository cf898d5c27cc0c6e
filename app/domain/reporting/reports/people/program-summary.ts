import { sql } from 'kysely'
import { onDay } from '#app/domain/core/lists/filters.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { defineReport } from '#app/domain/reporting/reports/report.ts'
import { inBranch, readsMoney } from './filters.ts'
import { inPrograms, type Standing, standings } from './in-program.ts'
import { moneyOfPrograms } from './program-money.ts'
import { standingStudents } from './student-list.ts'

/** A program on a day; sums of money from the first of its month, in sen, and not in the row of who may not see them. */
export interface ProgramLine extends Record<Standing, number> {
  /** The program; `none` of fees of no class. */
  id: string
  on: string
  program_id: string | null
  program: string | null
  department: string | null
  billed_sen: number
  collected_sen: number
}

const counted = { kind: 'count', total: true, sort: true } as const
const money = { kind: 'money', total: true, sort: true, when: readsMoney } as const

/**
 * Each program that anybody is in, or that was billed or paid for: its students on a day (`inPrograms`), and its money of the
 * month up to that day (`moneyOfPrograms`). A student of two programs counts in both.
 */
export const programSummaryList = tenantList<ProgramLine>()({
  name: 'report/student/programSummary',
  title: 'report_people.program_summary.title',
  access: { view: 'report_student.view', print: 'report_student.print' },
  columns: [
    { key: 'program', label: 'student.program', none: 'report_people.no_program', room: 'who', sort: true },
    { key: 'department', label: 'subject.department_id', only: 'file', sort: true },
    { key: 'active', label: 'report_people.active', ...counted },
    { key: 'paused', label: 'report_people.paused', ...counted, room: 'table' },
    { key: 'joined', label: 'report_people.new', ...counted },
    { key: 'left', label: 'report_people.left', ...counted },
    { key: 'billed_sen', label: 'report_people.billed', ...money, room: 'table' },
    { key: 'collected_sen', label: 'report_people.collected', ...money, room: 'much' },
  ],
  filters: { on: onDay('report_people.on'), branch_id: inBranch() },
  defaultSort: 'program',
  query(db, reader, { q, on = reader.today, branch_id }) {
    const { scope } = reader
    let pupils = studentsIn(db, scope).select('student.id')
    if (branch_id) pupils = pupils.where('student.branch_id', '=', branch_id)
    const counts = standings.map(
      (standing) => sql`count(*) filter (where ${sql.ref(standing)})::int as ${sql.ref(standing)}`,
    )
    const people = sql`(
      select program_id, ${sql.join(counts)} from ${inPrograms(on)} as each where student_id in ${pupils} group by program_id)`
    const sums = readsMoney(reader)
      ? moneyOfPrograms(scope, on, branch_id)
      : sql`(select null::uuid as program_id, null::bigint as billed_sen, null::bigint as collected_sen where false)`
    const rows = sql<ProgramLine>`(
      select coalesce(program_id::text, 'none') as id, ${on}::date as on, program_id, program.name as program,
        department.name as department,
        ${sql.join(standings.map((standing) => sql`coalesce(people.${sql.ref(standing)}, 0) as ${sql.ref(standing)}`))},
        coalesce(sums.billed_sen, 0) as billed_sen, coalesce(sums.collected_sen, 0) as collected_sen
      from ${people} as people full join ${sums} as sums using (program_id)
        left join program on program.id = program_id left join department on department.id = program.department_id)`
    const query = db.selectFrom(rows.as('line')).selectAll()
    return q ? query.where((eb) => contains(eb, q, ['line.program', 'line.department'])) : query
  },
  row(row, reader) {
    if (readsMoney(reader)) return row
    const { billed_sen: _, collected_sen: __, ...known } = row
    return known as ProgramLine
  },
})

export const programSummaryReport = defineReport({
  ...{ list: programSummaryList, group: 'students', subtitle: 'report_people.program_summary.subtitle' },
  period: 'day',
  groups: ['department'],
  sources: Object.fromEntries(
    standings.map((standing) => [
      standing,
      ({ program_id, on }: ProgramLine, { branch_id }: { branch_id: string | undefined }) =>
        program_id ? standingStudents(standing, { program_id, on }, branch_id) : undefined,
    ]),
  ),
})
