import { page, pages } from './pages.ts'

/** Reports of students, branches and trainers. */
export const people_report = pages('tenant/report-people', {
  student_list: page('/report/student/studentList', 'report_student.view', 'student-list'),
  student_yearly: page('/report/student/studentYearly', 'report_student.view', 'student-yearly'),
  program_summary: page('/report/student/programSummary', 'report_student.view', 'program-summary'),
  subjects: page('/report/branch/subjects', 'report_branch_subject.view', 'subjects'),
  enrolments: page('/report/branch/enrolments', 'report_branch_subject.view', 'enrolments'),
})
