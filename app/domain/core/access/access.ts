/** The roles of a tenant's people; those of operators are separate: operator-access.ts. */
export const roles = [
  'superadmin',
  'admin',
  'supervisor',
  'clerk',
  'class-admin',
  'class-assistant',
  'trainer',
  'parent',
] as const
export type Role = (typeof roles)[number]

/** A session may also be an operator's support visit: nobody can be given that role, and it sees what an administrator sees. */
export type SessionRole = Role | 'helper'

/** Which rows a permission reaches: own (and own children's), assigned classes, own branches, the whole tenant. */
const narrowToWide = ['own', 'class', 'branch', 'all'] as const
export type Scope = (typeof narrowToWide)[number]

/** Who may do something, each role with the rows that it reaches. */
type Grant = Partial<Record<Role, Scope>>

/* Groups of roles that the permission table often grants together, each role with the rows it reaches. */

const managers = { superadmin: 'all', admin: 'all' } as const
const heads = { ...managers, supervisor: 'branch' } as const
/** Who sees money. */
const office = { ...heads, clerk: 'branch' } as const
/** Who looks after classes; these roles and trainers never receive a money figure. */
const academic = { ...heads, 'class-admin': 'branch' } as const
const officeAndAcademic = { ...office, 'class-admin': 'branch' } as const
const teaching = { 'class-assistant': 'class', trainer: 'class' } as const
const officeEverywhere = { superadmin: 'all', admin: 'all', supervisor: 'all', clerk: 'all' } as const
const staffEverywhere = {
  ...officeEverywhere,
  'class-admin': 'all',
  'class-assistant': 'all',
  trainer: 'all',
} as const
const everybodyEverywhere = { ...staffEverywhere, parent: 'all' } as const
const superadmin = { superadmin: 'all' } as const
const parent = { parent: 'own' } as const
const everybody = {
  ...officeAndAcademic,
  'class-assistant': 'class',
  trainer: 'own',
  parent: 'own',
} as const
const everybodysOwn = {
  superadmin: 'own',
  admin: 'own',
  supervisor: 'own',
  clerk: 'own',
  'class-admin': 'own',
  'class-assistant': 'own',
  trainer: 'own',
  parent: 'own',
} as const

/** What is everybody’s own. */
const ownGrants = {
  'dashboard.view': everybody,
  'dashboard.figures': heads,
  'dashboard.counter': { clerk: 'branch' },
  'dashboard.family': parent,
  'dashboard.classes': { 'class-admin': 'branch', ...teaching },
  'profile.view': everybodysOwn,
  'profile.edit': everybodysOwn,
  'help.view': everybodyEverywhere,
} satisfies Record<string, Grant>

/** The organisation itself and its settings. */
const organisationGrants = {
  'entity.view': everybodyEverywhere,
  'entity.edit': managers,
  'branch.view': { ...everybody, trainer: 'class' },
  'branch.create': managers,
  'branch.edit': managers,
  'branch.remove': superadmin,
  'branch.print': heads,
  'branding.view': { ...managers, supervisor: 'all' },
  'branding.edit': managers,
  'label.view': { ...managers, supervisor: 'all' },
  'label.edit': managers,
  'bank.view': managers,
  'bank.edit': superadmin,
  'gateway.view': managers,
  'gateway.edit': superadmin,
  'chip.edit': superadmin,
  'smtp.view': managers,
  'smtp.edit': managers,
  'smtp.test': managers,
  'smtp.remove': managers,
  'domain.view': managers,
  'domain.edit': superadmin,
  'domain.remove': superadmin,
  'support.view': managers,
  'support.allow': superadmin,
  'support.end': managers,
  'legal_paper.view': managers,
  'legal_paper.edit': superadmin,
  'legal_paper.agree': superadmin,
  'consent.view': superadmin,
  'consent.print': superadmin,
  'invoice_setting.view': officeEverywhere,
  'invoice_setting.edit': managers,
  'registration_setting.view': { ...officeEverywhere, 'class-admin': 'all' },
  'registration_setting.edit': managers,
  'einvoice_setting.view': managers,
  'einvoice_setting.edit': superadmin,
  'subscription.view': managers,
  'subscription.renew': superadmin,
  'subscription.print': managers,
  'credit.view': officeEverywhere,
  'credit.top_up': managers,
} satisfies Record<string, Grant>

