import { z } from 'zod'
import { lines, text } from '#app/domain/fields.ts'

export const noteForm = z.object({
  body: lines(2_000).pipe(z.string().min(1)),
  form_key: z.uuid().optional(),
})
export type NoteInput = z.output<typeof noteForm>

/** What a file is, by its content and not by its name. */
export type FileKind = 'application/pdf' | 'image/png' | 'image/webp'

/** Of a file as it comes; a picture is drawn anew, no longer than this on a side. */
export const fileLimits = { bytes: 5_000_000, side: 2_000 } as const

/** Files that a family may have at once. */
export const mostFiles = 50

export const fileForm = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= fileLimits.bytes, 'file.too_big'),
  name: text({ max: 100 }).optional(),
  form_key: z.uuid().optional(),
})
