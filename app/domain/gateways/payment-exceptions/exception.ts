import { z } from 'zod'
import { familyCode, lines, plainDate, text, version } from '#app/domain/core/fields.ts'
import { isFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { foreignFields, saysPaid } from '#app/integrations/gateway/words.ts'

/** Why a message of the gateway, or its silence, needs a person; the sentences are `payment_exception.kinds.<kind>`. */
export const exceptionKinds = [
  'mismatch',
  'second_debit',
  'id_claimed',
  'credited',
  'contradicted',
  'bank_problem',
  'no_answer',
  'approval_late',
  'reversed',
  'not_owed',
  'orphan',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** `proposed`: somebody says that the money went back, and a second person has to say so, too. */
export const exceptionStates = ['open', 'proposed', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** What a person decides; `settled` is what the gateway itself decided by a later answer. */
export const decisions = ['booked', 'refunded', 'wrong_alarm'] as const
export type Decision = (typeof decisions)[number]
export type Resolution = Decision | 'settled'

/** A field of the request that came back otherwise. */
export interface Different {
  field: string
  expected: string
  received: string
}

export interface Decidable {
  kind: string
  /** None of a message of nobody, and of the platform's own. */
  entity_id: string | null
  attempt_id: string | null
  payment_id: string | null
  amount_sen: number | null
  transaction_id: string | null
  response_code: string | null
  differences: readonly Different[]
}

/**
 * Whether the money that a message tells of can be booked here: it says that it came, names the gateway's id and an amount,
 * and it came to this seller. Of an id that pays something else there is no second sum.
 */
export function isBookable(row: Decidable): boolean {
  const { kind, entity_id, payment_id, amount_sen, transaction_id, response_code, differences } = row
  return (
    // With the platform nobody has a credit that a second debit could become.
    (kind === 'mismatch' || (kind === 'second_debit' && entity_id !== null)) &&
    payment_id === null &&
    saysPaid(response_code) &&
    amount_sen !== null &&
    amount_sen > 0 &&
    transaction_id !== null &&
    !differences.some(({ field }) => foreignFields.includes(field))
  )
}

/** What may be decided of it. What is booked already may stay so; an organisation's books know nothing of an orphan. */
export function decisionsOf(row: Decidable): Decision[] {
  const booked = row.payment_id !== null || row.attempt_id === null || isBookable(row)
  return decisions.filter((decision) => decision !== 'booked' || booked)
}

/**
 * Days after which no doubt is without somebody whose it is: the morning before, one that nobody has taken is given to
 * somebody, who is reminded of it every morning.
 */
export const patienceDays = 7

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
export const assignForm = z.object({ owner_id: z.uuid('payment_exception.no_settler'), version })

/** The note's own id travels with the form, so that a form which is sent twice is one note. */
export const noteForm = z.object({ body: lines(1_000).pipe(z.string().min(1)), note_id: z.uuid() })
