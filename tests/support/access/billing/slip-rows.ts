import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import {
  confirmSlipForm,
  settleSlipForm,
  withdrawSlipForm,
} from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { id, type Row, today, verb } from '../row.ts'

/** Transfers that families show, and payments that were cancelled. */
export const slipRows: Record<string, Row> = {
  // it takes a file, which a test of its own sends
  'shared/slip/hand-in': { of: 'invoice', tenantOnly: 'posts' },
  'shared/slip/withdraw': {
    ...verb('transfer_slip', (slip) => ({ slip: slip.id }), withdrawSlipForm),
    tenantOnly: 'posts',
  },
  // it takes a picture, which a test of its own sends; and there is none to be confirmed or taken down
  'tenant/setting/duitnow/edit': {},
  'tenant/setting/duitnow/confirm': { leadsOn: true },
  'tenant/setting/duitnow/remove': { leadsOn: true },
  'tenant/transfer-slip/confirm': {
    of: 'transfer_slip',
    form: () => ({ amount: '0.01', paid_on: today, reference_no: 'MBB 77120' }),
    schema: confirmSlipForm,
  },
  'tenant/transfer-slip/settle': verb(
    'bookedSlip',
    ({ booked_id }) => ({ payment_id: id(booked_id) }),
    settleSlipForm,
  ),
  'tenant/transfer-slip/reject': {
    of: 'transfer_slip',
    form: () => ({ decision_reason: 'Wang belum diterima' }),
    schema: declineForm,
  },
  // a PDF is only saved
  'tenant/transfer-slip/picture': { of: 'transfer_slip', absent: true },
}
