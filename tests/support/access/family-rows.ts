import { spendForm, takeOffForm } from '#app/domain/accounting/credits/credit.ts'
import { statusForm, versionForm } from '#app/domain/core/fields.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import {
  approveForm,
  childForm,
  editParentForm,
  editStudentForm,
  otherForm,
  rejectForm,
  sameForm,
} from '#app/domain/enrolment/applications/application.ts'
import { sameFamilyForm } from '#app/domain/enrolment/applications/same-family.ts'
import { contactForm } from '#app/domain/payments/arrears/contact.ts'
import { familyPaymentForm, feeForm } from '#app/domain/payments/payments/payment.ts'
import { endForm, enrolForm, ownFeesForm, pauseForm } from '#app/domain/people/enrolments/enrolment.ts'
import { noteForm } from '#app/domain/people/families/family.ts'
import { sendStatementForm } from '#app/domain/people/families/statement.ts'
import { parentForm } from '#app/domain/people/parents/parent.ts'
import { approveChangeForm, studentChangeFields } from '#app/domain/people/student-changes/student-change.ts'
import {
  endDiscountForm,
  giveForm,
  renewForm,
} from '#app/domain/people/student-discounts/student-discount.ts'
import {
  familyForm,
  healthForm,
  newStudentForm,
  studentForm,
  studentStatusForm,
} from '#app/domain/people/students/student.ts'
import { next } from '../database/factories.ts'
import type { Thing } from './noun.ts'
import { id, type Row, today, uuid, verb, version, view } from './row.ts'

const aParent = () => ({
  name: 'Puan Ibu',
  relationship: 'mother',
  identity_type: 'nric',
  phone: '+60190000003',
  preferred_locale: 'my',
  preferred_channel: 'whatsapp',
  is_another: 'on',
})
const aChild = ({ branch_id }: Thing) => ({
  name: `Anak ${next()}`,
  born_on: '2017-03-04',
  gender: 'female',
  nationality: 'MY',
  identity_type: 'birth_cert',
  birth_cert_no: `CC${next()}`,
  branch_id: id(branch_id),
  registered_on: today,
  daycare: 'none',
})

