import { bare, button, page, pages } from './pages.ts'

export const register = pages('tenant/register', {
  start: bare('/register', 'guest'),
  classes: bare('/register/classes', 'guest'),
  picture: bare('/register/picture/:noun/:id', 'guest'),
  /** Of one class, for whoever is sent the link. */
  subject: bare('/register/:subjectId', 'guest'),
  parent: bare('/register/parent/:place', 'guest'),
  parentRemove: bare('/register/parent/remove', 'guest'),
  student: bare('/register/student/:place', 'guest'),
  studentAdd: bare('/register/student/add', 'guest'),
  studentRemove: bare('/register/student/remove', 'guest'),
  subjectsOf: bare('/register/subjects/:place', 'guest', 'choose'),
  documents: bare('/register/documents', 'guest', 'documents/upload'),
  file: bare('/register/file/:id', 'guest', 'documents/file'),
  review: bare('/register/review', 'guest'),
  phone: bare('/register/phone', 'guest'),
  phoneCode: bare('/register/phone/code', 'guest'),
  later: bare('/register/later', 'guest'),
  resume: bare('/register/resume/:code', 'guest'),
  forget: bare('/register/forget', 'guest'),
  done: bare('/register/done', 'guest'),
})

export const application = pages('tenant/application', {
  /** The family's own page, for whoever has the link. */
  status: bare('/application/status/:code', 'guest', 'tenant/register/status'),
  list: page('/application', 'application.view'),
  view: page('/application/view/:id', 'application.view'),
  approve: button('/application/approve/:id', { any: ['application.approve', 'application.approve_if_set'] }),
  reject: page('/application/reject/:id', { any: ['application.approve', 'application.approve_if_set'] }),
  fee: page('/application/fee/:id', 'payment.record'),
  withdraw: button('/application/withdraw/:id', 'application.withdraw'),
  editParent: page('/application/parent/edit/:id', 'application.edit'),
  child: page('/application/child/:id', 'application.view'),
  approveChild: page('/application/child/approve/:id', {
    any: ['application.approve', 'application.approve_if_set'],
  }),
  editChild: page('/application/child/edit/:id', 'application.edit'),
  rejectChild: page('/application/child/reject/:id', {
    any: ['application.approve', 'application.approve_if_set'],
  }),
  same: button('/application/child/same/:id', { any: ['application.approve', 'application.approve_if_set'] }),
  another: button('/application/child/another/:id', {
    any: ['application.approve', 'application.approve_if_set'],
  }),
  sameFamily: button('/application/family/:id', {
    any: ['application.approve', 'application.approve_if_set'],
  }),
  document: page('/application/document/:id', 'application.view'),
})

const imports = pages('tenant/import', {
  list: page('/import', 'import.view'),
  new: page('/import/new', 'import.upload'),
  template: page('/import/template/:kind/:locale/:format', 'import.upload'),
  view: page('/import/view/:id', 'import.view'),
  map: page('/import/map/:id', 'import.upload'),
  /** Of one row, by its own id. */
  row: page('/import/row/:id', 'import.upload'),
  leave: button('/import/leave/:id', 'import.upload'),
  leaveWrong: button('/import/leave-wrong/:id', 'import.upload'),
  run: button('/import/run/:id', 'import.run'),
  report: page('/import/report/:id', 'import.view'),
  undo: button('/import/undo/:id', 'import.run'),
  remove: button('/import/remove/:id', 'import.upload'),
  /** Asks somebody who may import it. */
  ask: page('/import/ask/:id', 'import.upload'),
  askWithdraw: button('/import/ask/withdraw/:id', 'import.upload'),
})

export const rollover = pages('tenant/rollover', {
  list: page('/rollover', 'rollover.view'),
  new: page('/rollover/new', 'rollover.manage'),
  view: page('/rollover/view/:id', 'rollover.view'),
  edit: page('/rollover/edit/:id', 'rollover.manage'),
  preview: button('/rollover/preview/:id', 'rollover.manage'),
  run: button('/rollover/run/:id', 'rollover.manage'),
  undo: page('/rollover/undo/:id', 'rollover.manage'),
  remove: button('/rollover/remove/:id', 'rollover.manage'),
  discounts: page('/rollover/discounts/:id', 'rollover.manage'),
  classes: page('/rollover-class', 'rollover.view'),
  /** A class, a seat and a family of a plan by ids of their own. */
  class: page('/rollover/class/:id', 'rollover.manage'),
  seats: page('/rollover-seat', 'rollover.view'),
  seat: page('/rollover/seat/:id', 'rollover.manage'),
  families: page('/rollover-family', 'rollover.view'),
  family: page('/rollover/family/:id', 'rollover.view'),
})

export { imports as import }
