import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import { paths } from './paths.ts'

interface Item<P> {
  label: string
  /** What it is called for whom it lists only their own, where that is another word. */
  own?: string
  href: string
  permission: P
}
interface Section<P> {
  title?: string
  /** In a long menu it stays shut but for the page that is being read. */
  rare?: true
  items: Item<P>[]
}

/** The tenant's menu; a reader sees the items whose permission they hold. */
export const tenantMenu: Section<Permission>[] = [
  { items: [{ label: 'menu.dashboard', href: paths.dashboard(), permission: 'dashboard.view' }] },
  {
    title: 'menu.money',
    items: [
      { label: 'menu.invoice', href: paths.invoice.list(), permission: 'invoice.view' },
      { label: 'menu.generation', href: paths.generation.list(), permission: 'generation.preview' },
      { label: 'menu.counter', href: paths.counter.find(), permission: 'payment.record' },
      { label: 'menu.payment', href: paths.payment.list(), permission: 'payment.view' },
      {
        label: 'menu.transfer_slip',
        href: paths.transfer_slip.list(),
        permission: 'transfer_slip.view',
      },
      {
        label: 'menu.cancel_request',
        href: paths.cancel_request.list(),
        permission: 'payment.cancel',
      },
      { label: 'menu.fpx', href: paths.attempt.list(), permission: 'payment.enquire' },
      {
        label: 'menu.payment_exception',
        href: paths.exception.list(),
        permission: 'payment_exception.view',
      },
      {
        label: 'menu.student_discount',
        href: paths.student_discount.list(),
        permission: 'student_discount.view',
      },
      { label: 'menu.credit_note', href: paths.credit_note.list(), permission: 'refund.view' },
      { label: 'menu.arrears', href: paths.arrears(), permission: 'arrears.view' },
      { label: 'menu.arrangement', href: paths.arrangement.list(), permission: 'arrangement.view' },
      { label: 'menu.family_credit', href: paths.family.credits(), permission: 'family_credit.view' },
      { label: 'menu.reminder', href: paths.reminder.list(), permission: 'reminder.view' },
      { label: 'menu.collection', href: paths.collection.list(), permission: 'collection.view' },
      { label: 'menu.payout', href: paths.payout.list(), permission: 'payout.view' },
      { label: 'menu.month', href: paths.month.list(), permission: 'month.view' },
      // Families give on pages that anybody finds, and see their own gifts on the dashboard; these lead on to types and funds.
      { label: 'menu.infaq', href: paths.infaq.list(), permission: 'infaq_type.view' },
      { label: 'menu.zakat', href: paths.zakat.list(), permission: 'zakat_type.view' },
    ],
  },
  {
    title: 'menu.people',
    items: [
      { label: 'menu.family', href: paths.family.find(), permission: 'family.view' },
      {
        label: 'menu.application',
        own: 'menu.registration',
        href: paths.application.list(),
        permission: 'application.view',
      },
      { label: 'menu.student', href: paths.student.list(), permission: 'student.view' },
      {
        label: 'menu.student_change',
        href: paths.student_change.list(),
        permission: 'student_change.view',
      },
      { label: 'menu.parent', href: paths.parent.list(), permission: 'parent.view' },
      { label: 'menu.trainer', href: paths.trainer.list(), permission: 'trainer.view' },
    ],
  },
  {
    title: 'menu.catalogue',
    rare: true,
    items: [
      { label: 'menu.program', href: paths.program.list(), permission: 'program.view' },
      { label: 'menu.category', href: paths.category.list(), permission: 'category.view' },
      { label: 'menu.module', href: paths.module.list(), permission: 'module.view' },
      { label: 'menu.subject', href: paths.subject.list(), permission: 'subject.view' },
      { label: 'menu.offered', href: paths.register.classes(), permission: 'subject.view_open' },
      { label: 'menu.subject_fee', href: paths.subject_fee.list(), permission: 'subject_fee.view' },
      { label: 'menu.fee_category', href: paths.fee_category.list(), permission: 'fee_category.view' },
      { label: 'menu.fee_type', href: paths.fee_type.list(), permission: 'fee_type.view' },
      { label: 'menu.line_template', href: paths.line_template.list(), permission: 'line_template.view' },
      { label: 'menu.discount', href: paths.discount.list(), permission: 'discount.view' },
      { label: 'menu.payment_option', href: paths.payment_option.list(), permission: 'payment_option.view' },
    ],
  },
  {
    title: 'menu.organisation',
    rare: true,
    items: [
      { label: 'menu.staff', href: paths.staff.list(), permission: 'staff.view' },
      { label: 'menu.department', href: paths.department.list(), permission: 'department.view' },
      { label: 'menu.branch', href: paths.branch.list(), permission: 'branch.view' },
      { label: 'menu.import', href: paths.import.list(), permission: 'import.view' },
      { label: 'menu.setting', href: paths.setting.index(), permission: 'registration_setting.view' },
      { label: 'menu.role', href: paths.staff.roles(), permission: 'role.view' },
    ],
  },
  {
    title: 'menu.records',
    rare: true,
    items: [
      {
        label: 'menu.generation_log',
        href: paths.generation.log(),
        permission: 'report_generation.view',
      },
      { label: 'menu.audit', href: paths.log.audit(), permission: 'audit.view' },
      { label: 'menu.logins', href: paths.log.login(), permission: 'audit.view' },
    ],
  },
]

