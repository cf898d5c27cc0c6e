import { type Kysely, sql } from 'kysely'
import type { Permission } from '#app/domain/core/access/access.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** What the product does that a package may hold; each has its words in `feature.json`. */
export const featureCodes = [
  'invoicing',
  'recurring',
  'discount_rules',
  'fpx',
  'fpx_b2b1',
  'chip',
  'cash',
  'bank_transfer',
  'statement_matching',
  'online_registration',
  'attendance',
  'trainer_pay',
  'announcement_sms',
  'announcement_whatsapp',
  'infaq',
  'zakat',
  'reports_basic',
  'reports_full',
  'einvoice',
  'einvoice_selfbilled',
  'custom_domain',
  'custom_smtp',
  'label_override',
  'branches',
  'audit_export',
  'api',
  'tenant_export',
] as const
export type FeatureCode = (typeof featureCodes)[number]

/** In every package and never switched off: parents and auditors rely on them. */
export const essentialFeatures: readonly FeatureCode[] = ['invoicing', 'cash', 'tenant_export']

export const isEssential = (code: FeatureCode) => essentialFeatures.includes(code)

/**
 * Permissions that need a feature. A feature only gates new work: after a change of package the existing donations,
 * statements and discounts can still be viewed and undone.
 */
const gatedPermissions: Partial<Record<FeatureCode, readonly Permission[]>> = {
  recurring: ['generation.preview', 'generation.run'],
  discount_rules: ['discount.create', 'discount.edit', 'student_discount.create', 'student_discount.request'],
  chip: ['chip.edit'],
  statement_matching: ['bank_statement.upload'],
  online_registration: ['registration_setting.edit'],
  attendance: ['attendance.create', 'attendance.edit'],
  infaq: ['infaq_type.create', 'infaq_type.edit'],
  zakat: ['zakat_type.create', 'zakat_type.edit'],
  reports_basic: ['report_student.view', 'report_student.print'],
  reports_full: [
    'report_branch_money.view',
    'report_branch_money.print',
    'report_branch_subject.view',
    'report_branch_subject.print',
  ],
  trainer_pay: ['trainer_pay.edit', 'report_trainer.view', 'report_trainer.print'],
  announcement_sms: ['announcement.send'],
  einvoice: ['einvoice.submit', 'einvoice_setting.edit', 'consolidation.edit'],
  custom_domain: ['domain.edit'],
  custom_smtp: ['smtp.edit', 'smtp.test'],
  label_override: ['label.edit'],
  branches: ['branch.create'],
  audit_export: ['audit.print'],
  api: ['api_key.edit'],
}

const featuresByPermission = new Map(
  Object.entries(gatedPermissions).flatMap(([code, permissions]) =>
    permissions.map((permission) => [permission, code as FeatureCode] as const),
  ),
)

/** The feature that an organisation with these features lacks for a permission; undefined when it needs none. */
export function featureLacking(features: readonly string[], permission: Permission): FeatureCode | undefined {
  const code = featuresByPermission.get(permission)
  return code && !features.includes(code) ? code : undefined
}

/** The ways to pay that are features of their own, by the code of the payment option; the others every package holds. */
export const methodFeatures: Readonly<Record<string, FeatureCode>> = {
  fpx_b2c: 'fpx',
  fpx_b2b1: 'fpx_b2b1',
  chip: 'chip',
  bank_transfer: 'bank_transfer',
}

/** Whether the current organisation has a feature, inside a query. */
export const hasFeature = (code: FeatureCode) => sql<boolean>`(select platform.has_feature(${code}))`

/** For jobs that start new work: the feature is there and the subscription is not over. */
export async function mayStartNew(db: Kysely<DB>, code: FeatureCode): Promise<boolean> {
  const { on } = await db
    .selectNoFrom(sql<boolean>`${hasFeature(code)} and ${allowsNewWork}`.as('on'))
    .executeTakeFirstOrThrow()
  return on
}

/** Whether the current organisation may start new work: not once its subscription is over; existing invoices stay payable. */
export const allowsNewWork = sql<boolean>`not exists (select from platform.subscription
  where entity_id = platform.current_entity() and status in ('limited', 'ended'))`

/** The role would allow it, but the organisation's package lacks the feature. */
export const featureRefusal = (code: FeatureCode) => new Refusal('feature.lacking', undefined, { code })
