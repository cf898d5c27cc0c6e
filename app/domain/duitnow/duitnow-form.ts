import { z } from 'zod'
import { settingVersion } from '#app/domain/fields.ts'

/** A picture of the QR that a bank has issued. */
export const duitNowForm = z.object({
  picture: z
    .instanceof(File, { error: 'file.choose' })
    // What a browser sends for no file.
    .refine(({ name, size }) => name !== '' || size > 0, 'file.choose'),
  version: settingVersion,
})
export type DuitNowInput = z.output<typeof duitNowForm>
