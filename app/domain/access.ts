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
const office = { ...managers, supervisor: 'branch', clerk: 'branch' } as const
const everybody = {
  ...office,
  'class-admin': 'branch',
  'class-assistant': 'class',
  trainer: 'own',
  parent: 'own',
} as const

/** The permission table: who may do what, and with which rows. What is not here nobody may do. */
export const grants = {
  'dashboard.view': everybody,
  'dashboard.figures': { ...managers, supervisor: 'branch' },
  'dashboard.counter': { clerk: 'branch' },
  'dashboard.family': { parent: 'own' },
  'dashboard.classes': { 'class-admin': 'branch', 'class-assistant': 'class', trainer: 'class' },
  'category.view': {
    ...managers,
    supervisor: 'all',
    clerk: 'all',
    'class-admin': 'all',
    trainer: 'all',
    'class-assistant': 'all',
  },
  'category.create': { ...managers, 'class-admin': 'all' },
  'category.edit': { ...managers, 'class-admin': 'all' },
  'category.remove': managers,
  'category.print': { ...managers, supervisor: 'all', 'class-admin': 'all' },
  'invoice.view': { ...office, parent: 'own' },
  'invoice.create': { ...managers, clerk: 'branch' },
  'invoice.edit': { ...managers, clerk: 'branch' },
  'invoice.issue': { ...managers, clerk: 'branch' },
  'invoice.cancel': { ...managers, supervisor: 'branch' },
  'invoice.print': { ...office, parent: 'own' },
  'payment.view': { ...office, parent: 'own' },
  'payment.record': office,
  'payment.print': { ...office, parent: 'own' },
  'payment.enquire': office,
  'payment.enquire_print': managers,
  'payment.backdate': managers,
  'collection.view': office,
  'collection.history': { ...managers, supervisor: 'branch' },
  'collection.print': { ...managers, supervisor: 'branch' },
  'student.view': { ...office, 'class-admin': 'branch' },
} satisfies Record<string, Grant>
export type Permission = keyof typeof grants
export const permissions = Object.keys(grants) as Permission[]

/** The operator's table (main host). */
export const operatorGrants = {
  'admin.dashboard.view': ['owner', 'finance', 'support', 'auditor'],
  'admin.collection.view': ['owner', 'finance', 'support', 'auditor'],
  'admin.collection.print': ['owner', 'finance', 'auditor'],
  'admin.entity.view': ['owner', 'finance', 'support', 'auditor'],
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
