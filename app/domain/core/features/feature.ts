import type { Permission } from '#app/domain/core/access/access.ts'

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

/** In every package and never switched off: what an organisation owes its families and its auditors. */
export const essentialFeatures: readonly FeatureCode[] = ['invoicing', 'cash', 'tenant_export']

export const isEssential = (code: FeatureCode) => essentialFeatures.includes(code)

/**
 * What people may do only with a feature. A feature stands before doing something new and never before what was done: who
 * has another package now still sees the gifts, statements and discounts of before, and undoes what must be undone.
 */
const doings: Partial<Record<FeatureCode, readonly Permission[]>> = {
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
  trainer_pay: ['report_trainer.view', 'report_trainer.print'],
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
  Object.entries(doings).flatMap(([code, permissions]) =>
    permissions.map((permission) => [permission, code as FeatureCode] as const),
  ),
)

/** The feature without which nobody of an organisation may do something; undefined for what every package holds. */
const featureBehind = (permission: Permission): FeatureCode | undefined =>
  featuresByPermission.get(permission)

/** The one that an organisation with these features lacks for something; undefined when it may be done. */
export function featureLacking(features: readonly string[], permission: Permission): FeatureCode | undefined {
  const code = featureBehind(permission)
  return code && !features.includes(code) ? code : undefined
}

/** The ways to pay that are features of their own, by the code of the payment option; the others every package holds. */
export const methodFeatures: Readonly<Record<string, FeatureCode>> = {
  fpx_b2c: 'fpx',
  fpx_b2b1: 'fpx_b2b1',
  chip: 'chip',
  bank_transfer: 'bank_transfer',
}
