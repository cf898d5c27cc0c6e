import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { RefundToDecline } from '#app/server/payments/credit-refunds.ts'
import { DeclinePage, type DeclinePageProps } from '#app/ui/core/four-eyes/DeclinePage.tsx'

interface DeclineRefundPageProps extends Pick<DeclinePageProps, 'title' | 'submit' | 'answer'> {
  row: RefundToDecline
}

/** Saying no to a refund, before it is approved or after it; its credit is free again then. */
export function DeclineRefundPage({ row, ...page }: DeclineRefundPageProps) {
  const { t } = useTranslation()
  return (
    <DeclinePage
      {...page}
      noun="credit_refund"
      subtitle={row.parent}
      back={t('credit_refund.one')}
      text={t('credit_refund.free_again')}
      row={row}
      items={[
        { label: t('credit_refund.amount_sen'), value: formatRinggit(row.amount_sen) },
        { label: t('credit_refund.payee_name'), value: row.payee_name },
      ]}
    />
  )
}
