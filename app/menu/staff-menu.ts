import { reportReaders } from '#app/addresses/report-readers.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import { paths } from '#app/paths.ts'
import { creditTabs, giving } from './common-tabs.ts'
import { only, type Place } from './place.ts'

/** The places of staff. */
export const staffMenu: readonly Place<Permission>[] = [
  {
    label: 'menu.home',
    tabs: [
      {
        label: 'menu.home',
        href: paths.dashboard(),
        permission: 'dashboard.view',
        // Reached from what is to do.
        also: [paths.failed_mail.list(), paths.marking.unconfirmed()],
      },
      { label: 'menu.inbox', href: paths.inbox.list(), permission: 'profile.view' },
    ],
  },
  only({ label: 'menu.counter', href: paths.counter.find(), permission: 'payment.record' }),
  {
    label: 'menu.family',
    tabs: [
      { label: 'menu.family', href: paths.family.find(), permission: 'family.view' },
      {
        label: 'menu.student',
        href: paths.student.list(),
        permission: 'student.view',
        also: ['/enrolment'],
      },
      { label: 'menu.parent', href: paths.parent.list(), permission: 'parent.view' },
      { label: 'menu.announcement', href: paths.announcement.list(), permission: 'announcement.view' },
      {
        label: 'menu.application',
        own: 'menu.registration',
        href: paths.application.list(),
        permission: 'application.view',
        features: ['online_registration'],
      },
      {
        label: 'menu.student_change',
        href: paths.student_change.list(),
        permission: 'student_change.view',
      },
    ],
  },
  {
    label: 'menu.invoice',
    tabs: [
      { label: 'menu.invoice', href: paths.invoice.list(), permission: 'invoice.view' },
      {
        label: 'menu.generation',
        href: paths.generation.list(),
        permission: 'generation.preview',
        features: ['recurring'],
        also: [paths.generation.students('').split('?')[0]!],
      },
      { label: 'menu.arrears', href: paths.arrears(), permission: 'arrears.view' },
      { label: 'menu.reminder', href: paths.reminder.list(), permission: 'reminder.view' },
      { label: 'menu.credit_note', href: paths.credit_note.list(), permission: 'refund.view' },
      {
        label: 'einvoice.plural',
        href: paths.einvoice.list(),
        permission: 'einvoice.view',
        features: ['einvoice'],
      },
      {
        label: 'menu.student_discount',
        href: paths.student_discount.list(),
        permission: 'student_discount.view',
        rare: true,
      },
      {
        label: 'menu.arrangement',
        href: paths.arrangement.list(),
        permission: 'arrangement.view',
        rare: true,
      },
      {
        label: 'reminder_hold.plural',
        href: paths.reminder.holds(),
        permission: 'reminder.view',
        rare: true,
      },
    ],
  },
  {
    label: 'menu.payment',
    tabs: [
      { label: 'menu.payment', href: paths.payment.list(), permission: 'payment.view' },
      {
        label: 'menu.transfer_slip',
        href: paths.transfer_slip.list(),
        permission: 'transfer_slip.view',
        features: ['bank_transfer'],
      },
      {
        label: 'menu.payment_exception',
        href: paths.exception.list(),
        permission: 'payment_exception.view',
        // Every attempt to pay online: what needs checking is a part of them.
        also: [paths.attempt.list()],
      },
      {
        label: 'bank_statement.plural',
        href: paths.bank_statement.list(),
        permission: 'bank_statement.view',
        also: [paths.bank_line.list()],
        features: ['statement_matching'],
      },
      { label: 'drawer.plural', href: paths.drawer.list(), permission: 'collection.view' },
      { label: 'menu.month', href: paths.month.list(), permission: 'month.view' },
      {
        label: 'menu.accounting_export',
        href: paths.accounting_export.list(),
        permission: 'month.print',
        rare: true,
      },
      { label: 'menu.year_archive', href: paths.year_archive.list(), permission: 'month.print', rare: true },
      { label: 'menu.collection', href: paths.collection.list(), permission: 'collection.view', rare: true },
      { label: 'menu.payout', href: paths.payout.list(), permission: 'payout.view', rare: true },
      ...creditTabs,
      {
        label: 'credit_move.plural',
        href: paths.credit_move.list(),
        permission: 'credit_move.view',
        rare: true,
      },
      {
        label: 'menu.cancel_request',
        href: paths.cancel_request.list(),
        permission: 'payment.cancel',
        rare: true,
      },
    ],
  },
  {
    label: 'menu.classes',
    tabs: [
      {
        label: 'menu.calendar',
        href: paths.class_session.calendar(),
        permission: 'attendance.view',
        features: ['attendance'],
        // Reached from the calendar, or from the page of a session.
        also: [paths.closure.list(), '/attendance/mark', '/attendance/reopen', '/attendance/register'],
      },
      {
        label: 'menu.attendance',
        href: paths.attendance.list(),
        permission: 'attendance.view',
        features: ['attendance'],
      },
      { label: 'menu.program', href: paths.program.list(), permission: 'program.view' },
      { label: 'menu.subject', href: paths.subject.list(), permission: 'subject.view' },
      { label: 'menu.subject_fee', href: paths.subject_fee.list(), permission: 'subject_fee.view' },
      { label: 'menu.trainer', href: paths.trainer.list(), permission: 'trainer.view' },
      {
        label: 'menu.leave_request',
        href: paths.leave_request.list(),
        permission: 'attendance.view',
        features: ['attendance'],
        rare: true,
      },
      {
        label: 'pay_sheet.plural',
        own: 'pay_sheet.own',
        href: paths.pay_sheet.list(),
        permission: 'trainer_pay.view',
        features: ['trainer_pay'],
        rare: true,
      },
      { label: 'menu.discount', href: paths.discount.list(), permission: 'discount.view', rare: true },
      { label: 'menu.module', href: paths.module.list(), permission: 'module.view', rare: true },
      { label: 'menu.category', href: paths.category.list(), permission: 'category.view', rare: true },
      { label: 'menu.fee_type', href: paths.fee_type.list(), permission: 'fee_type.view', rare: true },
      {
        label: 'menu.fee_category',
        href: paths.fee_category.list(),
        permission: 'fee_category.view',
        rare: true,
      },
      {
        label: 'menu.line_template',
        href: paths.line_template.list(),
        permission: 'line_template.view',
        rare: true,
      },
      {
        label: 'rollover.plural',
        href: paths.rollover.list(),
        permission: 'rollover.view',
        also: ['/rollover-class', '/rollover-seat', '/rollover-family'],
        rare: true,
      },
    ],
  },
  {
    label: 'menu.donation',
    tabs: [
      // Its own address is the public page on which anybody gives.
      ...giving(),
      {
        label: 'menu.infaq_type',
        href: paths.infaq_type.list(),
        permission: 'infaq_type.view',
        features: ['infaq'],
      },
      {
        label: 'menu.zakat_type',
        href: paths.zakat_type.list(),
        permission: 'zakat_type.view',
        features: ['zakat'],
      },
      {
        label: 'fund.plural',
        href: paths.fund.list(),
        permission: 'fund_move.view',
        features: ['infaq', 'zakat'],
      },
      {
        label: 'fund_move.plural',
        href: paths.fund_move.list(),
        permission: 'fund_move.view',
        features: ['infaq', 'zakat'],
      },
    ],
  },
  // All reports are below its address.
  only({ label: 'menu.report', href: paths.report.index(), permission: reportReaders.any }),
  {
    label: 'menu.setting',
    without: 'menu.organisation',
    tabs: [
      {
        label: 'menu.setting',
        href: paths.setting.index(),
        permission: 'registration_setting.view',
        also: [paths.legal_consent.list()],
      },
      {
        label: 'menu.einvoice_setting',
        href: paths.einvoiceSetting.index(),
        permission: 'einvoice_setting.view',
        features: ['einvoice'],
      },
      { label: 'menu.staff', href: paths.staff.list(), permission: 'staff.view' },
      { label: 'menu.role', href: paths.staff.roles(), permission: 'role.view' },
      { label: 'menu.department', href: paths.department.list(), permission: 'department.view', rare: true },
      { label: 'menu.branch', href: paths.branch.list(), permission: 'branch.view' },
      {
        label: 'menu.payment_option',
        href: paths.payment_option.list(),
        permission: 'payment_option.view',
        rare: true,
      },
      { label: 'menu.import', href: paths.import.list(), permission: 'import.view' },
      {
        label: 'menu.message_credit',
        href: paths.message_credit.view(),
        permission: 'credit.view',
        also: [paths.message_credit.list()],
        rare: true,
      },
      { label: 'menu.audit', href: paths.log.audit(), permission: 'audit.view' },
      { label: 'menu.logins', href: paths.log.login(), permission: 'audit.view', rare: true },
    ],
  },
]
