import { z } from 'zod'
import { addressFields, missingOfAddress } from '#app/domain/core/contact/address.ts'
import { malaysianPhone } from '#app/domain/core/contact/phone.ts'
import { code, email, text, version } from '#app/domain/core/fields.ts'

/** New and edit. An emptied field is written as empty. */
export const branchForm = z
  .object({
    code,
    name: text({ min: 2, max: 150 }),
    is_hq: z.boolean().optional(),
    phone: malaysianPhone.optional(),
    email: email.optional(),
    ...addressFields,
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((branch, context) => {
    for (const field of missingOfAddress(branch))
      context.addIssue({ code: 'custom', path: [field], message: 'input.required' })
  })
export type BranchInput = z.output<typeof branchForm>
