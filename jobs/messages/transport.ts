import type { Claimed } from '#app/domain/messaging/delivery/claim.ts'
import type { Outcome } from '#app/domain/messaging/delivery/settle.ts'
import type { ComposedMessage } from '#app/domain/messaging/words.ts'

/**
 * What one try says about whoever carries the messages. `hard`: it takes nothing from anybody now; `soft`: it did not take this
 * one, which may be about the message; `busy`: it was not even asked, and may be in so many milliseconds.
 */
export type Trouble = 'hard' | 'soft' | { busyMs: number }

export interface Tried {
  outcome: Outcome
  trouble?: Trouble
  /** For the log; without numbers and addresses. */
  why?: Record<string, unknown>
}

/** How the messages of one channel leave. */
export interface Transport {
  /** Messages that may be on their way at once: one, unless a second try makes no second message. */
  atOnce: number
  perSecond: number
  send(message: Claimed, composed: ComposedMessage): Promise<Tried>
  /**
   * What became of a message whose sender died. `again`: it may be sent without making a second one; `copy`: nobody can tell;
   * `later`: the gateway does not say now.
   */
  recover(message_id: string): Promise<Extract<Outcome, { status: 'sent' }> | 'again' | 'copy' | 'later'>
}
