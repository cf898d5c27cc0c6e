import { formatRinggit } from '#app/domain/core/money.ts'
import { rejectSlip, withdrawSlip } from '#app/domain/payments/transfer-slips/change-slip.ts'
import { transferSlip } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { requestKit } from './request-kit.ts'

const kit = requestKit({
  noun: 'transfer_slip',
  find: transferSlip,
  shown: ({ parent, invoice, amount_sen, reference_no }, t) => ({
    subtitle: parent,
    items: [
      { label: t('transfer_slip.invoice'), value: invoice },
      { label: t('transfer_slip.amount_sen'), value: formatRinggit(amount_sen) },
      { label: t('transfer_slip.reference_no'), value: reference_no },
    ],
  }),
})

/** It is approved by the payment that is made of it, or settled by one that was made already. */
export const transferSlipRequest = {
  reject: kit.decline('reject', rejectSlip, ({ parent }) => ['transfer_slip_rejected', { name: parent }]),
  withdraw: kit.withdraw('payment.pay_online', withdrawSlip, () => ['transfer_slip_withdrawn', {}]),
  leadToList: kit.leadToList,
}
