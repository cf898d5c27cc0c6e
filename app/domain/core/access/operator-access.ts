import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Roles of the operator's staff; those of a tenant's people are in access.ts. */
export const operatorRoles = ['owner', 'finance', 'support', 'auditor'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The permission table of the main host: what is not listed is forbidden. */
export const operatorGrants = {
  'admin.dashboard.view': operatorRoles,
  'admin.profile.view': operatorRoles,
  'admin.profile.edit': operatorRoles,
  'admin.feature.view': operatorRoles,
  'admin.feature.edit': ['owner'],
  'admin.feature.print': ['owner', 'finance'],
  'admin.package.view': operatorRoles,
  'admin.package.edit': ['owner'],
  'admin.package.print': ['owner', 'finance'],
  'admin.registration.view': operatorRoles,
  'admin.registration.decide': ['owner', 'support'],
  'admin.registration.print': ['owner', 'support'],
  'admin.entity.view': operatorRoles,
  'admin.entity.create': ['owner'],
  'admin.entity.edit': ['owner', 'support'],
  'admin.entity.activate': ['owner'],
  'admin.entity.remove': ['owner'],
  'admin.entity.print': ['owner', 'finance'],
  'admin.entity_bank.confirm': ['owner', 'finance'],
  'admin.entity_bank.view': ['owner', 'finance', 'auditor'],
  'admin.subscription.view': operatorRoles,
  'admin.subscription.edit': ['owner', 'finance'],
  'admin.subscription.print': ['owner', 'finance'],
  'admin.collection.view': operatorRoles,
  'admin.collection.payer': ['owner', 'finance', 'auditor'],
  'admin.collection.print': ['owner', 'finance', 'auditor'],
  'admin.payment_exception.view': operatorRoles,
  'admin.payment_exception.settle': ['owner', 'finance'],
  'admin.payment_exception.print': ['owner', 'finance', 'auditor'],
  'admin.zakat.view': ['owner', 'finance', 'auditor'],
  'admin.zakat.decide': ['owner', 'finance'],
  'admin.zakat.print': ['owner', 'finance', 'auditor'],
  'admin.payout.view': ['owner', 'finance', 'auditor'],
  'admin.payout.create': ['owner', 'finance'],
  'admin.payout.approve': ['owner'],
  'admin.payout.print': ['owner', 'finance', 'auditor'],
  'admin.revenue.view': ['owner', 'finance', 'auditor'],
  'admin.revenue.edit': ['owner', 'finance'],
  'admin.revenue.print': ['owner', 'finance', 'auditor'],
  'admin.audit.view': ['owner', 'finance', 'auditor'],
  'admin.audit.own': ['support'],
  'admin.audit.print': ['owner', 'auditor'],
  'admin.entity.help': ['support'],
  'admin.operator.view': ['owner'],
  'admin.operator.edit': ['owner'],
  'admin.fpx.view': ['owner', 'support', 'auditor'],
  'admin.legal.view': operatorRoles,
  'admin.legal.edit': ['owner'],
  'admin.holiday.view': operatorRoles,
  'admin.holiday.edit': ['owner', 'finance', 'support'],
  'admin.job.view': ['owner', 'support', 'auditor'],
  'admin.job.retry': ['owner', 'support'],
} satisfies Record<string, readonly OperatorRole[]>
export type OperatorPermission = keyof typeof operatorGrants

export function operatorMay(role: OperatorRole, permission: OperatorPermission): boolean {
  return (operatorGrants[permission] as readonly OperatorRole[]).includes(role)
}

/** Active operators whose role has a permission, with what a mail to them needs. */
export function operatorsWho(db: Kysely<DB>, permission: OperatorPermission) {
  return db
    .selectFrom('platform.operator')
    .select(['id', 'name', 'email', 'locale'])
    .where('status', '=', 'active')
    .where(
      'role',
      'in',
      operatorRoles.filter((role) => operatorMay(role, permission)),
    )
}
