import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { feeBearers, partRules, smallestPart } from '#app/domain/core/settings/payment-rules.ts'

/** Who bears the fee of an online payment, and whether a part may be paid. */
export const paymentRulesForm = z
  .object({
    subsidy: z.enum(feeBearers),
    /** What the organisation bears, where it bears a part. */
    part_sen: ringgit().optional(),
    rule: z.enum(partRules),
    min_sen: ringgit({ min: smallestPart }).optional(),
    version: settingVersion,
  })
  .refine(({ subsidy, part_sen }) => subsidy !== 'part' || (part_sen ?? 0) > 0, {
    path: ['part_sen'],
    message: 'payment.fee_part_missing',
  })
  .refine(({ rule, min_sen }) => rule === 'none' || min_sen !== undefined, {
    path: ['min_sen'],
    message: 'payment.part_min_missing',
  })
export type PaymentRulesInput = z.output<typeof paymentRulesForm>
