import { bare, button, page, pages } from './pages.ts'

export const marking = pages('tenant/marking', {
  /** `:id` of the session, as of all but `month`. */
  mark: page('/attendance/mark/:id', 'attendance.edit'),
  phone: button('/attendance/mark/phone/:id', 'attendance.edit'),
  choose: button('/attendance/mark/choose/:id', 'attendance.edit'),
  reopen: page('/attendance/reopen/:id', 'attendance.reopen'),
  unconfirmed: page('/attendance/unconfirmed', 'attendance.reopen'),
  /** The code of a printed register opens its session. */
  register: page('/attendance/register', 'attendance.edit'),
  quick: page('/attendance/register/:id', 'attendance.edit'),
  print: bare('/attendance/register/print/:id', 'attendance.edit'),
  /** `:id` of the class. */
  month: bare('/attendance/register/month/:id', 'attendance.edit'),
})
