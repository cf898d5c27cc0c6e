import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { GatewayName, Report } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { Alarm } from './attempt.ts'
import type { Channel, SealedMessage } from './gateway-messages.ts'
import { bankOf, type LockedAttempt } from './locked-attempt.ts'

/** A verified answer of a gateway about an order, whichever channel it came by. */
export interface Answer {
  channel: Channel
  /** FPX's AC message, or what another gateway says, translated into its terms. */
  report: Report
  raw: Uint8Array
  fingerprint: string
  /** Part of what makes a gateway's transaction unique. */
  environment: string
  at: Date
  /** Seals the stored message. */
  ring: Keyring
  sealed?: SealedMessage | undefined
}

/** Money that came by a gateway: decided, and not written yet. */
export interface PreparedPosting {
  /** The payment; null when it is unknown whose money it is. */
  payment_id: string | null
  alarm: Alarm | null
  /** Writes the payment and all that follows from it. */
  write(): Promise<void>
}

/** For money of which nobody knows whose it is: only an alarm. */
export const noPosting = (alarm: Alarm): PreparedPosting => ({
  payment_id: null,
  alarm,
  write: async () => {},
})

/** The facts of a debit for its payment: from the answer, and from the attempt who made it. */
export function debitFacts(
  attempt: LockedAttempt,
  { report, environment, at }: Pick<Answer, 'report' | 'environment' | 'at'>,
) {
  return {
    method: attempt.gateway as GatewayName,
    paid_on: paidOn(report.txn_at, attempt.requested_at, at),
    today: todayIn(at),
    payer_name: attempt.buyer_name,
    payer_email: attempt.buyer_email,
    reference_no: report.debit_no || null,
    remark: null,
    received_by: null,
    gateway: {
      attempt_id: attempt.id,
      environment,
      transaction_id: report.txn_id,
      order_no: attempt.order_no,
      bank_name: bankOf(attempt, report).bank_name,
    },
  }
}

/** A debit with the amount that a person has confirmed with the bank. */
export type ConfirmedDebit = ReturnType<typeof debitFacts> & { amount_sen: number }

/** The day of the debit according to the gateway, since the answer may come after midnight; today for an impossible day. */
function paidOn(txn_at: Date | null, requested_at: Date, at: Date): string {
  const today = todayIn(at)
  if (!txn_at) return today
  const on = todayIn(txn_at)
  return on < addDays(todayIn(requested_at), -1) || on > today ? today : on
}

/**
 * What attempts of one purpose pay: how it is locked during an attempt and unlocked afterwards, and how money is posted to it.
 * Messages, enquiries and exceptions know nothing else about the purpose. Each area implements its own: invoices of families
 * here (`invoice-payee.ts`), gifts in `giving`, the platform's invoices in `platform`; `gateways/answers/payees.ts` has the table.
 */
export interface Payee {
  /** Unlocks what the attempt still has locked, so that it can be paid in another way, and logs that. Returns how many. */
  release(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: Pick<LockedAttempt, 'id' | 'order_no'>,
    end: { state: string | null; code?: string },
  ): Promise<number>
  /** Locks it again, except what has been locked by another attempt or paid since. */
  relock(trx: Transaction<DB>, attempt_id: string, until: Date): Promise<void>
  /** Extends the lock. */
  extendLock(trx: Transaction<DB>, attempt_id: string, until: Date): Promise<void>
  /** Whether the attempt has a lock that has expired. */
  hasExpiredLock(trx: Transaction<DB>, attempt_id: string, at: Date): Promise<boolean>

  /** The requested money has come. */
  preparePosting(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    answer: Answer,
  ): Promise<PreparedPosting>
  /** The same order was debited once more. */
  prepareSecondPosting(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    answer: Answer,
  ): Promise<PreparedPosting>

  /**
   * Posts the money of a mismatch that a person has confirmed with the bank, exactly the amount of the message. Returns the
   * payment. `family_code`: who gets it as credit, where the order does not say.
   */
  postConfirmed(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: ConfirmedDebit,
    family_code: string | undefined,
  ): Promise<string>
  /** The same for an order that is paid already. */
  postConfirmedSecond(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: ConfirmedDebit,
    family_code: string | undefined,
  ): Promise<string>
  /**
   * Posts money that was returned before it was posted, so that the books show it in and out; without a receipt by mail.
   * Returns the payment; null where the books have only what is paid.
   */
  postReturned(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    debit: ConfirmedDebit,
  ): Promise<string | null>

  /** The payment of an attempt; null while there is none. */
  findPayment(trx: Transaction<DB>, attempt_id: string): Promise<string | null>
  /**
   * The part of returned money that nobody here requested as a refund, in sen; null where the gateway does not say how much was
   * returned.
   */
  unrequestedRefund(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: Pick<LockedAttempt, 'id'>,
    returned: Report,
  ): Promise<number | null>
  isPosted(
    trx: Transaction<DB>,
    transaction: { gateway: string; environment: string; transaction_id: string },
  ): Promise<boolean>
  /** The branches whose staff may see it. */
  branchesOf(trx: Transaction<DB>, attempt_id: string): Promise<string[]>
}
