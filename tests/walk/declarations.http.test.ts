import { describe, expect, test } from 'vitest'
import { keptNouns } from '#app/domain/nouns.ts'
import type { Access } from '#app/server/routing/gate.ts'
import { routesOf } from '#tests/support/access/addresses.ts'
import { builtProduct } from '#tests/support/product/http.ts'

/**
 * The walk takes what a route declares for what it must do. Here is held what it may declare: a verb that asks for too
 * little would be walked by everybody who may do less, and each answer be right.
 */
const routes = new Map(routesOf(await builtProduct()).map((route) => [route.id, route]))

const verbs = { list: 'view', view: 'view', new: 'create', edit: 'edit', status: 'edit', remove: 'remove' }

describe.each(keptNouns)('%s', (noun) => {
  test.each(Object.entries(verbs))('%s is for who may %s', (page, verb) => {
    expect(routes.get(`tenant/${noun.replaceAll('_', '-')}/${page}`)?.access).toBe(`${noun}.${verb}`)
  })
})

/** Whether a route asks for no permission: it is for everybody, or for whoever is signed in. */
const asks = (...kinds: (Access | undefined)[]) =>
  [...routes.values()]
    .filter(({ access }) => kinds.includes(access))
    .map(({ id }) => id)
    .toSorted()

test('only these are open to whoever is signed in: what they need depends on what they are about', () => {
  expect(asks('signed-in', 'operator')).toEqual([
    'main/confirm',
    'main/list/export',
    'main/list/print',
    'main/log.export',
    'main/log.print',
    'main/log/audit-list',
    'main/log/audit-view',
    'main/log/login-list',
    'tenant/confirm',
    'tenant/document/file',
    'tenant/document/view',
    'tenant/list/export',
    'tenant/list/print',
    'tenant/log.export',
    'tenant/log.print',
    'tenant/profile/picture',
  ])
})

/** Of families that register by themselves. */
const registering =
  `choose document-remove documents done file forget later parent parent-remove parent.more phone
  phone-code questions resume review start status student student-add student-remove student.more students subject
  subjects`.split(/\s+/)

test('only these are open to everybody', () => {
  expect(asks('guest', 'gateway', undefined)).toEqual([
    'main/api/entity-register',
    'main/forgot',
    'main/fpx/direct',
    'main/fpx/indirect',
    'main/home',
    'main/invitation',
    'main/login/code',
    'main/login/email',
    'main/login/organisation-again',
    'main/login/organisation-choose',
    'main/login/organisation-code',
    'main/reset',
    'main/smtp',
    'shared/api/auth-forgot-email',
    'shared/api/auth-login-email',
    'shared/api/auth-reset-token',
    'shared/api/entity-init',
    'shared/api/not-found',
    'shared/api/openapi',
    'shared/invoice/status',
    'shared/language',
    'shared/login/organisation',
    'shared/logout',
    'shared/not-found',
    'shared/payment/check',
    'shared/payment/give-up',
    'shared/payment/go',
    'shared/payment/receipt',
    'shared/payment/receipt-file',
    'shared/payment/retry',
    'shared/payment/returned',
    'shared/payment/start-over',
    'shared/payment/status',
    'shared/payment/submit',
    'shared/payment/waiting',
    'tenant/api/auth-login-otp-request',
    'tenant/api/auth-login-otp-verify',
    'tenant/api/entity-public',
    'tenant/forgot',
    'tenant/home',
    'tenant/invitation',
    'tenant/login/email',
    'tenant/login/phone',
    'tenant/login/phone-again',
    'tenant/login/phone-code',
    'tenant/login/ticket',
    'tenant/pay',
    ...registering.map((page) => `tenant/register/${page}`),
    'tenant/reset',
  ])
})

/** What somebody does who may look, and that changes no more than what they look at themselves. */
const looking = ['main/log/audit-verify', 'tenant/log/audit-verify', 'tenant/profile/switch']

test('a route that changes something asks for more than to look', () => {
  const onlyLooks = (access: Access | undefined) => typeof access === 'string' && access.endsWith('.view')
  const changing = [...routes.values()].filter(
    ({ access, hasAction, api }) => hasAction && !api && onlyLooks(access),
  )
  expect(changing.map(({ id }) => id).toSorted()).toEqual(looking)
})

