/** What packages may hold, in the order in which they are compared; their names and texts are in `feature.json`. */
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

/** Keys of the words of a feature. */
export const featureWords = (code: FeatureCode) => ({
  name: `feature.${code}.name` as const,
  text: `feature.${code}.text` as const,
})
