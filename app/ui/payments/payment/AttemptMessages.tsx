import { useTranslation } from 'react-i18next'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { codeWord } from './code-word.ts'

interface Message {
  id: string
  /** Which way it came: direct, indirect, enquiry. */
  kind: string
  verified: boolean
  response_code: string | null
  /** An effect of the state table, or why it could not be believed. */
  outcome: string
  note: string | null
  received_at: Date
}

const tones: Record<string, Tone> = {
  post: 'good',
  repeat: 'good',
  wait: 'wait',
  reopen: 'wait',
  release: 'off',
  keep: 'open',
  review: 'late',
  alert: 'late',
}

/** Every message of FPX about a payment, in the order in which they came, with what was made of each. */
export function AttemptMessages({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation()
  return (
    <Timeline
      items={messages.map(({ kind, verified, response_code, outcome, note, received_at }) => ({
        title: t(`payment.attempt.message.${kind}`),
        at: received_at,
        text: verified
          ? [`${response_code} ${codeWord(response_code, t)}`, t(`payment.attempt.effect.${outcome}`)].join(
              ': ',
            )
          : t('payment.attempt.no_answer', { why: note ?? outcome }),
        tone: verified ? (tones[outcome] ?? 'open') : 'off',
      }))}
    />
  )
}
