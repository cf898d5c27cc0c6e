import { z } from 'zod'
import { plainDate } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** As whom somebody pays through FPX, by which the bank charges. */
export const fpxModels = ['B2C', 'B2B1'] as const

export const bankCostForm = z.object({
  model: z.enum(fpxModels),
  from_on: plainDate,
  cost_sen: ringgit({ max: 10_000 }),
})
export type BankCostInput = z.output<typeof bankCostForm>