/** Colleagues, families, students and what is known of them. */
const peopleGrants = {
  'staff.view': academic,
  'staff.create': managers,
  'staff.edit': managers,
  'staff.remove': managers,
  'staff.print': managers,
  'role.view': superadmin,
  'role.give': managers,
  'trainer.view': { ...officeAndAcademic, 'class-assistant': 'class', trainer: 'own', parent: 'own' },
  'trainer.create': { ...managers, 'class-admin': 'branch' },
  'trainer.edit': { ...academic, trainer: 'own' },
  'trainer.remove': managers,
  'trainer.print': academic,
  'trainer_pay.view': { ...heads, trainer: 'own' },
  'trainer_pay.edit': managers,
  'trainer_pay.approve': superadmin,
  'trainer_pay.print': heads,
  'parent.view': { ...officeAndAcademic, 'class-assistant': 'class', ...parent },
  'parent.create': { ...managers, clerk: 'branch' },
  'parent.edit': { ...office, ...parent },
  'parent.remove': managers,
  'parent.print': office,

  // The family's account shows money, so class roles never get it.
  'family.view': office,
  'family.note': office,
  'family.contact': office,
  'family.file': office,
  'family.file_remove': heads,
  'family.join': heads,
  'student.view': { ...officeAndAcademic, ...teaching, ...parent },
  'student.create': officeAndAcademic,
  'student.edit': officeAndAcademic,
  'student.remove': managers,
  'student.print': officeAndAcademic,
  'student.request_change': parent,

  // Parents' change requests are decided by those who may edit the student.
  'student_change.view': { ...officeAndAcademic, ...parent },
  'student_change.print': officeAndAcademic,
  'identity.view': { ...heads, ...parent },

  // With most characters masked.
  'identity.masked': { clerk: 'branch', 'class-admin': 'branch' },
  'identity.reveal': office,
  'health.view': { ...officeAndAcademic, ...teaching, ...parent },
  'health.edit': { ...officeAndAcademic, ...parent },
  'enrolment.view': { ...officeAndAcademic, ...teaching, ...parent },
  'enrolment.create': officeAndAcademic,
  'enrolment.edit': officeAndAcademic,
  'enrolment.remove': academic,

  // A price of a student's own replaces any discount.
  'enrolment_fee.edit': managers,
  'application.view': { ...officeAndAcademic, ...parent },
  'application.create': { ...managers, clerk: 'branch', ...parent },
  'application.edit': { ...managers, clerk: 'branch' },
  'application.approve': heads,

  // Only if the organisation's settings allow it.
  'application.approve_if_set': { 'class-admin': 'branch' },
  'application.withdraw': parent,
  'application.print': office,
} satisfies Record<string, Grant>

