import { z } from 'zod'
import { familyCode, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { decisions } from './exception.ts'

const words = lines(500).pipe(z.string().min(10, 'payment_exception.words'))

/** A decision; each asks for what proves it. */
export const resolveForm = z
  .object({
    decision: z.enum(decisions),
    version,
    words: words.optional(),
    /** The day on which the money went back, and the bank's reference of that. */
    refunded_on: plainDate.optional(),
    reference: text({ max: 50 }).optional(),
    /** Whose credit it is to be, where the order does not tell. */
    family_code: familyCode.pipe(z.string().refine(isFamilyCode, 'payment.family_code')).optional(),
  })
  .superRefine(({ decision, words, refunded_on, reference }, context) => {
    const needs = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (decision === 'wrong_alarm' && !words) needs('words', 'payment_exception.words')
    if (decision !== 'refunded') return
    if (!refunded_on) needs('refunded_on', 'payment_exception.refunded_on')
    if (!reference) needs('reference', 'payment_exception.reference')
  })
export type ResolveInput = z.output<typeof resolveForm>

/** Whose it is to be from now on. */
export const handOverForm = z.object({ owner_id: z.uuid('payment_exception.no_settler'), version })

/** The note's own id travels with the form, so that a form which is sent twice is one note. */
export const noteForm = z.object({ body: lines(1_000).pipe(z.string().min(1)), note_id: z.uuid() })
