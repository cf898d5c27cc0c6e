import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Tone, toneOf } from './tones.ts'

interface StatusBadgeProps {
  status: string
  /** The group of its word in the language files, if not `common.status`. */
  words?: string | undefined
  /** The word itself, when it is not the status's own. */
  label?: string | undefined
  tone?: Tone | undefined
}

/** A status as word, shape and colour: any one of them is enough to read it. */
export function StatusBadge({ status, words, label, tone = toneOf(status) }: StatusBadgeProps) {
  const { t } = useTranslation()
  return badge(tone, label ?? wordOf(status, words, t))
}

/** The same for who has the language at hand: a table does not ask for it in every row. */
export function statusBadge(status: string, words: string | undefined, t: TFunction) {
  return badge(toneOf(status), wordOf(status, words, t))
}

const badge = (tone: Tone, word: string) => <span className={`status ${tone}`}>{word}</span>

function wordOf(status: string, words = 'common.status', t: TFunction): string {
  return t(`${words}.${status}`, { defaultValue: status })
}
