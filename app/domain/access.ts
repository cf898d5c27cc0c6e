/** The roles of a tenant's people (spec §3). Operators are separate: {@link OperatorRole}. */
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

export const operatorRoles = ['owner', 'finance', 'support', 'auditor'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Which rows a permission reaches: own (and own children's), assigned classes, own branches, the whole tenant. */
const narrowToWide = ['own', 'class', 'branch', 'all'] as const
export type Scope = (typeof narrowToWide)[number]

type Grant = Partial<Record<Role, Scope>>

const managers = { superadmin: 'all', admin: 'all' } as const
/** Managers and the head of a branch. */
const heads = { ...managers, supervisor: 'branch' } as const
/** Who sees money: managers, heads, the counter. */
const office = { ...heads, clerk: 'branch' } as const
/** Who looks after classes; these roles and trainers never receive a money figure. */
const academic = { ...heads, 'class-admin': 'branch' } as const
const officeAndAcademic = { ...office, 'class-admin': 'branch' } as const
const teaching = { 'class-assistant': 'class', trainer: 'class' } as const
/** The whole office with one right in the whole organisation, where branches make no difference. */
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

/** The permission table: who may do what, and with which rows. What is not here nobody may do. */
export const grants = {
  'dashboard.view': everybody,
  'dashboard.figures': heads,
  'dashboard.counter': { clerk: 'branch' },
  'dashboard.family': parent,
  'dashboard.classes': { 'class-admin': 'branch', ...teaching },

  // The person's own account
  'profile.view': everybodysOwn,
  'profile.edit': everybodysOwn,

  // The organisation
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
  'smtp.view': managers,
  'smtp.edit': managers,
  'smtp.test': managers,
  'domain.view': managers,
  'domain.edit': superadmin,
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

  // People
  'staff.view': academic,
  'staff.create': managers,
  'staff.edit': managers,
  'staff.remove': managers,
  'staff.print': managers,
  'role.view': superadmin,
  'role.give': managers,
  'department.view': staffEverywhere,
  'department.create': { ...managers, 'class-admin': 'all' },
  'department.edit': { ...managers, 'class-admin': 'all' },
  'department.remove': managers,
  'department.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },
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
  'student.view': { ...officeAndAcademic, ...teaching, ...parent },
  'student.create': officeAndAcademic,
  'student.edit': officeAndAcademic,
  'student.remove': managers,
  'student.print': officeAndAcademic,
  'student.request_change': parent,
  'identity.view': { ...heads, ...parent },
  // With most of its letters hidden
  'identity.masked': { clerk: 'branch', 'class-admin': 'branch' },
  'identity.reveal': office,
  'health.view': { ...officeAndAcademic, ...teaching, ...parent },
  'health.edit': { ...officeAndAcademic, ...parent },
  'enrolment.view': { ...officeAndAcademic, ...teaching, ...parent },
  'enrolment.create': officeAndAcademic,
  'enrolment.edit': officeAndAcademic,
  'enrolment.remove': academic,
  'application.view': { ...officeAndAcademic, ...parent },
  'application.create': { ...managers, clerk: 'branch', ...parent },
  'application.edit': { ...managers, clerk: 'branch' },
  'application.approve': heads,
  // Where the organisation has decided so in its settings
  'application.approve_if_set': { 'class-admin': 'branch' },
  'application.remove': managers,
  'application.withdraw': parent,
  'application.print': office,

  // Catalogue. A permission named after a part of the rows gives that part and no more.
  'catalogue.view_active': { parent: 'all' },
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
  'subject.view': { ...officeAndAcademic, clerk: 'all', ...teaching, ...parent },
  'subject.view_open': { parent: 'all' },
  'subject.create': { ...managers, 'class-admin': 'branch' },
  'subject.edit': academic,
  'subject.remove': { ...managers, 'class-admin': 'branch' },
  'subject.print': academic,
  'fee.view': officeEverywhere,
  'fee.view_price': { parent: 'all' },
  'fee.create': managers,
  'fee.edit': managers,
  'fee.remove': managers,
  'fee.print': { ...managers, supervisor: 'all' },
  'discount.view': officeEverywhere,
  'discount.create': managers,
  'discount.edit': managers,
  'discount.remove': managers,
  'discount.print': managers,
  'student_discount.view': { ...office, ...parent },
  'student_discount.request': { clerk: 'branch' },
  'student_discount.create': heads,
  'student_discount.edit': managers,
  'student_discount.approve': heads,
  'student_discount.remove': managers,

  // Money
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
  'generation.undo': managers,
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
  'refund.view': { ...office, ...parent },
  'refund.request': { supervisor: 'branch', clerk: 'branch' },
  'refund.create': managers,
  'refund.approve': managers,
  'collection.view': office,
  'collection.history': heads,
  'collection.print': heads,
  'payout.view': managers,
  'payout.print': managers,
  'payment_option.view': officeEverywhere,
  'payment_option.view_active': { parent: 'all' },
  'payment_option.create': managers,
  'payment_option.edit': managers,
  'payment_option.remove': superadmin,
  'donation_type.view': officeEverywhere,
  'donation_type.view_active': { parent: 'all' },
  'donation_type.create': managers,
  'donation_type.edit': managers,
  'donation_type.remove': superadmin,
  'donation.view': { ...office, ...parent },
  'donation.create': { ...office, ...parent },
  'donation.print': { ...heads, ...parent },

  // Messages and classes
  'announcement.view': { ...everybody, trainer: 'class' },
  'announcement.create': { ...officeAndAcademic, trainer: 'class' },
  'announcement.edit': managers,
  'announcement.remove': managers,
  'announcement.send': heads,
  'announcement.send_free': { ...officeAndAcademic, trainer: 'class' },
  'attendance.view': { ...officeAndAcademic, ...teaching, ...parent },
  'attendance.create': { ...academic, ...teaching },
  'attendance.edit': { ...academic, ...teaching },
  'attendance.remove': { ...managers, 'class-admin': 'branch' },
  'attendance.print': academic,

  // Reports and e-invoices
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
  'einvoice.view': { ...office, ...parent },
  'einvoice.print': heads,
  'einvoice.submit': managers,
  'einvoice.cancel': managers,
  'consolidation.view': { ...managers, supervisor: 'all' },
  'consolidation.edit': managers,
  'einvoice_request.view': { ...office, ...parent },
  'einvoice_request.create': parent,
  'einvoice_request.edit': { ...managers, clerk: 'branch' },

  // Records
  'audit.view': managers,
  'audit.print': managers,
  'import.run': managers,
  'import.upload': { ...managers, clerk: 'branch' },
  'backup.run': superadmin,
  'api_key.view': managers,
  'api_key.edit': superadmin,
  'help.view': everybodyEverywhere,
} satisfies Record<string, Grant>
export type Permission = keyof typeof grants
export const permissions = Object.keys(grants) as Permission[]

const everyOperator = ['owner', 'finance', 'support', 'auditor'] as const

/** The operator's table (main host). */
export const operatorGrants = {
  'admin.dashboard.view': everyOperator,
  'admin.profile.view': everyOperator,
  'admin.profile.edit': everyOperator,
  'admin.feature.view': everyOperator,
  'admin.feature.edit': ['owner'],
  'admin.feature.print': ['owner', 'finance'],
  'admin.package.view': everyOperator,
  'admin.package.edit': ['owner'],
  'admin.package.print': ['owner', 'finance'],
  'admin.registration.view': everyOperator,
  'admin.registration.decide': ['owner', 'support'],
  'admin.registration.print': ['owner', 'support'],
  'admin.entity.view': everyOperator,
  'admin.entity.create': ['owner'],
  'admin.entity.edit': ['owner', 'support'],
  'admin.entity.activate': ['owner'],
  'admin.entity.remove': ['owner'],
  'admin.entity.print': ['owner', 'finance'],
  'admin.entity_bank.confirm': ['owner', 'finance'],
  'admin.entity_bank.view': ['owner', 'finance', 'auditor'],
  'admin.subscription.view': everyOperator,
  'admin.subscription.edit': ['owner', 'finance'],
  'admin.subscription.print': ['owner', 'finance'],
  'admin.collection.view': everyOperator,
  'admin.collection.payer': ['owner', 'finance', 'auditor'],
  'admin.collection.print': ['owner', 'finance', 'auditor'],
  'admin.payout.view': ['owner', 'finance', 'auditor'],
  'admin.payout.create': ['owner', 'finance'],
  'admin.payout.approve': ['owner'],
  'admin.payout.print': ['owner', 'finance', 'auditor'],
  'admin.revenue.view': ['owner', 'finance', 'auditor'],
  'admin.revenue.print': ['owner', 'finance', 'auditor'],
  'admin.audit.view': ['owner', 'finance', 'auditor'],
  'admin.audit.own': ['support'],
  'admin.audit.print': ['owner', 'auditor'],
  'admin.entity.help': ['support'],
  'admin.operator.view': ['owner'],
  'admin.operator.edit': ['owner'],
  'admin.job.view': ['owner', 'support', 'auditor'],
  'admin.job.retry': ['owner', 'support'],
} satisfies Record<string, readonly OperatorRole[]>
export type OperatorPermission = keyof typeof operatorGrants

/** The widest scope that any of the roles gives for a permission; undefined when none gives it. */
export function scopeOf(held: readonly Role[], permission: Permission): Scope | undefined {
  const grant: Grant = grants[permission]
  return narrowToWide.findLast((scope) => held.some((role) => grant[role] === scope))
}

export function operatorMay(role: OperatorRole, permission: OperatorPermission): boolean {
  return (operatorGrants[permission] as readonly OperatorRole[]).includes(role)
}
