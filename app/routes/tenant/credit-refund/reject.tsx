import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rejectRefund } from '#app/domain/payments/credit-refunds/decide-refund.ts'
import { declineAction } from '#app/server/forms/request-verbs.ts'
import { refundToDecline } from '#app/server/payments/credit-refunds.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DeclineRefundPage } from '#app/ui/payments/credit-refund/DeclineRefundPage.tsx'

export const handle = {
  access: 'credit_refund.approve',
  title: 'credit_refund.reject_title',
} satisfies Handle

export const loader = refundToDecline

export const action = declineAction('credit_refund', 'credit_refund.approve', rejectRefund, ({ parent }) => [
  'credit_refund_rejected',
  { name: parent },
])

export default function RejectCreditRefund() {
  const { t } = useTranslation()
  return (
    <DeclineRefundPage
      title={t('credit_refund.reject_title')}
      submit={t('credit_refund.reject')}
      row={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>()}
    />
  )
}
