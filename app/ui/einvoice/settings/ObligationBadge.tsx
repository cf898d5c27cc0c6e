import type { Obligation, ObligationState } from '#app/domain/einvoice/obligation/obligation.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'

const tones: Record<ObligationState | 'unanswered', Tone> = {
  exempt: 'off',
  not_yet: 'open',
  relaxed: 'good',
  in_force: 'good',
  unanswered: 'wait',
}

/** What an organisation owes, in a word. */
export function ObligationBadge({ obligation }: { obligation: Pick<Obligation, 'state' | 'stale'> | null }) {
  const status = obligation && !obligation.stale ? obligation.state : 'unanswered'
  return <StatusBadge status={status} words="einvoice_obligation.state" tone={tones[status]} />
}
