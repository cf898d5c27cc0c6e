import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'
import { receiptSizes } from '#app/domain/core/settings/receipt-size.ts'

/** How money is taken at the counter; a box that is not ticked is a no. `version` is 0 before the first change. */
export const counterSettingForm = z.object({
  round_cash: z.boolean().optional(),
  receipt_size: z.enum(receiptSizes),
  version: settingVersion,
})
