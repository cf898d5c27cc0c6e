import { type Outcome, outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

/** What each outcome of an online payment means to who looks at it. */
export const outcomeTones: Record<Outcome, Tone> = {
  paid: 'good',
  waiting_bank: 'wait',
  waiting_approver: 'wait',
  failed: 'bad',
  expired: 'off',
  needs_help: 'late',
}

/** The tone of an attempt's state. */
export function attemptTone(state: string): Tone {
  return outcomeTones[outcomeOf(state)]
}
