import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { type Tone, toneOf as usualTone } from '#app/ui/core/feedback/tones.ts'

/** How far a preview or a run is; one that was undone says so beside what it came to. */
export function GenerationStatus({ status, undone_at }: { status: string; undone_at: Date | string | null }) {
  const { t } = useTranslation()
  return (
    <>
      <StatusBadge status={status} words="generation.statuses" tone={toneOf(status)} />
      {undone_at && ' '}
      {undone_at && <StatusBadge status="undone" label={t('generation.undone_flag')} />}
    </>
  )
}

/** A preview waits for somebody, as nothing else does. */
const toneOf = (status: string): Tone =>
  status === 'previewed' ? 'open' : status === 'previewing' ? 'wait' : usualTone(status)
