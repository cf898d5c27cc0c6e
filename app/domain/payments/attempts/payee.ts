import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { GatewayName, Report } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { Alarm } from './attempt.ts'
import type { Channel, Sealed } from './gateway-messages.ts'
import { bankOf, type LockedAttempt } from './locked-attempt.ts'

/** A verified word of a gateway about an order, however it came. */
export interface Answer {
  channel: Channel
  /** FPX's AC as it stands, or what another gateway says, in its terms. */
  ac: Report
  raw: Uint8Array
  fingerprint: string
  /** Part of what makes a gateway's transaction unique. */
  environment: string
  at: Date
  /** Seals what is kept of it. */
  ring: Keyring
  sealed?: Sealed | undefined
}

/** Money that a gateway says has come, decided and not written yet. */
export interface Arrival {
  /** Where it will stand; null when it could not be told whose it is. */
  payment_id: string | null
  alarm: Alarm | null
  /** Writes it down with all that follows from it. */
  write(): Promise<void>
}

/** Money of which nobody can tell whose it is. */
export const unclaimed = (alarm: Alarm): Arrival => ({ payment_id: null, alarm, write: async () => {} })

/** What a debit tells of itself, and the attempt of who made it. */
export function debitOf(
  attempt: LockedAttempt,
  { ac, environment, at }: Pick<Answer, 'ac' | 'environment' | 'at'>,
) {
  return {
    method: attempt.gateway as GatewayName,
    paid_on: paidOn(ac.txn_at, attempt.requested_at, at),
    today: todayIn(at),
    payer_name: attempt.buyer_name,
    payer_email: attempt.buyer_email,
    reference_no: ac.debit_no || null,
    remark: null,
    received_by: null,
    gateway: {
      attempt_id: attempt.id,
      environment,
      transaction_id: ac.txn_id,
      order_no: attempt.order_no,
      bank_name: bankOf(attempt, ac).bank_name,
    },
  }
}

/** With the sum that a person has found at the bank. */
export type FoundDebit = ReturnType<typeof debitOf> & { amount_sen: number }

/** The day of the debit as FPX names it: the answer may come after midnight. A day that cannot be is today. */
function paidOn(txn_at: Date | null, requested_at: Date, at: Date): string {
  const today = todayIn(at)
  if (!txn_at) return today
  const on = todayIn(txn_at)
  return on < addDays(todayIn(requested_at), -1) || on > today ? today : on
}

/**
 * What attempts of a purpose pay. The life of an attempt, its messages, enquiries and doubts know no more of it than this: how
 * it is held while one is under way, how it is free again, and how money is entered. Each area has the one of its own noun:
 * invoices of families here, gifts in `giving`, the platform's own invoices in `platform`; the table of all three is
 * `gateways/answers/payees.ts`.
 */
export interface Payee {
  /** What the attempt still holds may be paid in another way; told in the log. Returns of how many that is true. */
  free(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: Pick<LockedAttempt, 'id' | 'order_no'>,
    end: { state: string | null; code?: string },
  ): Promise<number>
  /** Only what nobody else has taken or paid since. */
  retake(trx: Transaction<DB>, attempt_id: string, until: Date): Promise<void>
  /** The attempt holds it for longer. */
  extend(trx: Transaction<DB>, attempt_id: string, until: Date): Promise<void>
  /** Whether it holds something for longer than it was to. */
  isOverdue(trx: Transaction<DB>, attempt_id: string, at: Date): Promise<boolean>

  /** The money that was asked for has come. */
  prepare(trx: Transaction<DB>, actor: Actor, attempt: LockedAttempt, answer: Answer): Promise<Arrival>
  /** It has come once more. */
  prepareSecond(trx: Transaction<DB>, actor: Actor, attempt: LockedAttempt, answer: Answer): Promise<Arrival>

  /**
   * Enters money of a message in doubt that a person has compared with the bank, exactly as much as the message names. Returns
   * the payment. `family_code`: whose credit it is to be, where the order does not tell.
   */
  book(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: FoundDebit,
    family_code: string | undefined,
  ): Promise<string>
  /** The same of an order that is paid already. */
  bookSecond(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: FoundDebit,
    family_code: string | undefined,
  ): Promise<string>
  /**
   * Enters money that went back before anybody had entered it, so that both books tell of it in and out; nobody is mailed a
   * receipt. Returns the payment; null where only what is paid stands in the books.
   */
  bookReturned(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: FoundDebit,
  ): Promise<string | null>

  /** Where its money stands; null while it stands nowhere. */
  paymentOf(trx: Transaction<DB>, attempt_id: string): Promise<string | null>
  /**
   * Of its money that the gateway says went back, what nobody here has asked for, in sen; null where the gateway tells no
   * sum.
   */
  unaskedOf(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: Pick<LockedAttempt, 'id'>,
    returned: Report,
  ): Promise<number | null>
  isPosted(
    trx: Transaction<DB>,
    transaction: { gateway: string; environment: string; transaction_id: string },
  ): Promise<boolean>
  /** For whose eyes within the organisation it is. */
  branchesOf(trx: Transaction<DB>, attempt_id: string): Promise<string[]>
}
