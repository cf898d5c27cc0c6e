import { z } from 'zod'
import { featureCodes } from '#app/domain/core/features/feature.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** Empty: as many as an organisation likes. */
const limit = z.number().int().min(1).max(1_000_000).optional()
/** RM100,000.00 */
const fee = ringgit({ max: 10_000_000 })

/** New and edit. Fees in sen; those of a transaction are for one payment by FPX. */
export const packageForm = z.object({
  code,
  name: text({ min: 2, max: 80 }),
  description: lines(500).optional(),
  registration_fee_sen: fee,
  yearly_fee_sen: fee,
  transaction_fee_sen: fee,
  transaction_fee_b2b1_sen: fee,
  included_credit: z.number().int().min(0).max(1_000_000),
  student_limit: limit,
  branch_limit: limit,
  staff_limit: limit,
  storage_mb: limit,
  trial_days: z.number().int().min(0).max(365),
  features: z.array(z.enum(featureCodes)).max(featureCodes.length).optional(),
  is_public: z.boolean().optional(),
  sort_order: z.number().int().min(0).max(999),
  version: version.optional(),
})
export type PackageInput = z.output<typeof packageForm>
