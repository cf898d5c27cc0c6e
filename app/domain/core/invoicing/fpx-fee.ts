import type { Model } from '#app/integrations/fpx/fields.ts'

/** The organisation's setting `fpx_fee`. */
export interface FeeRules {
  b2c_sen: number
  b2b1_sen: number
  subsidy: 'none' | 'full' | 'part'
  /** What the organisation bears of it when `subsidy` is `part`. */
  part_sen: number
}

export interface Fee {
  /** On top of the invoices; part of what the bank is asked for. */
  payer_fee_sen: number
  /** Taken from the organisation's share later. */
  tenant_fee_sen: number
}

/** Of one online payment, however many invoices it is for. */
export function feeOf(rules: FeeRules, model: Model): Fee {
  const fee = model === 'B2C' ? rules.b2c_sen : rules.b2b1_sen
  const tenant_fee_sen = { none: 0, full: fee, part: Math.min(rules.part_sen, fee) }[rules.subsidy]
  return { payer_fee_sen: fee - tenant_fee_sen, tenant_fee_sen }
}

export const noFee: Fee = { payer_fee_sen: 0, tenant_fee_sen: 0 }