/** What is taught and what it costs. */
const catalogueGrants = {
  'department.view': staffEverywhere,
  'department.create': { ...managers, 'class-admin': 'all' },
  'department.edit': { ...managers, 'class-admin': 'all' },
  'department.remove': managers,
  'department.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },
  'category.view': staffEverywhere,
  'category.create': { ...managers, 'class-admin': 'all' },
  'category.edit': { ...managers, 'class-admin': 'all' },
  'category.remove': managers,
  'category.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },
  'program.view': staffEverywhere,
  'program.create': { ...managers, 'class-admin': 'all' },
  'program.edit': { ...managers, 'class-admin': 'all' },
  'program.remove': managers,
  'program.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },
  'module.view': staffEverywhere,
  'module.create': { ...managers, 'class-admin': 'all' },
  'module.edit': { ...managers, 'class-admin': 'all' },
  'module.remove': managers,
  'module.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },

  // Catalogue. A permission named after a part of the rows gives that part and no more.
  'catalogue.view_active': { parent: 'all' },
  'subject.view': { ...officeAndAcademic, clerk: 'all', ...teaching, ...parent },
  'subject.view_open': { parent: 'all' },
  'subject.create': { ...managers, 'class-admin': 'branch' },
  'subject.edit': academic,
  'subject.remove': { ...managers, 'class-admin': 'branch' },
  'subject.print': academic,
  'fee_category.view': officeEverywhere,
  'fee_category.create': managers,
  'fee_category.edit': managers,
  'fee_category.remove': managers,
  'fee_category.print': { ...managers, supervisor: 'all' },
  'fee_type.view': officeEverywhere,
  'fee_type.create': managers,
  'fee_type.edit': managers,
  'fee_type.remove': managers,
  'fee_type.print': { ...managers, supervisor: 'all' },
  'line_template.view': officeEverywhere,
  'line_template.create': managers,
  'line_template.edit': managers,
  'line_template.remove': managers,
  'line_template.print': { ...managers, supervisor: 'all' },
  'subject_fee.view': officeEverywhere,
  'subject_fee.view_price': { parent: 'all' },
  'subject_fee.create': managers,
  'subject_fee.edit': managers,
  'subject_fee.remove': managers,
  'subject_fee.print': { ...managers, supervisor: 'all' },

  // Moves all enrolments and prices to the next academic year at once.
  'rollover.view': managers,
  'rollover.manage': managers,
  'rollover.print': managers,
  'discount.view': officeEverywhere,
  'discount.create': managers,
  'discount.edit': managers,
  'discount.remove': managers,
  'discount.print': managers,

  // Simulates what a discount rule would cost and whom it would reach.
  'discount.try': heads,
  'student_discount.view': { ...office, ...parent },
  'student_discount.request': { clerk: 'branch' },
  'student_discount.create': heads,
  'student_discount.approve': heads,
  'student_discount.remove': managers,
  'student_discount.print': heads,
} satisfies Record<string, Grant>

/** Invoices, payments and the books. */
const moneyGrants = {
  'invoice.view': { ...office, ...parent },
  'invoice.paid_flag': { 'class-admin': 'class' },
  'invoice.create': { ...managers, clerk: 'branch' },
  'invoice.edit': { ...managers, clerk: 'branch' },
  'invoice.issue': { ...managers, clerk: 'branch' },
  'invoice.cancel': heads,
  'invoice.request_cancel': { clerk: 'branch' },
  'invoice.print': { ...office, ...parent },
  'generation.preview': officeEverywhere,
  'generation.run': { ...managers, supervisor: 'all' },

  // A supervisor undoes what they ran themselves.
  'generation.undo': { ...managers, supervisor: 'own' },
  'reminder.view': office,
  'reminder.remind': office,
  'reminder.hold': office,
  'reminder.print': heads,
  'arrangement.view': { ...office, ...parent },
  'arrangement.request': office,
  'arrangement.approve': heads,
  'arrangement.print': { ...office, ...parent },
  'payment.view': { ...office, ...parent },
  'payment.record': office,
  'payment.print': { ...office, ...parent },
  'payment.enquire': office,
  'payment.enquire_print': managers,
  'payment.backdate': managers,
  'payment.pay_online': { ...office, ...parent },
  'payment.confirm_slip': office,
  'payment.cancel': heads,
  'payment.request_cancel': { clerk: 'branch' },
  'arrears.view': office,
  'family_credit.view': { ...office, ...parent },
  'family_credit.print': { ...heads, ...parent },
  'credit_move.view': office,
  'credit_move.request': office,
  'credit_move.approve': managers,
  'credit_move.print': heads,

  // A parent sees their own; a refund is paid only after two people agreed, one of them an administrator.
  'credit_refund.view': { ...office, ...parent },
  'credit_refund.request': office,
  'credit_refund.approve': managers,
  'credit_refund.pay': managers,
  'credit_refund.print': office,
  'transfer_slip.view': { ...office, ...parent },
  'transfer_slip.print': office,

  // A statement of the whole organisation needs the scope `all`.
  'bank_statement.view': office,
  'bank_statement.upload': office,
  'bank_statement.decide': office,
  'bank_statement.undo': heads,
  'bank_statement.print': office,
  'statement.view': { ...office, ...parent },

  // To the address of the family that is on file
  'statement.mail': { ...office, ...parent },
  'refund.view': { ...office, ...parent },
  'refund.request': { supervisor: 'branch', clerk: 'branch' },
  'refund.create': managers,
  'refund.approve': managers,

  // Mismatches and double payments of FPX; a refund needs two managers.
  'payment_exception.view': office,
  'payment_exception.settle': heads,
  'payment_exception.approve': managers,
  'payment_exception.print': heads,

  // A clerk reaches only their own drawer, so that a difference can only be theirs or a supervisor's.
  'drawer.fill': { ...heads, clerk: 'own' },
  'collection.view': office,
  'collection.history': heads,
  'collection.print': heads,
  'month.view': managers,
  'month.close': managers,
  'month.reopen': managers,
  'month.print': managers,
  'payout.view': managers,
  'payout.print': managers,
  'payment_option.view': officeEverywhere,
  'payment_option.view_active': { parent: 'all' },
  'payment_option.create': managers,
  'payment_option.edit': managers,
  'payment_option.remove': superadmin,
  'payment_option.print': managers,
  'infaq_type.view': officeEverywhere,
  'infaq_type.create': managers,
  'infaq_type.edit': managers,
  'infaq_type.remove': superadmin,
  'infaq_type.print': managers,
  'zakat_type.view': officeEverywhere,
  'zakat_type.create': managers,
  'zakat_type.edit': managers,
  'zakat_type.remove': superadmin,
  'zakat_type.print': managers,

  // The public donation page needs no permission; the office records donations made in person.
  'donation.view': { ...office, ...parent },
  'donation.record': office,
  'donation.print': { ...heads, ...parent },
  'fund_move.view': managers,
  'fund_move.request': managers,
  'fund_move.approve': managers,
  'fund_move.print': managers,
} satisfies Record<string, Grant>

