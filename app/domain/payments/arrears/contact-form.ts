import { z } from 'zod'
import { lines, plainDate, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { contactChannels } from './contact.ts'

/** What was said between the office and a family, on which day, what it promised in sen, and who does what next. */
export const contactForm = z
  .object({
    contacted_on: plainDate,
    channel: z.enum(contactChannels),
    said: lines(1_000).pipe(z.string().min(1)),
    promised: ringgit({ min: 1 }).optional(),
    promised_on: plainDate.optional(),
    next_step: text({ max: 200 }).optional(),
    next_on: plainDate.optional(),
    next_by: z.uuid().optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine(({ contacted_on, promised, promised_on, next_step, next_on }, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((promised === undefined) !== (promised_on === undefined))
      wrong(promised === undefined ? 'promised' : 'promised_on', 'family_contact.promise_both')
    if (promised_on !== undefined && promised_on < contacted_on)
      wrong('promised_on', 'family_contact.promise_before')
    if ((next_step === undefined) !== (next_on === undefined))
      wrong(next_step === undefined ? 'next_step' : 'next_on', 'family_contact.step_both')
  })
export type ContactInput = z.output<typeof contactForm>
