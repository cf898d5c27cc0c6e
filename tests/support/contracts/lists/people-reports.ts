import { programSummaryList } from '#app/domain/reporting/reports/people/program-summary.ts'
import { studentReportList } from '#app/domain/reporting/reports/people/student-list.ts'
import { studentYearlyList } from '#app/domain/reporting/reports/people/student-yearly.ts'
import { branchSubjectList, enrolmentReportList } from '#app/domain/reporting/reports/people/subjects.ts'
import { ofTenant, rows, tried } from './try-list.ts'

/**
 * Reports of students and classes. Of those on a day, or by month, the filters change what is in a row and not only which rows
 * there are, so that the contract of lists cannot hold for them: `people-reports.db.test.ts` compares them with what is counted
 * apart, filter by filter.
 */
export function peopleReportLists() {
  ofTenant(
    studentReportList,
    () => ({
      branch_id: [rows().far.id, ({ branch }) => branch === rows().far.name],
      program_id: [rows().program.id, ({ id }) => id === rows().attendee.id],
      subject_id: [rows().taught.id, ({ id }) => id === rows().attendee.id],
      status: ['withdrawn', ({ status }) => status === 'withdrawn'],
      moved: ['active.2026-04-15.2026-04-15', ({ status }) => status === 'active'],
      standing: [`active.${rows().program.id}.2026-04-15`, ({ id }) => id === rows().attendee.id],
    }),
    ({ branch }) => branch !== rows().far.name,
  )
  tried.tenant.push(
    ...[studentYearlyList, programSummaryList, branchSubjectList, enrolmentReportList].map(
      ({ name }) => name,
    ),
  )
}
