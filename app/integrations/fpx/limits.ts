import type { Model } from './fields.ts'

/** In sen, both allowed. */
export interface Limit {
  min_sen: number
  max_sen: number
}

/**
 * PayNet's limits per transaction. PayNet changes them, and a tenant may have narrower ones:
 * keep them as a setting and pass that setting on; these are only its starting values.
 */
export const DEFAULT_LIMITS: Readonly<Record<Model, Limit>> = {
  B2C: { min_sen: 1_00, max_sen: 30_000_00 },
  B2B1: { min_sen: 2_00, max_sen: 1_000_000_00 },
}

export type LimitRefusal = 'payment.b2c_min' | 'payment.b2c_max' | 'payment.b2b1_min' | 'payment.b2b1_max'

const REFUSALS = {
  B2C: { min: 'payment.b2c_min', max: 'payment.b2c_max' },
  B2B1: { min: 'payment.b2b1_min', max: 'payment.b2b1_max' },
} as const satisfies Record<Model, Record<'min' | 'max', LimitRefusal>>

/**
 * The refusal code of an amount (in sen, the payer's fee included) that FPX would not take, or null.
 * The buyer's own daily limit at the bank applies as well and shows only in the answer (code `48`).
 */
export function limitRefusal(
  model: Model,
  amount_sen: number,
  limits: Readonly<Record<Model, Limit>> = DEFAULT_LIMITS,
): LimitRefusal | null {
  if (amount_sen < limits[model].min_sen) return REFUSALS[model].min
  if (amount_sen > limits[model].max_sen) return REFUSALS[model].max
  return null
}
