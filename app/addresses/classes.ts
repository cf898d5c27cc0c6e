import { bare, button, page, pages } from './pages.ts'

export const class_session = pages('tenant/class-session', {
  calendar: page('/session', 'attendance.view'),
  print: bare('/session/print', 'attendance.print'),
  new: page('/session/new', 'attendance.create'),
  view: page('/session/view/:id', 'attendance.view'),
  edit: page('/session/edit/:id', 'attendance.edit'),
  cancel: page('/session/cancel/:id', 'attendance.edit'),
  restore: button('/session/restore/:id', 'attendance.edit'),
})

export const closure = pages('tenant/closure', {
  list: page('/closure', 'attendance.print'),
  new: page('/closure/new', 'attendance.remove'),
  view: page('/closure/view/:id', 'attendance.print'),
  edit: page('/closure/edit/:id', 'attendance.remove'),
  remove: button('/closure/remove/:id', 'attendance.remove'),
})
