import { z } from 'zod'
import { settingVersion } from '#app/domain/fields.ts'

/** A picture of the QR that a bank has issued. */
export const duitNowForm = z.object({
  picture: z
    .instanceof(File, { error: 'input.required' })
    // What a browser sends for no file.
    .refine(({ name, size }) => name !== '' || size > 0, 'input.required'),
  version: settingVersion,
})
export type DuitNowInput = z.output<typeof duitNowForm>