/** Where an organisation has it so, who looks after classes decides, too. */
const decides: Access = { any: ['application.approve', 'application.approve_if_set'] }

/** What each of the others asks for. Another word here is another right of somebody: never to be changed in passing. */
const asked: Record<string, Access> = {
  'main/collection/list': 'admin.collection.view',
  'main/dashboard': 'admin.dashboard.view',
  'main/fpx/overview': 'admin.fpx.view',
  'main/job/list': 'admin.job.view',
  'main/job/retry': 'admin.job.retry',
  'main/job/view': 'admin.job.view',
  'main/log/audit-verify': 'admin.audit.view',
  'main/operator/edit': 'admin.operator.edit',
  'main/operator/invite': 'admin.operator.edit',
  'main/operator/list': 'admin.operator.view',
  'main/operator/new': 'admin.operator.edit',
  'main/operator/remove': 'admin.operator.edit',
  'main/operator/second-factor': 'admin.operator.edit',
  'main/operator/status': 'admin.operator.edit',
  'main/operator/view': 'admin.operator.view',
  'main/payment-exception/confirm': 'admin.payment_exception.settle',
  'main/payment-exception/list': 'admin.payment_exception.view',
  'main/payment-exception/note': 'admin.payment_exception.settle',
  'main/payment-exception/reject': 'admin.payment_exception.settle',
  'main/payment-exception/resolve': 'admin.payment_exception.settle',
  'main/payment-exception/take': 'admin.payment_exception.settle',
  'main/payment-exception/view': 'admin.payment_exception.view',
  'main/profile/edit': 'admin.profile.edit',
  'main/profile/log': 'admin.profile.view',
  'main/profile/password': 'admin.profile.edit',
  'main/profile/session-end': 'admin.profile.edit',
  'main/profile/session': 'admin.profile.view',
  'main/profile/sessions-end': 'admin.profile.edit',
  'main/profile/view': 'admin.profile.view',
  'main/second-factor/codes': 'admin.profile.edit',
  'main/second-factor/off': 'admin.profile.edit',
  'main/second-factor/set-up': 'admin.profile.edit',
  'tenant/api/entity-branch': 'branch.view',
  'tenant/api/entity-label': 'label.edit',
  'tenant/api/entity-smtp-test': 'smtp.test',
  'tenant/api/entity-smtp-verify': 'smtp.test',
  'tenant/api/entity-subscription-invoice': 'subscription.view',
  'tenant/api/entity-subscription-renew': 'subscription.renew',
  'tenant/api/entity-update': 'entity.edit',
  'tenant/api/entity-view': 'entity.view',
  'tenant/api/profile-log-login': 'profile.view',
  'tenant/api/profile-password': 'profile.edit',
  'tenant/api/profile-update': 'profile.edit',
  'tenant/api/profile-view': 'profile.view',
  'tenant/application/another': decides,
  'tenant/application/approve': decides,
  'tenant/application/approve-child': decides,
  'tenant/application/child': 'application.view',
  'tenant/application/document': 'application.view',
  'tenant/application/edit-child': 'application.edit',
  'tenant/application/edit-parent': 'application.edit',
  'tenant/application/list': 'application.view',
  'tenant/application/reject': decides,
  'tenant/application/reject-child': decides,
  'tenant/application/same': decides,
  'tenant/application/view': 'application.view',
  'tenant/application/withdraw': 'application.withdraw',
  'tenant/cancel-request/approve': 'payment.cancel',
  'tenant/cancel-request/list': 'payment.cancel',
  'tenant/cancel-request/reject': 'payment.cancel',
  'tenant/student/photo-remove': 'student.edit',
  'tenant/student/photo': 'student.edit',
  'tenant/student/picture': 'student.view',
  'tenant/student-discount/approve': 'student_discount.approve',
  'tenant/student-discount/end': 'student_discount.remove',
  'tenant/student-discount/list': 'student_discount.view',
  'tenant/student-discount/new': { any: ['student_discount.create', 'student_discount.request'] },
  'tenant/student-discount/reject': 'student_discount.approve',
  'tenant/student-discount/view': 'student_discount.view',
  'tenant/student-discount/withdraw': { any: ['student_discount.create', 'student_discount.request'] },
  'tenant/cancel-request/withdraw': { any: ['payment.cancel', 'payment.request_cancel'] },
  'tenant/collection/list': 'collection.view',
  'tenant/dashboard': 'dashboard.view',
  'tenant/enrolment/admit': 'enrolment.edit',
  'tenant/enrolment/end': 'enrolment.remove',
  'tenant/enrolment/fee': 'enrolment_fee.edit',
  'tenant/enrolment/new': 'enrolment.create',
  'tenant/enrolment/pause': 'enrolment.edit',
  'tenant/enrolment/resume': 'enrolment.edit',
  'tenant/family/file': 'family.file',
  'tenant/family/file-get': 'family.file',
  'tenant/family/file-remove': 'family.file_remove',
  'tenant/family/find': 'family.view',
  'tenant/family/note': 'family.note',
  'tenant/family/note-strike': 'family.note',
  'tenant/family/pay': 'payment.record',
  'tenant/family/view': 'family.view',
  'tenant/fpx-transaction/enquire': 'payment.enquire',
  'tenant/fpx-transaction/list': 'payment.enquire',
  'tenant/fpx-transaction/release': 'payment.enquire',
  'tenant/fpx-transaction/view': 'payment.enquire',
  'tenant/import/leave-wrong': 'import.upload',
  'tenant/import/leave': 'import.upload',
  'tenant/import/list': 'import.view',
  'tenant/import/map': 'import.upload',
  'tenant/import/new': 'import.upload',
  'tenant/import/remove': 'import.upload',
  'tenant/import/report': 'import.view',
  'tenant/import/row': 'import.upload',
  'tenant/import/run': 'import.run',
  'tenant/import/template': 'import.upload',
  'tenant/import/undo': 'import.run',
  'tenant/import/view': 'import.view',
  'tenant/invoice/amend': 'invoice.edit',
  'tenant/invoice/cancel': { any: ['invoice.cancel', 'invoice.request_cancel'] },
  'tenant/invoice/download': 'invoice.print',
  'tenant/invoice/edit': 'invoice.edit',
  'tenant/invoice/issue': 'invoice.issue',
  'tenant/invoice/list': 'invoice.view',
  'tenant/invoice/new': 'invoice.create',
  'tenant/invoice/pay': 'payment.record',
  'tenant/invoice/print': 'invoice.print',
  'tenant/invoice/remove': 'invoice.edit',
  'tenant/invoice/view': 'invoice.view',
  'tenant/log/audit-anchor-mail': 'backup.run',
  'tenant/log/audit-list': 'audit.view',
  'tenant/log/audit-verify': 'audit.view',
  'tenant/log/audit-view': 'audit.view',
  'tenant/log/login-list': 'audit.view',
  'tenant/month/close': 'month.close',
  'tenant/month/list': 'month.view',
  'tenant/month/reopen': 'month.reopen',
  'tenant/month/view': 'month.view',
  'tenant/parent/edit': 'parent.edit',
  'tenant/parent/list': 'parent.view',
  'tenant/parent/new': 'parent.create',
  'tenant/parent/remove': 'parent.remove',
  'tenant/parent/removed': 'parent.remove',
  'tenant/parent/restore': 'parent.remove',
  'tenant/parent/reveal': 'identity.reveal',
  'tenant/parent/status': 'parent.edit',
  'tenant/parent/view': 'parent.view',
  'tenant/payment-exception/confirm': 'payment_exception.approve',
  'tenant/payment-exception/list': 'payment_exception.view',
  'tenant/payment-exception/note': 'payment_exception.settle',
  'tenant/payment-exception/reject': 'payment_exception.approve',
  'tenant/payment-exception/resolve': 'payment_exception.settle',
  'tenant/payment-exception/take': 'payment_exception.settle',
  'tenant/payment-exception/view': 'payment_exception.view',
  'tenant/payment/cancel': { any: ['payment.cancel', 'payment.request_cancel'] },
  'tenant/payment/download': 'payment.print',
  'tenant/payment/list': 'payment.view',
  'tenant/payment/resend': 'payment.record',
  'tenant/payment/view': 'payment.view',
  'tenant/profile/avatar-remove': 'profile.edit',
  'tenant/profile/avatar': { view: 'profile.view', change: 'profile.edit' },
  'tenant/profile/edit': { view: 'profile.view', change: 'profile.edit' },
  'tenant/profile/log': 'profile.view',
  'tenant/profile/password': { view: 'profile.view', change: 'profile.edit' },
  'tenant/profile/session-end': 'profile.edit',
  'tenant/profile/session': 'profile.view',
  'tenant/profile/sessions-end': 'profile.edit',
  'tenant/profile/switch': 'profile.view',
  'tenant/profile/view': 'profile.view',
  'tenant/role/list': 'role.view',
  'tenant/setting/application': 'registration_setting.edit',
  'tenant/setting/contact': 'entity.edit',
  'tenant/setting/label-reset': 'label.edit',
  'tenant/setting/label': { view: 'label.view', change: 'label.edit' },
  'tenant/setting/overview': 'label.view',
  'tenant/setting/registration/view': 'registration_setting.view',
  ...Object.fromEntries(
    'edit fields question question-move question-new question-remove'
      .split(' ')
      .map((page) => [`tenant/setting/registration/${page}`, 'registration_setting.edit' as const]),
  ),
  'tenant/staff/edit': 'staff.edit',
  'tenant/staff/invite': 'staff.edit',
  'tenant/staff/list': 'staff.view',
  'tenant/staff/new': 'staff.create',
  'tenant/staff/remove': 'staff.remove',
  'tenant/staff/reveal': 'identity.reveal',
  'tenant/staff/role': 'role.give',
  'tenant/staff/status': 'staff.edit',
  'tenant/staff/view': 'staff.view',
  'tenant/subject-fee/edit': 'subject_fee.edit',
  'tenant/subject-fee/list': 'subject_fee.view',
  'tenant/subject-fee/new': 'subject_fee.create',
  'tenant/subject-fee/price': 'subject_fee.edit',
  'tenant/subject-fee/remove': 'subject_fee.remove',
  'tenant/subject-fee/status': 'subject_fee.edit',
  'tenant/subject-fee/view': 'subject_fee.view',
  'tenant/subject/close': 'subject.edit',
  'tenant/subject/reopen': 'subject.edit',
  'tenant/student/edit': 'student.edit',
  'tenant/student/family': 'student.edit',
  'tenant/student/health-show': 'health.edit',
  'tenant/student/health': 'health.edit',
  'tenant/student/list': 'student.view',
  'tenant/student/new': 'student.create',
  'tenant/student/remove': 'student.remove',
  'tenant/student/removed': 'student.remove',
  'tenant/student/restore': 'student.remove',
  'tenant/student/reveal': 'identity.reveal',
  'tenant/student/status': 'student.edit',
  'tenant/student/view': 'student.view',
  'tenant/trainer/edit': 'trainer.edit',
  'tenant/trainer/list': 'trainer.view',
  'tenant/trainer/new': 'trainer.create',
  'tenant/trainer/pay': 'trainer_pay.edit',
  'tenant/trainer/remove': 'trainer.remove',
  'tenant/trainer/status': 'trainer.remove',
  'tenant/trainer/view': 'trainer.view',
}

test('each of the others asks for what it has always asked for', () => {
  const isKept = (id: string) =>
    keptNouns.some((noun) =>
      Object.keys(verbs).some((verb) => id === `tenant/${noun.replaceAll('_', '-')}/${verb}`),
    )
  const open: unknown[] = ['guest', 'gateway', 'signed-in', 'operator', undefined]
  const others = [...routes.values()].filter(({ id, access }) => !isKept(id) && !open.includes(access))
  expect(Object.fromEntries(others.map(({ id, access }) => [id, access]))).toEqual(asked)
})
