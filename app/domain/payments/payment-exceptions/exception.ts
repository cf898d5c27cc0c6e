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
