import { z } from 'zod'
import { paperLimit } from '#app/domain/core/documents/paper.ts'
import { familyCode, lines, reason, text } from '#app/domain/core/fields.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'

export const noteForm = z.object({
  body: lines(2_000).pipe(z.string().min(1)),
  form_key: z.uuid().optional(),
})
export type NoteInput = z.output<typeof noteForm>

/** The family whose children are to count with those of this one, by its code. */
export const joinForm = z.object({
  family_code: familyCode.pipe(z.string().refine(isFamilyCode, 'family.code')),
  reason,
  form_key: z.uuid().optional(),
})
export type JoinInput = z.output<typeof joinForm>

/** Files that a family may have at once. */
export const mostFiles = 50

export const fileForm = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= paperLimit.bytes, 'file.too_big'),
  name: text({ max: 100 }).optional(),
  form_key: z.uuid().optional(),
})
