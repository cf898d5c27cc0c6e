import { z } from 'zod'
import { lines, plainDate, text } from '#app/domain/core/fields.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** Channels of a contact between office and family. */
export const contactChannels = ['phone', 'whatsapp', 'letter', 'met', 'email'] as const

/**
 * State of a promise to pay, derived from payments: `kept` when enough was paid in time, `broken` when its day has passed.
 */
export const promiseStates = ['broken', 'open', 'kept'] as const

/** Days without a contact after which a family is flagged. */
export const longSilence = 14

/** Maximum months back for a contact, and ahead for a promise or a next step. */
export const widestReach = 12

/** A contact with a family: day, notes, promise in sen, and the next step. */
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
