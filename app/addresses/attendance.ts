import { button, page, pages } from './pages.ts'

export const attendance = pages('tenant/attendance', {
  list: page('/attendance', 'attendance.view'),
  /** Of one student, month by month. */
  student: page('/attendance/student/:id', 'attendance.view'),
})

export const leave_request = pages('tenant/leave-request', {
  list: page('/leave', 'attendance.view'),
  /** Of a student. */
  new: page('/leave/new/:id', 'leave.request'),
  view: page('/leave/view/:id', 'attendance.view'),
  withdraw: button('/leave/withdraw/:id', 'leave.request'),
  picture: page('/leave/picture/:id', 'attendance.view'),
  file: page('/leave/file/:id', 'attendance.view'),
})

export const attendance_report = pages('tenant/attendance-report', {
  yearly: page('/report/student/studentAttendanceYearly', 'report_attendance.view'),
  details: page('/report/student/studentAttendanceDetails', 'report_attendance.view'),
  trainer: page('/report/trainer/attendance', 'report_trainer.view'),
})

export const attendance_setting = pages('tenant/setting', {
  edit: page('/setting/attendance', 'registration_setting.edit', 'attendance'),
})
