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

/** `proposed`: a refund that a second person has to confirm. */
export const exceptionStates = ['open', 'proposed', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** Decisions of a person; `settled` is a later answer of the gateway. */
export const decisions = ['booked', 'refunded', 'wrong_alarm'] as const
export type Decision = (typeof decisions)[number]
export type Resolution = Decision | 'settled'

/** A field of the answer that differs from the request. */
export interface Different {
  field: string
  expected: string
  received: string
}

export interface Decidable {
  kind: string
  /** Null for orphaned messages and payments to the platform. */
  entity_id: string | null
  attempt_id: string | null
  payment_id: string | null
  amount_sen: number | null
  transaction_id: string | null
  response_code: string | null
  differences: readonly Different[]
}

/**
 * Whether the money of a message can be posted here: it reports success with the gateway's id and an amount, for this
 * seller.
 */
export function isBookable(row: Decidable): boolean {
  const { kind, entity_id, payment_id, amount_sen, transaction_id, response_code, differences } = row
  return (
    // A second debit becomes credit, which payers of the platform do not have.
    (kind === 'mismatch' || (kind === 'second_debit' && entity_id !== null)) &&
    payment_id === null &&
    saysPaid(response_code) &&
    amount_sen !== null &&
    amount_sen > 0 &&
    transaction_id !== null &&
    !differences.some(({ field }) => foreignFields.includes(field))
  )
}

/**
 * The possible decisions. `booked` is possible for money already posted, for orphaned messages, and for money that can be
 * posted.
 */
export function decisionsOf(row: Decidable): Decision[] {
  const booked = row.payment_id !== null || row.attempt_id === null || isBookable(row)
  return decisions.filter((decision) => decision !== 'booked' || booked)
}

/**
 * Days after which every exception must have an owner: the morning before, unassigned ones are assigned to somebody, who is
 * reminded every morning.
 */
export const patienceDays = 7

const words = lines(500).pipe(z.string().min(10, 'payment_exception.words'))

/** A decision with its evidence. */
export const resolveForm = z
  .object({
    decision: z.enum(decisions),
    version,
    words: words.optional(),
    /** The day of the refund and the bank's reference. */
    refunded_on: plainDate.optional(),
    reference: text({ max: 50 }).optional(),
    /** The family to credit, if the order does not determine it. */
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

/** The new owner of an exception. */
export const assignForm = z.object({ owner_id: z.uuid('payment_exception.no_settler'), version })

/** A note; its id is part of the form, so that submitting twice adds it once. */
export const noteForm = z.object({ body: lines(1_000).pipe(z.string().min(1)), note_id: z.uuid() })
