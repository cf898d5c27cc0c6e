import { useTranslation } from 'react-i18next'
import { type Tone, toneOf } from './tones.ts'

interface StatusBadgeProps {
  status: string
  /** Where its word stands in the language files, if not `common.status`. */
  words?: string | undefined
  /** The word itself, when it is not the status's own. */
  label?: string | undefined
  tone?: Tone | undefined
}

/** A status as word, shape and colour: any one of them is enough to read it. */
export function StatusBadge({
  status,
  words = 'common.status',
  label,
  tone = toneOf(status),
}: StatusBadgeProps) {
  const { t } = useTranslation()
  return (
    <span className={`status ${tone}`}>{label ?? t(`${words}.${status}`, { defaultValue: status })}</span>
  )
}
