import { z } from 'zod'
import { readAnchorCode } from './seal.ts'

/** The page to verify: a code of a seal that somebody kept, or nothing. */
export const verifyForm = z.object({
  /** Verifying is written down, so an empty post is not enough to begin it. */
  verify: z.literal('yes'),
  code: z
    .string()
    .max(500)
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return undefined
      const anchor = readAnchorCode(text)
      if (!anchor) context.addIssue({ code: 'custom', message: 'audit.code' })
      return anchor
    }),
})

export const anchorMailForm = z.object({
  anchor_mail: z.enum(['on', 'off']).transform((text) => text === 'on'),
})
