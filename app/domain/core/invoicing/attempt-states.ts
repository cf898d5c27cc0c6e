export const attemptStates = [
  'created',
  'redirected',
  'pending',
  'awaiting_approval',
  'paid',
  'failed',
  'cancelled',
  'timed_out',
  'expired',
  'needs_review',
] as const

export type AttemptState = (typeof attemptStates)[number]

const liveStates = ['created', 'redirected', 'pending', 'awaiting_approval'] as const

export const unansweredStates = ['created', 'redirected'] as const

/** Given up; a payment that comes now is a late one. */
const givenUpStates: readonly AttemptState[] = ['failed', 'cancelled', 'timed_out', 'expired']

export function isLive(state: string): boolean {
  return (liveStates as readonly string[]).includes(state)
}

/** Under way, or in doubt until a person has looked: it may still bring money. */
export function isOpen(state: string): boolean {
  return isLive(state) || state === 'needs_review'
}

/** {@link isOpen} */
export const openStates = attemptStates.filter(isOpen)

export function isUnanswered(state: string): boolean {
  return (unansweredStates as readonly string[]).includes(state)
}

export function isLate(state: AttemptState): boolean {
  return givenUpStates.includes(state)
}