/** Lessons and announcements. */
const classesGrants = {
  'attendance.view': { ...officeAndAcademic, ...teaching, ...parent },
  'attendance.create': { ...academic, ...teaching },
  'attendance.edit': { ...academic, ...teaching },
  'attendance.remove': { ...managers, 'class-admin': 'branch' },
  'attendance.print': academic,
  'attendance.reopen': academic,

  // A family says in advance that a child will not come, or the office enters it for them.
  'leave.request': { ...officeAndAcademic, ...parent },
  'announcement.view': { ...everybody, trainer: 'class' },
  'announcement.create': { ...officeAndAcademic, trainer: 'class' },
  'announcement.edit': managers,
  'announcement.remove': managers,
  'announcement.send': heads,
  'announcement.send_free': { ...officeAndAcademic, trainer: 'class' },
} satisfies Record<string, Grant>

/** Reports. */
const reportGrants = {
  'report_money.view': office,
  'report_money.print': office,
  'report_money.year_totals': heads,
  'report_generation.view': office,
  'report_generation.print': heads,
  'report_student.view': officeAndAcademic,
  'report_student.print': officeAndAcademic,
  'report_attendance.view': { ...academic, ...teaching, ...parent },
  'report_attendance.print': { ...academic, ...teaching },
  'report_branch_money.view': heads,
  'report_branch_money.print': heads,
  'report_branch_subject.view': officeAndAcademic,
  'report_branch_subject.print': academic,
  'report_trainer.view': { ...academic, trainer: 'own' },
  'report_trainer.print': { ...academic, trainer: 'own' },
} satisfies Record<string, Grant>

/** E-invoices. */
const einvoiceGrants = {
  'einvoice.view': { ...office, ...parent },
  'einvoice.print': heads,
  'einvoice.submit': managers,
  'einvoice.cancel': managers,
  'consolidation.view': { ...managers, supervisor: 'all' },
  'consolidation.edit': managers,
  'einvoice_request.view': { ...office, ...parent },
  'einvoice_request.create': parent,
  'einvoice_request.edit': { ...managers, clerk: 'branch' },
} satisfies Record<string, Grant>

