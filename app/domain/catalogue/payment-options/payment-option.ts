import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { CHIP_LIMITS } from '#app/integrations/chip/limits.ts'
import { DEFAULT_LIMITS, type Limit } from '#app/integrations/fpx/limits.ts'

/** Ways to pay that an organisation offers. */
export const optionMethods = ['fpx_b2c', 'fpx_b2b1', 'chip', 'cash', 'bank_transfer'] as const

/** What the gateway itself takes of one payment; null for a method that has no gateway and so no limits. */
export function gatewayLimits(method: string): Limit | null {
  return { fpx_b2c: DEFAULT_LIMITS.B2C, fpx_b2b1: DEFAULT_LIMITS.B2B1, chip: CHIP_LIMITS }[method] ?? null
}

interface Described {
  method: string
  min_sen: number | null
  max_sen: number | null
  needs_slip: boolean
  sort_order: number
  instructions: string | null
}

/** What a way to pay is, besides its code and name. */
export const paymentOptionFacts = (row: Described, t: Words): PlainFact[] => [
  { label: t('payment_option.method'), value: t(`payment_option.methods.${row.method}`) },
  ...(gatewayLimits(row.method)
    ? [
        {
          label: t('payment_option.min_sen'),
          value: row.min_sen === null ? null : formatRinggit(row.min_sen),
        },
        {
          label: t('payment_option.max_sen'),
          value: row.max_sen === null ? null : formatRinggit(row.max_sen),
        },
      ]
    : []),
  { label: t('payment_option.needs_slip'), value: t(row.needs_slip ? 'common.yes' : 'common.no') },
  { label: t('payment_option.sort_order'), value: row.sort_order },
  { label: t('payment_option.instructions'), value: row.instructions, wide: true },
]
