import { formatRinggit } from '#app/domain/core/money.ts'
import {
  approveRefund,
  cancelRefund,
  rejectRefund,
  withdrawRefund,
} from '#app/domain/payments/credit-refunds/change-credit-refund.ts'
import { creditRefund } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'credit_refund',
  find: creditRefund,
  shown: ({ parent, amount_sen, payee_name }, t) => ({
    subtitle: parent,
    text: t('credit_refund.free_again'),
    items: [
      { label: t('credit_refund.amount_sen'), value: formatRinggit(amount_sen) },
      { label: t('credit_refund.payee_name'), value: payee_name },
    ],
  }),
})

/** Declined before it is approved, or after it; its credit is free again then. */
export const creditRefundRequest = {
  approve: kit.approve(approveRefund, ({ number, amount_sen, parent }) => [
    'credit_refund_approved',
    { number, amount: formatRinggit(amount_sen), name: parent },
  ]),
  reject: kit.decline('reject', rejectRefund, ({ parent }) => ['credit_refund_rejected', { name: parent }]),
  cancel: kit.decline('cancel', cancelRefund, ({ parent }) => ['credit_refund_cancelled', { name: parent }]),
  withdraw: kit.withdraw('credit_refund.request', withdrawRefund, ({ amount_sen, parent }) => [
    'credit_refund_withdrawn',
    { amount: formatRinggit(amount_sen), name: parent },
  ]),
}