/** The record of it all. */
const recordGrants = {
  'audit.view': managers,
  'audit.print': managers,
  'import.view': { ...managers, clerk: 'branch' },
  'import.run': managers,
  'import.upload': { ...managers, clerk: 'branch' },
  'backup.run': superadmin,
  'api_key.view': managers,
  'api_key.edit': superadmin,
} satisfies Record<string, Grant>

/**
 * The permission table: who may do what, and with which rows. What is not listed is forbidden. Its groups, and their
 * order, are those of the page of roles.
 */
export const grantGroups = {
  own: ownGrants,
  organisation: organisationGrants,
  people: peopleGrants,
  catalogue: catalogueGrants,
  money: moneyGrants,
  classes: classesGrants,
  report: reportGrants,
  einvoice: einvoiceGrants,
  record: recordGrants,
}

export const grants = {
  ...ownGrants,
  ...organisationGrants,
  ...peopleGrants,
  ...catalogueGrants,
  ...moneyGrants,
  ...classesGrants,
  ...reportGrants,
  ...einvoiceGrants,
  ...recordGrants,
} as const
export type Permission = keyof typeof grants
export const permissions = Object.keys(grants) as Permission[]

/** The widest scope that any of the roles gives for a permission; undefined when none gives it. */
export function scopeOf(held: readonly SessionRole[], permission: Permission): Scope | undefined {
  return reachOf(held).get(permission)
}

/** Cached by set of roles: one page asks for a hundred permissions and more. */
const reaches = new Map<string, ReadonlyMap<Permission, Scope>>()

function reachOf(held: readonly SessionRole[]): ReadonlyMap<Permission, Scope> {
  const name = held.join(' ')
  let reach = reaches.get(name)
  if (!reach) {
    reach = new Map(permissions.flatMap((one) => widest(held, one)))
    reaches.set(name, reach)
  }
  return reach
}

function widest(held: readonly SessionRole[], permission: Permission): [Permission, Scope][] {
  const grant: Grant = grants[permission]
  const given = held.map((role) => {
    if (role === 'helper') return helperMay(permission) ? grant.admin : undefined
    return grant[role]
  })
  const scope = narrowToWide.findLast((one) => given.includes(one))
  return scope ? [[permission, scope]] : []
}

/** The roles that grant a permission on their own, with this scope or with any. */
export const rolesWith = (permission: Permission, scope?: Scope): Role[] =>
  roles.filter((role) => {
    const given = scopeOf([role], permission)
    return scope ? given === scope : given !== undefined
  })

/** Permissions that only look though their name does not end in `.view`. */
export const otherViewPermissions: ReadonlySet<string> = new Set(['dashboard.figures'])

/** Never shown on a support visit: bank accounts and credentials, personal profiles, health data. */
export const hiddenFromHelpers: ReadonlySet<string> = new Set([
  'profile.view',
  'bank.view',
  'gateway.view',
  'smtp.view',
  'api_key.view',
  'health.view',
  'support.view',
])

/**
 * A support visit is read-only: only permissions named `.view` are allowed, so that any new permission is denied by default.
 * Printing, exporting and revealing masked values are permissions of their own and denied too.
 */
const helperMay = (permission: string): boolean =>
  (permission.endsWith('.view') && !hiddenFromHelpers.has(permission)) || otherViewPermissions.has(permission)

/** The profiles one person may have, each with pages and a table of its own. */
export const profileNames = ['staff', 'trainer', 'parent'] as const
export type ProfileName = (typeof profileNames)[number]

const profileOfRole = (role: Role): ProfileName => (role === 'trainer' || role === 'parent' ? role : 'staff')

export function profilesOf(held: readonly Role[]): ProfileName[] {
  return profileNames.filter((name) => held.some((role) => profileOfRole(role) === name))
}

/** Only the roles of one profile; all roles for a profile that they do not include. */
export function rolesWithin(held: readonly Role[], profile: ProfileName | null): Role[] {
  const within = held.filter((role) => profile === null || profileOfRole(role) === profile)
  return within.length > 0 ? within : [...held]
}
