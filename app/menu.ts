import type { Permission, SessionRole } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { FeatureCode } from '#app/domain/core/features/feature.ts'
import { paths } from './paths.ts'

/** A list of a place; its label is the title of its page. */
export interface MenuTab<P> {
  label: string
  /** Its label for a reader whose permission reaches only their own rows, where that is another word. */
  own?: string
  href: string
  /** Any of these. */
  permission: P | readonly P[]
  /** Beginnings of further addresses that belong to it. */
  also?: readonly string[]
  /** Shown only if the organisation has one of these features, something is to do there, or earlier rows of them are being read. */
  features?: readonly FeatureCode[]
  /** Rarely needed: shown under "More". */
  rare?: true
}

/** An entry of the menu: the tabs of one kind of work. It leads to the first that the reader may open. */
export interface Place<P> {
  label: string
  /** Its label for readers who may not open its first tab. */
  without?: string
  tabs: readonly MenuTab<P>[]
}

/** A family's credit, of the office and of a family alike. */
const creditTabs: readonly MenuTab<Permission>[] = [
  {
    label: 'menu.family_credit',
    href: paths.family.credits(),
    permission: 'family_credit.view',
    rare: true,
  },
  {
    label: 'credit_refund.plural',
    href: paths.credit_refund.list(),
    permission: 'credit_refund.view',
    rare: true,
  },
]

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
        also: [paths.failed_mail.list()],
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
      },
      {
        label: 'menu.generation_log',
        href: paths.generation.log(),
        permission: 'report_generation.view',
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
      {
        label: 'payment.cancelled_list.title',
        href: paths.payment.cancelled(),
        permission: 'report_money.view',
        rare: true,
      },
    ],
  },
  {
    label: 'menu.arrears',
    tabs: [
      { label: 'menu.arrears', href: paths.arrears(), permission: 'arrears.view' },
      { label: 'menu.reminder', href: paths.reminder.list(), permission: 'reminder.view' },
      { label: 'menu.arrangement', href: paths.arrangement.list(), permission: 'arrangement.view' },
      { label: 'reminder_hold.plural', href: paths.reminder.holds(), permission: 'reminder.view' },
    ],
  },
  {
    label: 'menu.classes',
    tabs: [
      { label: 'menu.program', href: paths.program.list(), permission: 'program.view' },
      { label: 'menu.module', href: paths.module.list(), permission: 'module.view' },
      { label: 'menu.subject', href: paths.subject.list(), permission: 'subject.view' },
      { label: 'menu.subject_fee', href: paths.subject_fee.list(), permission: 'subject_fee.view' },
      { label: 'menu.discount', href: paths.discount.list(), permission: 'discount.view' },
      { label: 'menu.trainer', href: paths.trainer.list(), permission: 'trainer.view' },
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
  {
    label: 'menu.setting',
    without: 'menu.organisation',
    tabs: [
      { label: 'menu.setting', href: paths.setting.index(), permission: 'registration_setting.view' },
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
      },
      { label: 'menu.audit', href: paths.log.audit(), permission: 'audit.view' },
      { label: 'menu.logins', href: paths.log.login(), permission: 'audit.view', rare: true },
    ],
  },
]

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
          ...[paths.subject.list(), paths.trainer.list(), paths.branch.list()],
        ],
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

/** A place of one page. */
function only<P>(tab: MenuTab<P>): Place<P> {
  return { label: tab.label, tabs: [tab] }
}

/** Donations; the pages of one are beside the public page on which anybody gives. */
function giving(): MenuTab<Permission>[] {
  return (['infaq', 'zakat'] as const).map((kind) => ({
    label: `menu.${kind}`,
    href: paths[kind].list(),
    permission: 'donation.view',
    also: [`/${kind}`],
    features: [kind],
  }))
}

