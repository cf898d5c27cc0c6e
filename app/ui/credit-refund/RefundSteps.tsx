import { useTranslation } from 'react-i18next'
import type { CreditRefundStatus } from '#app/domain/credit-refunds/credit-refund.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/form/Button.tsx'
import { WaitsNotice } from '#app/ui/four-eyes/WaitsNotice.tsx'

interface RefundStepsProps {
  id: string
  status: CreditRefundStatus
  /** A family is told that it waits, not for whom. */
  isOffice: boolean
  may: { decide: boolean; withdraw: boolean; pay: boolean; cancel: boolean }
}

/** What comes next with a refund that is not over yet, and the buttons of who may do it. */
export function RefundSteps({ id, status, isOffice, may }: RefundStepsProps) {
  const { t } = useTranslation()
  if (status === 'requested')
    return isOffice ? (
      <WaitsNotice noun="credit_refund" id={id} may={may} />
    ) : (
      <Notice tone="warning" title={t('credit_refund.own_waits')} />
    )
  if (status === 'approved')
    return (
      <Notice tone="warning" title={t(isOffice ? 'credit_refund.unpaid' : 'credit_refund.own_unpaid')}>
        {isOffice && <p>{t(may.pay ? 'credit_refund.unpaid_pay' : 'credit_refund.unpaid_other')}</p>}
        <div className="actions">
          {may.pay && (
            <LinkButton href={paths.creditRefund.pay(id)} look="primary">
              {t('credit_refund.pay_short')}
            </LinkButton>
          )}
          {may.cancel && (
            <LinkButton href={paths.creditRefund.cancel(id)}>{t('credit_refund.cancel')}</LinkButton>
          )}
        </div>
      </Notice>
    )
  return null
}
