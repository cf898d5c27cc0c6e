import { z } from 'zod'
import { isPlainDate } from './dates.ts'

/** Line breaks and control characters have no place in one line of text. */
const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u

/** One line of text, trimmed. Messages are codes of `refusal.json`. */
export function text(options: { min?: number; max: number }) {
  return z
    .string()
    .trim()
    .min(options.min ?? 1)
    .max(options.max)
    .regex(oneLine, 'input.control_character')
}

/** Several lines of text, trimmed, with line breaks as LF. */
export function lines(max: number) {
  return z
    .string()
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(max))
}

/** A code of the catalogue: upper case, unique in its noun whatever the case. */
export const code = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9._/-]*$/, 'input.code')

/** Why something was done to money, in one line; kept for good. */
export const reason = z
  .string()
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(10, 'invoice.reason').max(300, 'invoice.reason'))

/** An e-mail address, in small letters. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** The version that the form was opened with; saving over another one is refused. */
export const version = z.coerce.number().int().min(1)

/** A verb that needs no more than the version of what was seen. */
export const versionForm = z.object({ version })

/** A plain date that exists. */
export const plainDate = z.string().trim().refine(isPlainDate, 'input.date')

/** A verb that needs no more than its button. */
export const noFields = z.object({})
