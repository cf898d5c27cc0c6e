import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { type Tone, toneOf as usualTone } from '#app/ui/core/feedback/tones.ts'

/** How far a change of year is. */
export function RolloverStatus({ status }: { status: string }) {
  return <StatusBadge status={status} words="rollover.statuses" tone={toneOf(status)} />
}

/** A plan and a preview wait for somebody. */
const toneOf = (status: string): Tone =>
  status === 'planning' || status === 'previewed'
    ? 'open'
    : status === 'previewing'
      ? 'wait'
      : usualTone(status)