/** The operator's menu. */
export const operatorMenu: Section<OperatorPermission>[] = [
  { items: [{ label: 'menu.dashboard', href: paths.admin.dashboard(), permission: 'admin.dashboard.view' }] },
  {
    title: 'menu.money',
    items: [
      { label: 'menu.collection', href: paths.admin.collection(), permission: 'admin.collection.view' },
      {
        label: 'menu.platform_invoice',
        href: paths.admin.platformInvoice.list(),
        permission: 'admin.subscription.view',
      },
      {
        label: 'menu.collection_report',
        href: paths.admin.report.collection(),
        permission: 'admin.collection.view',
      },
      { label: 'menu.trace', href: paths.admin.trace(), permission: 'admin.collection.view' },
      { label: 'menu.revenue', href: paths.admin.revenue.list(), permission: 'admin.revenue.view' },
      { label: 'menu.payout', href: paths.admin.payout.list(), permission: 'admin.payout.view' },
      { label: 'menu.equation', href: paths.admin.equation.list(), permission: 'admin.payout.view' },
      { label: 'menu.zakat_appointment', href: paths.admin.zakat.list(), permission: 'admin.zakat.view' },
      {
        label: 'menu.bank_change',
        href: paths.admin.entityBank.list(),
        permission: 'admin.entity_bank.view',
      },
      {
        label: 'menu.payment_exception',
        href: paths.admin.exception.list(),
        permission: 'admin.payment_exception.view',
      },
    ],
  },
  {
    title: 'menu.platform',
    items: [
      {
        label: 'menu.registration_of_organisation',
        href: paths.admin.registration.list(),
        permission: 'admin.registration.view',
      },
      { label: 'menu.entity', href: paths.admin.entity.list(), permission: 'admin.entity.view' },
      {
        label: 'menu.subscription',
        href: paths.admin.subscription.list(),
        permission: 'admin.subscription.view',
      },
      { label: 'menu.package', href: paths.admin.package.list(), permission: 'admin.package.view' },
      { label: 'menu.feature', href: paths.admin.feature.list(), permission: 'admin.feature.view' },
      { label: 'menu.operator', href: paths.admin.operator.list(), permission: 'admin.operator.view' },
      { label: 'menu.holiday', href: paths.admin.holiday.list(), permission: 'admin.holiday.view' },
      { label: 'menu.fpx_set_up', href: paths.admin.fpx(), permission: 'admin.fpx.view' },
      { label: 'menu.job', href: paths.admin.job(), permission: 'admin.job.view' },
    ],
  },
  // Nobody holds both permissions: who sees all entries, and who sees their own.
  ...(['admin.audit.view', 'admin.audit.own'] as const).map((permission) => ({
    title: 'menu.records',
    items: [
      { label: 'menu.audit', href: paths.admin.log.audit(), permission },
      { label: 'menu.logins', href: paths.admin.log.login(), permission },
    ],
  })),
]

/** Items that a laptop's screen shows at once. */
const long = 24

interface Reader<P> {
  may: (permission: P) => boolean
  /** Whether a permission reaches no further than what is the reader's own. */
  isOwn?: (permission: P) => boolean
  /** Whether the organisation's package lacks what a page is for. */
  lacks?: (href: string) => boolean
}

/**
 * The sections and items that the reader may open, the one being shown marked: the one that says most of the path.
 * `waiting`: what is to be done on the list of an item. Where there are many, those that are rarely wanted are shut.
 */
export function visibleMenu<P>(
  menu: Section<P>[],
  { may, isOwn = () => false, lacks = () => false }: Reader<P>,
  path: string,
  waiting: readonly { list: string; count: number }[] = [],
) {
  const shown = menu
    .flatMap(({ items }) => items)
    .reduce((longest, { href }) => (href.length > longest.length && leadsTo(href, path) ? href : longest), '')
  const sections = menu
    .map(({ items, rare, title }) => ({
      ...{ title, rare },
      items: items
        .filter(({ permission, href }) => may(permission) && !lacks(href))
        .map(({ label, own, href, permission }) => ({
          ...{ label: own && isOwn(permission) ? own : label, href, current: href === shown },
          count: waiting.reduce((sum, { list, count }) => (list === href ? sum + count : sum), 0),
        })),
    }))
    .filter(({ items }) => items.length > 0)
  const isLong = sections.reduce((sum, { items }) => sum + items.length, 0) > long
  return sections.map(({ title, rare, items }) => ({
    ...(title ? { title } : {}),
    items,
    fold:
      isLong && rare ? (items.some(({ current }) => current) ? ('open' as const) : ('shut' as const)) : null,
  }))
}

const leadsTo = (href: string, path: string) =>
  path.startsWith(href) && (path.length === href.length || path[href.length] === '/')
