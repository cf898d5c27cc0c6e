import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type Outcome, outcomeOf } from '#app/domain/payments/attempts/attempt.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'

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

interface OpenAttempt {
  id: string
  order_no: string
  bank_name: string | null
  amount_sen: number
  state: string
  requested_at: Date | string
}

/** What may still bring money for an invoice that somebody pays at the counter now. */
export function OpenAttempts({ rows }: { rows: readonly OpenAttempt[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Notice tone="warning" title={t('payment.record.open_title')}>
      <ul>
        {rows.map(({ id, order_no, bank_name, amount_sen, state, requested_at }) => (
          <li key={id}>
            <a href={paths.attempt.view(id)}>{order_no}</a>
            {': '}
            {[
              bank_name,
              formatRinggit(amount_sen),
              t(`payment.states.${state}`),
              formatInstant(requested_at, locale),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      <p>{t('payment.record.open_text')}</p>
    </Notice>
  )
}

interface Debit {
  /** Null while it is not known whose it is. */
  number: string | null
  amount_sen: number | null
  fpx_id: string | null
  public_code: string | null
}

/** The bank has debited the order more than once. */
export function SecondDebits({ of }: { of: readonly Debit[] }) {
  const { t } = useTranslation()
  if (of.length === 0) return null
  return (
    <Notice tone="warning" title={t('payment.page.second_title')}>
      {of.map(({ number, amount_sen, fpx_id, public_code }) => {
        const values = { number, id: fpx_id, amount: formatRinggit(amount_sen ?? 0) }
        return (
          <p key={fpx_id}>
            {unbroken(t(number ? 'payment.page.second' : 'payment.page.second_held', values))}{' '}
            {public_code && (
              <a href={paths.payment.status(public_code)}>{t('payment.invoice_page.see_payment')}</a>
            )}
          </p>
        )
      })}
    </Notice>
  )
}

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

/** What a response code of FPX, or a status of CHIP, means; the same sentence for no code and for one that nobody has listed. */
export function codeWord(code: string | null, t: TFunction): string {
  return t([`fpx.code.${code || 'unknown'}`, `chip.code.${code}`, 'fpx.code.unknown'])
}