/** The menu of a person with these roles: that of staff, unless they are a parent and nothing else. */
export function tenantMenu(roles: readonly SessionRole[]): readonly Place<Permission>[] {
  return roles.every((role) => role === 'parent') ? parentMenu : staffMenu
}

interface Reader<P> {
  may: (permission: P) => boolean
  /** Whether a permission reaches only the reader's own rows. */
  isOwn?: (permission: P) => boolean
  /** Whether the organisation has a feature. Default: all of them. */
  has?: (feature: FeatureCode) => boolean
}

/** A link of the menu. `count`: how much is to do behind it. */
export interface MenuLink {
  label: string
  href: string
  current: boolean
  count: number
}

/** What a reader sees of a menu: the places, and the tabs of the one that they are in. */
export interface VisibleMenu {
  places: MenuLink[]
  /** Undefined outside of all places, and in one with a single tab. */
  inside: { label: string; tabs: (MenuLink & { rare: boolean })[] } | undefined
}

/**
 * The places and tabs that the reader may open, with the current ones marked: those whose address is the longest beginning
 * of `path`. A place with a single tab is called by the tab's name.
 * @param waiting what is to do, by the address of its list
 */
export function visibleMenu<P>(
  menu: readonly Place<P>[],
  { may, isOwn = () => false, has = () => true }: Reader<P>,
  path: string,
  waiting: readonly { list: string; count: number }[] = [],
): VisibleMenu {
  const shown = currentTab(menu, path)
  const countOf = ({ href, also = [] }: MenuTab<P>) =>
    waiting.reduce((sum, { list, count }) => sum + (list === href || also.includes(list) ? count : 0), 0)
  const places = menu.flatMap((place) => {
    const tabs = place.tabs.flatMap((tab) => {
      const permission = [tab.permission].flat().find((one) => may(one as P)) as P | undefined
      const count = countOf(tab)
      if (permission === undefined) return []
      const current = tab === shown
      if (tab.features && !tab.features.some(has) && count === 0 && !isAmong(tab.features, shown)) return []
      const label = tab.own && isOwn(permission) ? tab.own : tab.label
      return [{ label, href: tab.href, current, count, rare: Boolean(tab.rare), of: tab }]
    })
    const [first] = tabs
    if (!first) return []
    const rare = tabs.filter((tab) => tab.rare)
    // "More" is for several.
    if (rare.length === 1) rare[0]!.rare = false
    return [
      {
        ...{ href: first.href, tabs },
        label: tabs.length === 1 ? first.label : labelOf(place, first.of),
        current: shown !== undefined && place.tabs.includes(shown),
        count: tabs.reduce((sum, { count }) => sum + count, 0),
      },
    ]
  })
  const place = places.find(({ current }) => current)
  return {
    places: places.map(({ tabs: _tabs, ...link }) => link),
    inside:
      place && place.tabs.length > 1
        ? { label: place.label, tabs: place.tabs.map(({ of: _of, ...tab }) => tab) }
        : undefined,
  }
}

/** Of the tab that is read and those that are of all its features: another one may have nothing and be refused. */
const isAmong = <P>(features: readonly FeatureCode[], shown: MenuTab<P> | undefined) =>
  shown?.features?.every((feature) => features.includes(feature)) ?? false

const labelOf = <P>({ label, without, tabs }: Place<P>, first: MenuTab<P>) =>
  without && first !== tabs[0] ? without : label

/** The tab of which an address is a page; undefined for a page of no place. */
export function currentTab<P>(menu: readonly Place<P>[], path: string): MenuTab<P> | undefined {
  let found: MenuTab<P> | undefined
  let longest = 0
  for (const tab of menu.flatMap(({ tabs }) => tabs))
    for (const address of [tab.href, ...(tab.also ?? [])])
      if (address.length > longest && isWithin(address, path)) [found, longest] = [tab, address.length]
  return found
}

const isWithin = (address: string, path: string) =>
  path.startsWith(address) && (path.length === address.length || path[address.length] === '/')
