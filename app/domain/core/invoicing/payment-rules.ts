import type { Model } from '#app/integrations/fpx/fields.ts'

/** The fee of an FPX payment by the organisation's package, and who pays it by the setting `fpx_fee`. */
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

/** The fee of one online payment, however many invoices it pays. */
export function feeOf(rules: FeeRules, model: Model): Fee {
  const fee = model === 'B2C' ? rules.b2c_sen : rules.b2b1_sen
  const tenant_fee_sen = { none: 0, full: fee, part: Math.min(rules.part_sen, fee) }[rules.subsidy]
  return { payer_fee_sen: fee - tenant_fee_sen, tenant_fee_sen }
}

export const noFee: Fee = { payer_fee_sen: 0, tenant_fee_sen: 0 }

/** How much of the online payment fee the organisation bears: nothing, all of it, or a part. */
export const feeBearers = ['none', 'full', 'part'] as const satisfies readonly FeeRules['subsidy'][]

/**
 * Whether a part may be paid online: not at all; of whatever the payer chooses; or only of what the family owes since
 * longest, so that nothing older is left behind.
 */
export const partRules = ['none', 'any', 'oldest_first'] as const
type PartRule = (typeof partRules)[number]

/** The organisation's setting `part_payment`. */
export interface PartRules {
  rule: PartRule
  /** The smallest part, before any fee. */
  min_sen: number
}

/** In sen; the minimum of FPX. */
export const smallestPart = 1_00

/** The smallest allowed payment, in sen: the whole amount due where that is less than the minimum part. */
export const leastOf = ({ min_sen }: PartRules, due_sen: number) => Math.min(min_sen, due_sen)
