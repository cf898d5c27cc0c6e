/** In sen, both allowed: FPX behind CHIP takes nothing below a ringgit, and no family's card much above. */
export const CHIP_LIMITS = { min_sen: 1_00, max_sen: 30_000_00 } as const

interface Limits {
  min_sen: number
  max_sen: number
}

export function chipLimitRefusal(amount_sen: number, limits: Limits) {
  if (amount_sen < limits.min_sen) return 'payment.chip_min' as const
  return amount_sen > limits.max_sen ? ('payment.chip_max' as const) : null
}
