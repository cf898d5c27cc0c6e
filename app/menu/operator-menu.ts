import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import { paths } from '#app/paths.ts'
import { only, type Place } from './place.ts'

/** The operator's places. */
export const operatorMenu: readonly Place<OperatorPermission>[] = [
  only({ label: 'menu.dashboard', href: paths.admin.dashboard(), permission: 'admin.dashboard.view' }),
  only({
    label: 'menu.registration_of_organisation',
    href: paths.admin.registration.list(),
    permission: 'admin.registration.view',
  }),
  {
    label: 'menu.entity',
    tabs: [
      { label: 'menu.entity', href: paths.admin.entity.list(), permission: 'admin.entity.view' },
      {
        label: 'menu.subscription',
        href: paths.admin.subscription.list(),
        permission: 'admin.subscription.view',
      },
      {
        label: 'menu.message_credit',
        href: paths.admin.messageCredit.list(),
        permission: 'admin.subscription.view',
        also: [paths.admin.messageCredit.entries()],
      },
      {
        label: 'menu.platform_invoice',
        href: paths.admin.platformInvoice.list(),
        permission: 'admin.subscription.view',
      },
      {
        label: 'menu.bank_change',
        href: paths.admin.entityBank.list(),
        permission: 'admin.entity_bank.view',
      },
      { label: 'menu.zakat_appointment', href: paths.admin.zakat.list(), permission: 'admin.zakat.view' },
    ],
  },
  {
    label: 'menu.payment',
    tabs: [
      { label: 'menu.collection', href: paths.admin.collection(), permission: 'admin.collection.view' },
      {
        label: 'menu.payment_exception',
        href: paths.admin.exception.list(),
        permission: 'admin.payment_exception.view',
      },
      { label: 'menu.trace', href: paths.admin.trace(), permission: 'admin.collection.view' },
      {
        label: 'menu.collection_report',
        href: paths.admin.report.collection(),
        permission: 'admin.collection.view',
        also: [paths.admin.report.daily()],
      },
    ],
  },
  {
    label: 'menu.payout',
    tabs: [
      {
        label: 'menu.payout',
        href: paths.admin.payout.list(),
        permission: 'admin.payout.view',
        also: [paths.admin.payoutAdjustment.list(), paths.admin.payoutLayout.list(), '/admin/payout-day'],
      },
      { label: 'menu.equation', href: paths.admin.equation.list(), permission: 'admin.payout.view' },
      { label: 'menu.revenue', href: paths.admin.revenue.list(), permission: 'admin.revenue.view' },
    ],
  },
  {
    label: 'menu.package',
    tabs: [
      { label: 'menu.package', href: paths.admin.package.list(), permission: 'admin.package.view' },
      { label: 'menu.feature', href: paths.admin.feature.list(), permission: 'admin.feature.view' },
    ],
  },
  {
    label: 'menu.platform',
    tabs: [
      { label: 'menu.fpx_set_up', href: paths.admin.fpx(), permission: 'admin.fpx.view' },
      { label: 'menu.job', href: paths.admin.job(), permission: 'admin.job.view' },
      { label: 'menu.holiday', href: paths.admin.holiday.list(), permission: 'admin.holiday.view' },
      { label: 'menu.legal', href: paths.admin.legal.list(), permission: 'admin.legal.view' },
      { label: 'menu.operator', href: paths.admin.operator.list(), permission: 'admin.operator.view' },
    ],
  },
  {
    label: 'menu.records',
    tabs: [
      {
        label: 'menu.audit',
        href: paths.admin.log.audit(),
        permission: ['admin.audit.view', 'admin.audit.own'],
      },
      {
        label: 'menu.logins',
        href: paths.admin.log.login(),
        permission: ['admin.audit.view', 'admin.audit.own'],
      },
    ],
  },
]
