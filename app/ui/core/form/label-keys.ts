/** Labels of fields that are not called as their field: of one noun, or wherever the field is asked for. */
const elsewhere: Readonly<Record<string, string>> = {
  'bank_change.bank_code': 'bank_change.bank_name',
  'donation.buyer_email': 'payment.buyer_email',
  'donation.donor_email': 'payment.buyer_email',
  'donation.paid_on': 'donation.given_on',
  'family.family_code': 'family.join_code',
  'payout.why': 'common.field.reason',
  'registration.bank_code': 'registration.bank_name',
  'registration.organisation_type': 'registration.type',
  'revenue.cost_sen': 'revenue.bank_cost',
  'registration_form.of': 'registration_form.asked_of',
  'rollover.reason': 'rollover.undo_reason',
  'setting.year.academic_year_start_month': 'setting.year.month',
  bank: 'fpx.bank.label',
  early_reason: 'payment.early_reason',
  max_sen: 'donation.max_sen',
  method: 'payment.method',
  min_sen: 'donation.min_sen',
  payer_name: 'payment.payer',
  reference_no: 'payment.reference_no',
}

/**
 * Where the label of a field may stand, the likeliest first. `items[2].price_sen` is called by its last part, and what is
 * chosen by its id as the thing itself: `package_id` is `subscription.package`.
 */
export function labelKeys(noun: string, name: string): string[] {
  const field = name.replace(/\[\d+\]$/, '').replace(/^.*\./, '')
  const chosen = field.replace(/_id$/, '')
  const own = elsewhere[`${noun}.${field}`]
  const any = elsewhere[field]
  return [
    ...(own ? [own] : []),
    ...[`${noun}.${field}`, `${noun}.${chosen}`, `common.field.${field}`, `common.field.${chosen}`],
    ...(any ? [any] : []),
  ]
}
