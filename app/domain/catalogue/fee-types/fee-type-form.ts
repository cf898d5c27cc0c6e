import { z } from 'zod'
import { code, text, version } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** New and edit. An emptied field is written as empty. */
export const feeTypeForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  fee_category_id: z.uuid(),
  default_amount_sen: ringgit({ max: 10_000_000 }),
  taxable: z.boolean().optional(),
  refundable: z.boolean().optional(),
  gl_code: text({ max: 20 }).optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
