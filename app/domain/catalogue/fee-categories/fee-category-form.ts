import { z } from 'zod'
import { code, text, version } from '#app/domain/core/fields.ts'
import { einvoiceClassifications, feeKinds } from './fee-category.ts'

/** New and edit. An emptied field is written as empty. */
export const feeCategoryForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  kind: z.enum(feeKinds),
  einvoice_classification: z.enum(einvoiceClassifications),
  discountable: z.boolean().optional(),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
