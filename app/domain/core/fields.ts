import { z } from 'zod'
import { fromTyped, isPlainDate } from './dates.ts'
import { compact, withoutInvisible, withoutMarks } from './invisible.ts'

const oneLine = /^[^\p{Cc}\u2028\u2029]*$/u
const someLines = /^[^\p{Cc}]*(?:[\n\t][^\p{Cc}]*)*$/u
const visible = (typed: string) => withoutInvisible(typed).trim()

/** Trimmed, without invisible marks. Messages are codes of the group `refusal`. */
export function text(options: { min?: number; max: number }) {
  return z
    .string()
    .overwrite(withoutMarks)
    .trim()
    .min(options.min ?? 1)
    .max(options.max)
    .regex(oneLine, 'input.control_character')
    .refine((value) => value === '' || visible(value) !== '', 'input.required')
}

/** Trimmed, without invisible marks, with line breaks as LF and no control character but them and tabs. */
export function lines(max: number) {
  return z
    .string()
    .transform((value) =>
      visible(value) === ''
        ? ''
        : withoutMarks(value)
            .replace(/\r\n?|[\u2028\u2029]/g, '\n')
            .trim(),
    )
    .pipe(z.string().max(max).regex(someLines, 'input.control_character'))
}

/** Unique in its noun, whatever the case. */
export const code = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .toUpperCase()
  .min(1)
  .max(20)
  .regex(/^[A-Z0-9][A-Z0-9._/-]*$/, 'input.code')

/** Why something was done to money: at least ten visible characters. */
export const reason = z
  .string()
  .transform((value) => withoutMarks(value).replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .max(300, 'invoice.reason')
      .regex(oneLine, 'input.control_character')
      .refine((value) => [...visible(value)].length >= 10, 'invoice.reason'),
  )

export const email = z.string().overwrite(withoutInvisible).trim().toLowerCase().max(254).pipe(z.email())

/** As printed on invoices; spaces, hyphens and lower case are accepted. */
export const familyCode = z
  .string()
  .max(20)
  .transform((typed) => compact(typed).toUpperCase())

/** The version that the form was opened with; saving over a newer one is refused. */
export const version = z.coerce.number().int().min(1)

/** The version of a setting; 0 when nothing was saved yet. */
export const settingVersion = z.coerce.number().int().min(0)

/** For an action that needs only the version that was seen. */
export const versionForm = z.object({ version })

/** An uploaded file; for none a browser sends one without a name or bytes. */
export const chosenFile = z
  .instanceof(File, { error: 'file.choose' })
  .refine(({ name, size }) => name !== '' || size > 0, 'file.choose')

/** A day, `YYYY-MM-DD` as browsers send it, or day/month/year. */
export const plainDate = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .overwrite(fromTyped)
  .refine(isPlainDate, 'input.date')

/** For an action that needs only its button. */
export const noFields = z.object({})

/** The button that switches a row on or off. */
export const statusForm = z.object({ status: z.enum(['active', 'inactive']), version })

/** Uploaded paper documents: a photograph or a PDF. */
export const paperLimit = { bytes: 5_000_000 } as const
export const paperTypes = 'image/jpeg,image/png,image/webp,application/pdf'

/** The limit of an uploaded picture, and the side in pixels of the square that is stored. */
export const pictureLimits = { bytes: 2_000_000, side: 256 } as const

export const pictureForm = z.object({
  picture: z.instanceof(File).refine(({ size }) => size <= pictureLimits.bytes, 'file.too_big'),
})
