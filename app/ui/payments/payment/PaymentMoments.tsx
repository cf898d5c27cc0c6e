import { useTranslation } from 'react-i18next'
import type { PaymentPage } from '#app/domain/payments/payments/payment-page.ts'
import type { Moment } from '#app/domain/payments/payments/timeline.ts'
import type { Tone } from '#app/ui/core/feedback/tones.ts'
import { Timeline } from '#app/ui/core/page/Timeline.tsx'
import { outcomeTones } from './Attempts.tsx'

const tones: Partial<Record<Moment['what'], Tone>> = {
  waiting_bank: 'wait',
  waiting_approver: 'wait',
  asked: 'open',
  doubt: 'late',
  second: 'late',
  sent_back: 'late',
  given_up: 'off',
  not_started: 'off',
  next: 'open',
}

/** What happened to a payment, step by step, in the words of who pays. */
export function PaymentMoments({
  of,
}: {
  of: Pick<PaymentPage, 'moments' | 'method' | 'bank_name' | 'outcome'> & {
    receipt: { number: string } | null
  }
}) {
  const { t } = useTranslation()
  const { moments, method, bank_name: bank, receipt, outcome } = of
  const who = method === 'chip' ? 'CHIP' : t('payment.page.the_bank')
  const answered = outcome === 'cancelled' || outcome === 'expired' ? 'off' : outcomeTones[outcome]
  return (
    <Timeline
      items={moments.map(({ what, at, times: count, status }) => ({
        title: t(`payment.page.moments.${what}`, {
          ...{ bank: bank ?? who, who, count, number: receipt?.number ?? '' },
          answer: status ? t(`fpx.status.${status}`) : '',
        }),
        at,
        tone: what === 'answered' ? (status === 'successful' ? 'good' : answered) : (tones[what] ?? 'good'),
      }))}
    />
  )
}
