import { z } from 'zod'
import { chosenFile, settingVersion } from '#app/domain/core/fields.ts'

/** A picture of the QR that a bank has issued. */
export const duitNowForm = z.object({
  picture: chosenFile,
  version: settingVersion,
})
export type DuitNowInput = z.output<typeof duitNowForm>
