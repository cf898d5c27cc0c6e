import { z } from 'zod'
import { isPlainDate } from './dates.ts'

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u
const someLines = /^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u
/** Characters of no width or ink; some join letters that can be seen, but alone they say nothing. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
const seen = (typed: string) => typed.replace(unseen, '').trim()

/** Trimmed. Messages are codes of `refusal.json`. */
export function text(options: { min?: number; max: number }) {
  return z
    .string()
    .trim()
    .min(options.min ?? 1)
    .max(options.max)
    .regex(oneLine, 'input.control_character')
    .refine((value) => value === '' || seen(value) !== '', 'input.required')
}

/** Trimmed, with line breaks as LF and no control character but them and tabs. */
export function lines(max: number) {
  return z
    .string()
    .transform((value) => (seen(value) === '' ? '' : value.replace(/\r\n?|[\u2028\u2029]/g, '\n').trim()))
    .pipe(z.string().max(max).regex(someLines, 'input.control_character'))
}

/** Unique in its noun, whatever the case. */
export const code = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9._/-]*$/, 'input.code')

/** Why something was done to money, in ten characters or more that can be seen; kept for good. */
export const reason = z
  .string()
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(300, 'invoice.reason')
      .regex(oneLine, 'input.control_character')
      .refine((value) => [...seen(value)].length >= 10, 'invoice.reason'),
  )

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email())

/** As printed on invoices, with spaces, hyphens and small letters as people type them. */
export const familyCode = z
  .string()
  .max(20)
  .transform((typed) => typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase())

/** What the form was opened with; saving over another version is refused. */
export const version = z.coerce.number().int().min(1)

/** The same of settings, of which nothing may have been kept yet: 0. */
export const settingVersion = z.coerce.number().int().min(0)

/** For a verb that needs no more than the version of what was seen. */
export const versionForm = z.object({ version })

/** A file that was chosen: what a browser sends for none has neither a name nor bytes. */
export const chosenFile = z
  .instanceof(File, { error: 'file.choose' })
  .refine(({ name, size }) => name !== '' || size > 0, 'file.choose')

export const plainDate = z.string().trim().refine(isPlainDate, 'input.date')

/** For a verb that needs no more than its button. */
export const noFields = z.object({})

/** The button that switches a row on or off. */
export const statusForm = z.object({ status: z.enum(['active', 'inactive']), version })
