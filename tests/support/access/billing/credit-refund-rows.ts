import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { creditRefundForm, payRefundForm } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { type Row, today, view } from '../row.ts'

const reason = 'Pindah ke negeri lain'

/** Credit that goes back to its family. */
export const creditRefundRows: Record<string, Row> = {
  'tenant/credit-refund/print': view('approvedRefund'),
  'tenant/credit-refund/new': {
    of: 'refundable',
    form: () => ({ amount: '0.01', reason, method: 'cash', payee_name: 'Puan Ibu' }),
    schema: creditRefundForm,
  },
  'tenant/credit-refund/reject': {
    of: 'credit_refund',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  'tenant/credit-refund/cancel': {
    of: 'approvedRefund',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  'tenant/credit-refund/pay': {
    of: 'approvedRefund',
    form: () => ({ paid_on: today, bank_reference: 'MBB 77120' }),
    schema: payRefundForm,
  },
  // only who pays may see the account in full; it is written down each time
  'tenant/credit-refund/reveal': { of: 'credit_refund', form: () => ({}) },
}
