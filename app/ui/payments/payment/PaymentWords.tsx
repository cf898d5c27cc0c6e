import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { PaymentPage } from '#app/domain/payments/payments/payment-page.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Told = Pick<
  PaymentPage,
  | 'outcome'
  | 'reason'
  | 'credit_sen'
  | 'expires_at'
  | 'may_continue'
  | 'method'
  | 'doubt_id'
  | 'given_up'
  | 'late'
> & { receipt: { reversed_on: string | null } | null }

/** What it means, in the payer's words. */
export function PaymentWords({ payment }: { payment: Told }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { outcome, reason, credit_sen, expires_at, receipt } = payment
  if (payment.may_continue) return <p>{t('payment.page.ready')}</p>
  if (receipt?.reversed_on)
    return (
      <Notice
        tone="warning"
        title={t('payment.page.reversed', { date: formatDate(receipt.reversed_on, locale) })}
      >
        <p>{t('payment.outcome_text.cancelled')}</p>
      </Notice>
    )
  const date = expires_at ? formatInstant(expires_at, locale) : ''
  const waiting = outcome === 'waiting_bank' || outcome === 'waiting_approver' || outcome === 'needs_help'
  const text = t(`payment.outcome_text.${variantOf(payment)}`, { date, amount: formatRinggit(credit_sen) })
  const about = payment.method === 'chip' ? ('chip' as const) : ('fpx' as const)
  const said = reason && outcome !== 'paid' && outcome !== 'expired' && reason !== 'awaiting_approval'
  const words = (
    <p>
      {said && `${t(`${about}.reason.${reason}`)} `}
      {text} {payment.doubt_id && t('payment.page.doubt', { id: payment.doubt_id })}
    </p>
  )
  return waiting ? (
    <Notice tone="warning" title={t('payment.page.do_not_pay_again')}>
      {words}
    </Notice>
  ) : (
    words
  )
}

/** Which of the sentences about an outcome fits. */
function variantOf({ given_up, outcome, credit_sen, late }: Told) {
  if (given_up) return 'given_up'
  if (outcome !== 'paid') return outcome
  if (credit_sen > 0) return 'paid_credit'
  return late ? 'paid_late' : 'paid'
}
