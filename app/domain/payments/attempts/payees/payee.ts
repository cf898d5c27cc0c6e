import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import type { Report } from '#app/integrations/gateway/gateway.ts'
import type { DB } from '#db/types.ts'
import type { Answer } from '../answer.ts'
import type { LockedAttempt } from '../locked-attempt.ts'
import type { Posting } from '../post-attempt.ts'

/**
 * What attempts of a purpose pay. The life of an attempt, its messages, enquiries and doubts know no more of it than this: how
 * it is held while one is under way, how it is free again, and how money is entered.
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
  keep(trx: Transaction<DB>, attempt_id: string, until: Date): Promise<void>
  /** Whether it holds something for longer than it was to. */
  isOverdue(trx: Transaction<DB>, attempt_id: string, at: Date): Promise<boolean>
  /** The money that was asked for has come. `beside` may be called, once, to be written together with that. */
  post(
    trx: Transaction<DB>,
    actor: Actor,
    attempt: LockedAttempt,
    answer: Answer,
    beside: (posting: Posting) => Promise<unknown>,
  ): Promise<Posting>
  /** It has come once more. */
  postSecond(trx: Transaction<DB>, actor: Actor, attempt: LockedAttempt, answer: Answer): Promise<Posting>
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
