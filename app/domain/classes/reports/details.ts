import {
  type MarkRow,
  markFilters,
  searchedMarks,
  shownTo,
} from '#app/domain/classes/attendance/find-marks.ts'
import { tenantList } from '#app/domain/core/lists/list.ts'

/** Each mark of a student with what was held and how long, the latest first. */
export const detailsReport = tenantList<MarkRow>()({
  name: 'report/student/studentAttendanceDetails',
  title: 'attendance_report.details',
  access: { view: 'report_attendance.view', print: 'report_attendance.print' },
  columns: [
    { key: 'student', label: 'attendance.student', room: 'who' },
    { key: 'student_no', label: 'student.student_no', kind: 'number', only: 'file' },
    { key: 'held_on', label: 'attendance.held_on', kind: 'date', sort: true },
    { key: 'subject', label: 'attendance.subject' },
    { key: 'starts', label: 'attendance.starts', kind: 'clock', room: 'table' },
    { key: 'ends', label: 'attendance.ends', kind: 'clock', room: 'wide' },
    { key: 'minutes', label: 'attendance.minutes', kind: 'count', room: 'table' },
    { key: 'mark', label: 'attendance.mark', kind: 'status', words: 'attendance.marks' },
    { key: 'standing', label: 'attendance.standing', words: 'attendance.standings', room: 'wide' },
    { key: 'late_minutes', label: 'attendance.late_minutes', kind: 'count', only: 'file' },
    { key: 'remark', label: 'attendance.remark', room: 'wide' },
  ],
  filters: markFilters,
  defaultSort: '-held_on',
  maxRows: 10_000,
  query: (db, { scope }, search) => searchedMarks(db, scope, search),
  row: shownTo,
})