/** Routes of parents, students and their classes. */
export const familyRows: Record<string, Row> = {
  'tenant/parent/new': { form: aParent, schema: parentForm },
  'tenant/parent/edit': {
    of: 'parent',
    form: (thing) => ({ ...aParent(), ...version(thing) }),
    schema: parentForm,
  },
  'tenant/parent/status': verb('parent', (thing) => ({ status: 'inactive', ...version(thing) }), statusForm),
  'tenant/parent/remove': verb('parent', version, versionForm),
  'tenant/parent/invite': verb('parent', version, versionForm),
  'tenant/parent/check-tin': verb('parent', version, versionForm),
  'tenant/parent/find-tin': verb('parent', version, versionForm),
  'tenant/parent/confirm': verb('unconfirmedParent', version, versionForm),
  'tenant/parent/restore': verb('removedParent', version, versionForm),
  // whoever may reveal the number of somebody must see that person first
  'tenant/parent/reveal': { of: 'parent', reach: 'parent.view', form: () => ({}) },

  'tenant/family/view': view('parent'),
  'tenant/family/pay': {
    of: 'familyBill',
    query: '?invoice={code}',
    form: (thing) => ({
      method: 'cash',
      amount: '1.00',
      paid_on: today,
      'lines[0].invoice_id': uuid(thing.code),
      'lines[0].amount': '1.00',
    }),
    schema: familyPaymentForm,
  },
  'tenant/family/statement': view('parent'),
  'tenant/family/statement-print': view('parent'),
  'tenant/family/statement-download': view('parent'),
  'tenant/family/statement-send': verb('parent', undefined, sendStatementForm),
  'tenant/family/statement-file': { of: 'parent', params: [{ format: 'csv' }] },
  'tenant/family-credit/spend': {
    of: 'familyCredit',
    form: (thing) => ({ invoice_id: uuid(thing.code), amount: '1.00' }),
    schema: spendForm,
  },
  'tenant/family-credit/take-off': {
    of: 'billWithCredit',
    form: (thing) => ({ reason: 'Untuk invois yang lain', ...version(thing) }),
    schema: takeOffForm,
  },
  'tenant/family/note': { of: 'parent', form: () => ({ body: 'Datang esok' }), schema: noteForm },
  'tenant/family/contact': {
    of: 'parent',
    form: () => ({ contacted_on: today, channel: 'phone', said: 'Akan bayar minggu depan' }),
    schema: contactForm,
  },
  'tenant/family/note-strike': verb('familyNote'),
  // a family of the test's own joins no other one: that the code is nobody's is said to who may join
  'tenant/family/join': view('parent'),
  'tenant/family/part': verb('joinedFamily'),
  'tenant/family/file': view('parent'),
  // nobody has put files of the test there
  'tenant/family/file-get': { of: 'removedFamilyFile', absent: true },
  'tenant/family/file-remove': verb('familyFile'),
  'tenant/application/approve': verb('application', version, approveForm),
  'tenant/application/reject': {
    of: 'application',
    form: (thing) => ({ reason: 'Kelas ini untuk umur lain.', ...version(thing) }),
    schema: rejectForm,
  },
  'tenant/application/withdraw': { ...verb('application'), emptyChanges: true },
  'tenant/application/fee': {
    of: 'owingApplication',
    form: (thing) => ({ method: 'cash', amount: '90000.00', paid_on: today, ...version(thing) }),
    schema: feeForm,
  },
  'tenant/application/edit-parent': {
    of: 'applicationParent',
    form: ({ version: at }) => {
      const { is_another: _, ...parent } = aParent()
      return { ...parent, ...version({ id: '', version: at ?? 1 }) }
    },
    schema: editParentForm,
  },
  'tenant/application/child': view('applicationChild'),
  'tenant/application/approve-child': {
    of: 'applicationChild',
    form: (thing) => ({
      'subjects[0].subject_id': id(thing.subject_id),
      'subjects[0].place': 'seat',
      ...version(thing),
    }),
    schema: childForm,
  },
  'tenant/application/edit-child': {
    of: 'applicationChild',
    form: (thing) => {
      const { branch_id: _, registered_on: __, ...child } = aChild(thing)
      return { ...child, ...version(thing) }
    },
    schema: editStudentForm,
  },
  'tenant/application/reject-child': {
    of: 'applicationChild',
    form: (thing) => ({ reason: 'Kelas ini untuk umur lain.', ...version(thing) }),
    schema: rejectForm,
  },
  'tenant/application/same': verb(
    'likeChild',
    (thing) => ({ student_id: id(thing.student_id), ...version(thing) }),
    sameForm,
  ),
  'tenant/application/another': verb(
    'applicationChild',
    (thing) => ({ twin_reason: 'Ini anak jiran mereka.', ...version(thing) }),
    otherForm,
  ),
  'tenant/application/same-family': verb(
    'application',
    (thing) => ({ place: '1', parent_id: thing.id, answer: 'same', ...version(thing) }),
    sameFamilyForm,
  ),
  'tenant/application/document': view('applicationPaper'),

  'tenant/student/new': {
    of: 'parent',
    query: '?parent={id}',
    form: (thing) => ({ ...aChild(thing), relationship: 'mother' }),
    schema: newStudentForm,
  },
  'tenant/student/edit': {
    of: 'spareStudent',
    form: (thing) => ({ ...aChild(thing), ...version(thing) }),
    schema: studentForm,
  },
  'tenant/student/family': {
    of: 'spareStudent',
    form: (thing) => ({
      'parents[0].parent_id': id(thing.payer_parent_id),
      'parents[0].relationship': 'guardian',
      primary_id: id(thing.payer_parent_id),
      payer_id: id(thing.payer_parent_id),
      ...version(thing),
    }),
    schema: familyForm,
  },
  'tenant/student/status': {
    of: 'spareStudent',
    form: (thing) => ({ status: 'inactive', on: today, ...version(thing) }),
    schema: studentStatusForm,
  },
  'tenant/student/remove': verb('spareStudent', version, versionForm),
  'tenant/student/restore': verb('removedStudent', version, versionForm),
  'tenant/student/reveal': { of: 'student', reach: 'student.view', form: () => ({}) },
  // the picture itself is tried in the test of its own
  'tenant/student/photo': view('spareStudent'),
  'tenant/student/photo-remove': verb('spareStudent'),
  'tenant/student/picture': { of: 'student', absent: true },
  'tenant/student-change/new': {
    of: 'spareStudent',
    form: (thing) => {
      const { branch_id: _, registered_on: __, ...child } = aChild(thing)
      return child
    },
    schema: studentChangeFields,
  },
  'tenant/student-change/approve': { of: 'student_change', form: version, schema: approveChangeForm },
  'tenant/student-change/reject': {
    of: 'student_change',
    form: () => ({ decision_reason: 'Sijil lahir belum dibawa' }),
    schema: declineForm,
  },
  // whoever may reveal numbers must see the request first
  'tenant/student-change/reveal': { of: 'student_change', reach: 'student_change.view', form: () => ({}) },
  'tenant/student/health': {
    of: 'spareStudent',
    form: (thing) => ({ allergies: 'Kacang', ...version(thing) }),
    schema: healthForm,
  },
  'tenant/student/health-show': verb('spareStudent'),

  'tenant/enrolment/new': {
    of: 'spareStudent',
    form: (thing) => ({ subject_id: id(thing.subject_id), starts_on: today }),
    schema: enrolForm,
  },
  'tenant/enrolment/pause': {
    of: 'enrolment',
    form: (thing) => ({ paused_from: today, ...version(thing) }),
    schema: pauseForm,
  },
  'tenant/enrolment/admit': verb('waitingEnrolment', version, versionForm),
  'tenant/enrolment/resume': verb('enrolment', version, versionForm),
  'tenant/student-discount/new': {
    of: 'discountable',
    form: (thing) => ({ discount_id: id(thing.discount_id), starts_on: today, reason: 'Anak yatim' }),
    schema: giveForm,
  },
  'tenant/student-discount/approve': verb('askedDiscount'),
  'tenant/student-discount/withdraw': verb('askedDiscount'),
  'tenant/student-discount/reject': {
    of: 'askedDiscount',
    form: () => ({ decision_reason: 'Surat tidak lengkap' }),
    schema: declineForm,
  },
  'tenant/student-discount/end': {
    of: 'student_discount',
    form: (thing) => ({ ends_on: today, reason: 'Tamat biasiswa', ...version(thing) }),
    schema: endDiscountForm,
  },
  'tenant/student-discount/renew': {
    of: 'endingDiscount',
    form: () => ({ reason: 'Masih yatim' }),
    schema: renewForm,
  },
  'tenant/enrolment/fee': {
    of: 'enrolment',
    form: (thing) => ({ reason: 'Dipersetujui dahulu', ...version(thing) }),
    schema: ownFeesForm,
  },
  'tenant/enrolment/end': {
    of: 'enrolment',
    form: (thing) => ({ ends_on: today, ...version(thing) }),
    schema: endForm,
  },
}
