import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'
import { chipModes } from '#app/integrations/chip/config.ts'

/** Spaces around a key come from copying it. */
const key = z
  .string()
  .trim()
  .min(10)
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'chip.key_form')
  .optional()

/** A key that is not typed stays as it is; none is ever shown again. */
export const chipAccountForm = z.object({
  brand_id: z.string().trim().toLowerCase().pipe(z.uuid('chip.brand_form')),
  mode: z.enum(chipModes),
  test_key: key,
  live_key: key,
  version: settingVersion,
})
export type ChipAccountInput = z.output<typeof chipAccountForm>
