import { useTranslation } from 'react-i18next'
import type { CreditRefundStatus } from '#app/domain/credit-refunds/credit-refund.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/feedback/Notice.tsx'
import { LinkButton, PostButton } from '#app/ui/form/Button.tsx'

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
    return (
      <Notice tone="warning" title={t(isOffice ? 'credit_refund.waits' : 'credit_refund.own_waits')}>
        {isOffice && <p>{t(may.decide ? 'credit_refund.waits_decide' : 'credit_refund.waits_other')}</p>}
        <div className="actions">
          {may.decide && (
            <>
              <PostButton action={paths.creditRefund.approve(id)} look="primary">
                {t('credit_refund.approve')}
              </PostButton>
              <LinkButton href={paths.creditRefund.reject(id)}>{t('credit_refund.reject')}</LinkButton>
            </>
          )}
          {may.withdraw && (
            <PostButton action={paths.creditRefund.withdraw(id)}>{t('credit_refund.withdraw')}</PostButton>
          )}
        </div>
      </Notice>
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
