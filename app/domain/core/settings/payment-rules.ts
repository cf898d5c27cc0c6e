import type { FeeRules } from '#app/domain/core/invoicing/fpx-fee.ts'

/** Who bears the fee of an online payment: the payer, the organisation, or the organisation a part of it. */
export const feeBearers = ['none', 'full', 'part'] as const satisfies readonly FeeRules['subsidy'][]

/**
 * Whether a part may be paid online: not at all; of whatever the payer chooses; or only of what the family owes since
 * longest, so that nothing older is left behind.
 */
export const partRules = ['none', 'any', 'oldest_first'] as const
export type PartRule = (typeof partRules)[number]

/** The organisation's setting `part_payment`. */
export interface PartRules {
  rule: PartRule
  /** The smallest part, before any fee. */
  min_sen: number
}

/** In sen: FPX takes no less. */
export const smallestPart = 1_00

/** The least that may be paid of what is due, in sen: all of it where that is less than a part. */
export const leastOf = ({ min_sen }: PartRules, due_sen: number) => Math.min(min_sen, due_sen)
