import { detailsReport } from '#app/domain/classes/reports/details.ts'
import { trainerReport } from '#app/domain/classes/reports/trainers.ts'
import { yearlyReport } from '#app/domain/classes/reports/yearly.ts'
import { programSummaryReport } from './people/program-summary.ts'
import { studentReport } from './people/student-list.ts'
import { studentYearlyReport } from './people/student-yearly.ts'
import { branchSubjectReport, enrolmentReport } from './people/subjects.ts'
import { type AnyReport, defineReport } from './report.ts'

/** Reports of students, branches and trainers. */
export const peopleReports = [
  studentReport,
  studentYearlyReport,
  programSummaryReport,
  defineReport({
    ...{ list: yearlyReport, group: 'students', subtitle: 'attendance_report.yearly_subtitle' },
    feature: 'attendance',
  }),
  defineReport({
    ...{ list: detailsReport, group: 'students', subtitle: 'attendance_report.details_subtitle' },
    feature: 'attendance',
  }),
  defineReport({
    ...{ list: trainerReport, group: 'trainers', subtitle: 'attendance_report.trainer_subtitle' },
    ...{ feature: 'attendance', period: 'span' },
    groups: ['trainer', 'month'],
  }),
  branchSubjectReport,
  enrolmentReport,
] as unknown as readonly AnyReport[]
