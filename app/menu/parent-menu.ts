import type { Permission } from '#app/domain/core/access/access.ts'
import { paths } from '#app/paths.ts'
import { creditTabs, giving } from './common-tabs.ts'
import { only, type Place } from './place.ts'

/** The places of a parent. */
export const parentMenu: readonly Place<Permission>[] = [
  only({
    label: 'menu.home',
    href: paths.dashboard(),
    permission: 'dashboard.view',
    also: [paths.ask()],
  }),
  only({
    label: 'menu.inbox',
    href: paths.inbox.list(),
    permission: 'profile.view',
    // What they received, as a list.
    also: [paths.announcement.list()],
  }),
  {
    label: 'menu.parent_money',
    tabs: [
      {
        label: 'menu.invoice',
        href: paths.invoice.list(),
        permission: 'invoice.view',
        also: [paths.basket()],
      },
      { label: 'menu.payment', own: 'menu.receipts', href: paths.payment.list(), permission: 'payment.view' },
      ...giving(),
      {
        label: 'menu.transfer_slip',
        href: paths.transfer_slip.list(),
        permission: 'transfer_slip.view',
        features: ['bank_transfer'],
        rare: true,
      },
      ...creditTabs,
      {
        label: 'einvoice.plural',
        href: paths.einvoice.list(),
        permission: 'einvoice.view',
        features: ['einvoice'],
        rare: true,
      },
      { label: 'menu.credit_note', href: paths.credit_note.list(), permission: 'refund.view', rare: true },
      {
        label: 'menu.arrangement',
        href: paths.arrangement.list(),
        permission: 'arrangement.view',
        rare: true,
      },
    ],
  },
  {
    label: 'menu.children',
    tabs: [
      {
        label: 'menu.student',
        own: 'menu.children',
        href: paths.student.list(),
        permission: 'student.view',
        // Reached from the page of the children.
        also: [
          '/enrolment',
          ...[paths.student_change.list(), paths.student_discount.list()],
          ...[
            paths.subject.list(),
            paths.trainer.list(),
            paths.branch.list(),
            paths.class_session.calendar(),
          ],
        ],
      },
      {
        label: 'menu.attendance',
        href: paths.attendance.list(),
        permission: 'attendance.view',
        features: ['attendance'],
        also: [paths.attendance_report.yearly(), paths.attendance_report.details()],
      },
      {
        label: 'menu.leave_request',
        href: paths.leave_request.list(),
        permission: 'attendance.view',
        features: ['attendance'],
      },
      {
        label: 'menu.parent',
        own: 'yours.parent.title',
        href: paths.parent.list(),
        permission: 'parent.view',
      },
      {
        label: 'menu.application',
        own: 'menu.registration',
        href: paths.application.list(),
        permission: 'application.view',
        features: ['online_registration'],
      },
    ],
  },
  only({
    label: 'menu.register_child',
    href: paths.register.start(),
    permission: 'application.create',
    features: ['online_registration'],
  }),
  only({ label: 'menu.profile', href: paths.profile.view(), permission: 'profile.view' }),
]
