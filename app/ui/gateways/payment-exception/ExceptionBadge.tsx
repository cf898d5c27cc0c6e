import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

const tones: Record<string, Tone> = { open: 'late', proposed: 'wait', resolved: 'good' }

/** How an exception stands: one that is open wants somebody now. */
export function ExceptionBadge({ state }: { state: string }) {
  return <StatusBadge status={state} words="payment_exception.states" tone={tones[state]} />
}
