import { bare, button, page, pages } from './pages.ts'

export const failed_mail = pages('tenant/failed-mail', {
  list: page('/failed-mail', 'family.contact'),
  send: button('/failed-mail/send/:id', 'family.contact'),
  dismiss: button('/failed-mail/dismiss/:id', 'family.contact'),
})

export const student = pages('tenant/student', {
  list: page('/student', 'student.view'),
  removed: page('/student/removed', 'student.remove'),
  new: page('/student/new', 'student.create'),
  view: page('/student/view/:id', 'student.view'),
  edit: page('/student/edit/:id', 'student.edit'),
  family: page('/student/parent/:id', 'student.edit'),
  status: page('/student/status/:id', 'student.edit'),
  remove: button('/student/remove/:id', 'student.remove'),
  restore: button('/student/restore/:id', 'student.remove'),
  reveal: page('/student/reveal/:id', 'identity.reveal'),
  health: page('/student/health/:id', 'health.edit'),
  showHealth: page('/student/health/show/:id', 'health.edit', 'health-show'),
  photo: page('/student/photo/:id', 'student.edit'),
  photoRemove: button('/student/photo/remove/:id', 'student.edit'),
  picture: page('/student/picture/:id', 'student.view'),
  enrol: page('/student/enrol/:id', 'enrolment.create', 'tenant/enrolment/new'),
  discount: page(
    '/student/discount/:id',
    { any: ['student_discount.create', 'student_discount.request'] },
    'tenant/student-discount/new',
  ),
})

export const student_change = pages('tenant/student-change', {
  /** Of a student. */
  new: page('/student/change/:id', 'student.request_change'),
  list: page('/student-change', 'student_change.view'),
  view: page('/student-change/view/:id', 'student_change.view'),
  approve: page('/student-change/approve/:id', 'student.edit'),
  reject: page('/student-change/reject/:id', 'student.edit'),
  withdraw: button('/student-change/withdraw/:id', 'student.request_change'),
  reveal: page('/student-change/reveal/:id', 'identity.reveal'),
})

export const student_discount = pages('tenant/student-discount', {
  list: page('/student-discount', 'student_discount.view'),
  view: page('/student-discount/view/:id', 'student_discount.view'),
  approve: button('/student-discount/approve/:id', 'student_discount.approve'),
  reject: page('/student-discount/reject/:id', 'student_discount.approve'),
  withdraw: button('/student-discount/withdraw/:id', {
    any: ['student_discount.create', 'student_discount.request'],
  }),
  end: page('/student-discount/end/:id', 'student_discount.remove'),
  renew: page('/student-discount/renew/:id', {
    any: ['student_discount.create', 'student_discount.request'],
  }),
})

export const enrolment = pages('tenant/enrolment', {
  admit: button('/enrolment/admit/:id', 'enrolment.edit'),
  pause: page('/enrolment/pause/:id', 'enrolment.edit'),
  resume: button('/enrolment/resume/:id', 'enrolment.edit'),
  end: page('/enrolment/end/:id', 'enrolment.remove'),
  fee: page('/enrolment/fee/:id', 'enrolment_fee.edit'),
})

export const parent = pages('tenant/parent', {
  list: page('/parent', 'parent.view'),
  removed: page('/parent/removed', 'parent.remove'),
  new: page('/parent/new', 'parent.create'),
  view: page('/parent/view/:id', 'parent.view'),
  edit: page('/parent/edit/:id', 'parent.edit'),
  checkTin: button('/parent/check-tin/:id', 'parent.edit'),
  findTin: button('/parent/find-tin/:id', 'parent.edit'),
  status: button('/parent/status/:id', 'parent.edit'),
  remove: button('/parent/remove/:id', 'parent.remove'),
  restore: button('/parent/restore/:id', 'parent.remove'),
  invite: button('/parent/invite/:id', 'parent.edit'),
  confirm: button('/parent/confirm/:id', 'parent.edit'),
  reveal: page('/parent/reveal/:id', 'identity.reveal'),
})

export const family = pages('tenant/family', {
  find: page('/family', 'family.view'),
  view: page('/family/view/:id', 'family.view'),
  pay: page('/family/pay/:id', 'payment.record'),
  note: page('/family/note/:id', 'family.note'),
  contact: page('/family/contact/:id', 'family.contact'),
  strikeNote: button('/family/note/strike/:id', 'family.note', 'note-strike'),
  join: page('/family/join/:id', 'family.join'),
  part: button('/family/part/:id', 'family.join'),
  file: page('/family/file/:id', 'family.file'),
  getFile: page('/family/file/get/:id', 'family.file', 'file-get'),
  removeFile: button('/family/file/remove/:id', 'family.file_remove', 'file-remove'),
  statement: page('/family/statement/:id', 'statement.view'),
  statementDownload: page('/family/statement/download/:id', 'statement.view'),
  statementSend: button('/family/statement/send/:id', 'statement.mail'),
  statementFile: page('/family/statement/file/:id/:format', 'statement.view'),
  credits: page('/family-credit', 'family_credit.view', 'tenant/family-credit/list'),
  spendCredit: page('/family-credit/spend/:id', 'payment.record', 'tenant/family-credit/spend'),
  /** Of an invoice. */
  takeCreditOff: page('/family-credit/take-off/:id', 'invoice.cancel', 'tenant/family-credit/take-off'),
  statementPrint: bare('/family/statement/print/:id', 'statement.view'),
})

export const staff = pages('tenant/staff', {
  list: page('/staff', 'staff.view'),
  new: page('/staff/new', 'staff.create'),
  view: page('/staff/view/:id', 'staff.view'),
  edit: page('/staff/edit/:id', 'staff.edit'),
  status: button('/staff/status/:id', 'staff.edit'),
  remove: button('/staff/remove/:id', 'staff.remove'),
  role: page('/staff/role/:id', 'role.give'),
  reveal: page('/staff/reveal/:id', 'identity.reveal'),
  invite: button('/staff/invite/:id', 'staff.edit'),
  roles: page('/staff/roles', 'role.view', 'tenant/role/list'),
})

export const trainer = pages('tenant/trainer', {
  list: page('/trainer', 'trainer.view'),
  new: page('/trainer/new', 'trainer.create'),
  view: page('/trainer/view/:id', 'trainer.view'),
  edit: page('/trainer/edit/:id', 'trainer.edit'),
  status: button('/trainer/status/:id', 'trainer.remove'),
  remove: button('/trainer/remove/:id', 'trainer.remove'),
  pay: page('/trainer/pay/:id', 'trainer_pay.edit'),
})
