import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { chipLimitRefusal } from '#app/integrations/chip/limits.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { type Limit, limitRefusal } from '#app/integrations/fpx/limits.ts'

/** The refusal of a sum that FPX, or the organisation by FPX, does not take, with the limit that it names; else null. */
export function beyondFpx(
  model: Model,
  amount_sen: number,
  limits: Readonly<Record<Model, Limit>>,
): Refusal | null {
  return named(limitRefusal(model, amount_sen, limits), limits[model])
}

/** The same of a sum by CHIP. */
export function beyondChip(amount_sen: number, limits: Limit): Refusal | null {
  return named(chipLimitRefusal(amount_sen, limits), limits)
}

function named(
  code: ReturnType<typeof limitRefusal> | ReturnType<typeof chipLimitRefusal>,
  { min_sen, max_sen }: Limit,
): Refusal | null {
  return (
    code && new Refusal(code, undefined, { limit: formatRinggit(code.endsWith('min') ? min_sen : max_sen) })
  )
}
