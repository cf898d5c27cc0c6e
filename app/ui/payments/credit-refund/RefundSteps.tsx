import { useTranslation } from 'react-i18next'
import type {
  CreditRefundStatus,
  RefundFailure,
  RefundMethod,
} from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { WaitsNotice } from '#app/ui/core/four-eyes/WaitsNotice.tsx'

interface RefundStepsProps {
  row: { id: string; status: CreditRefundStatus; method: RefundMethod }
  /** Why CHIP refused the refund, for the office. */
  failure: RefundFailure | null
  /** Families are told that it is open, not who has to decide. */
  isOffice: boolean
  may: { decide: boolean; withdraw: boolean; pay: boolean; cancel: boolean }
}

/** The next step of an open refund, with its buttons. */
export function RefundSteps({ row: { id, status, method }, failure, isOffice, may }: RefundStepsProps) {
  const { t } = useTranslation()
  const byChip = method === 'chip'
  if (status === 'requested')
    return isOffice ? (
      <WaitsNotice noun="credit_refund" id={id} may={may} />
    ) : (
      <Notice tone="warning" title={t('credit_refund.own_waits')} />
    )
  if (status === 'approved')
    return (
      <Notice tone="warning" title={t(isOffice ? unpaid(byChip) : 'credit_refund.own_unpaid')}>
        {isOffice && <p>{t(unpaidText(byChip, may.pay))}</p>}
        <div className="actions">
          {may.pay && (
            <LinkButton href={paths.credit_refund.pay(id)} look="primary">
              {t('credit_refund.pay_short')}
            </LinkButton>
          )}
          {may.cancel && (
            <LinkButton href={paths.credit_refund.cancel(id)}>{t('credit_refund.cancel')}</LinkButton>
          )}
        </div>
      </Notice>
    )
  if (status === 'sending')
    return (
      <Notice tone="warning" title={t(isOffice ? 'credit_refund.sending' : 'credit_refund.own_sending')}>
        {isOffice && <p>{t('credit_refund.sending_text')}</p>}
      </Notice>
    )
  if (status === 'failed')
    return (
      <Notice tone="error" title={t(isOffice ? 'credit_refund.failed' : 'credit_refund.own_failed')}>
        {failure && (
          <p>
            {t(`credit_refund.failures.${failure.code}`)} {failure.words && <q lang="en">{failure.words}</q>}
          </p>
        )}
        <p>{t(isOffice ? 'credit_refund.failed_text' : 'credit_refund.own_failed_text')}</p>
        {isOffice && failure && <p>{t(`credit_refund.next.${failure.code}`)}</p>}
      </Notice>
    )
  return null
}

const unpaid = (byChip: boolean) => (byChip ? 'credit_refund.chip_unpaid' : 'credit_refund.unpaid')

function unpaidText(byChip: boolean, mayPay: boolean) {
  if (byChip) return 'credit_refund.chip_unpaid_text'
  return mayPay ? 'credit_refund.unpaid_pay' : 'credit_refund.unpaid_other'
}
