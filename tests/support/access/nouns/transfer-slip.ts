import { currentDay } from '#app/domain/core/clock.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import {
  confirmSlipForm,
  reopenSlipForm,
  settleSlipForm,
  withdrawSlipForm,
} from '#app/domain/payments/transfer-slips/transfer-slip.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { id, type Row, today, verb } from '#tests/support/access/row.ts'
import { insert, next, type Trx } from '#tests/support/database/factories.ts'
import { invoice, payment, transferSlip } from '#tests/support/database/money-factories.ts'
import { letterFile } from './letter-file.ts'

async function shown(trx: Trx, { student_id, payer_parent_id, branch_id, mark, sen }: Corner) {
  const day = currentDay()
  const bill = await invoice(
    trx,
    { student_id, payer_parent_id, branch_id, issued_on: day, due_on: day, remark: mark },
    [{ price_sen: sen(), description: mark }],
  )
  await trx.insertInto('platform.public_code').values({ code: bill.public_code, kind: 'invoice' }).execute()
  const file = await insert(trx, 'stored_file', {
    ...{ id: newId(), kind: 'transfer_slip', name: mark, content_type: 'application/pdf', size_bytes: 8 },
    ...{ sha256: Buffer.alloc(32), storage_key: await letterFile(trx) },
  })
  const slip = await transferSlip(trx, {
    ...{ invoice_id: bill.id, amount_sen: sen(), paid_on: day, file_id: file.id },
    // no other transfer has it, so that nothing that was booked is found by it
    reference_no: `${mark} ${next()}`,
  })
  return { ...slip, code: bill.public_code }
}

/** Transfers that wait for the office, with their paper; the code is that of their invoice. */
export const slipNouns = {
  transfer_slip: { make: shown },
  /** Rejected, perhaps by mistake. */
  rejectedSlip: {
    make: async (trx, corner) => {
      const slip = await shown(trx, corner)
      const decided = { status: 'rejected', decision_reason: 'Wang belum diterima', decided_at: new Date() }
      await trx.updateTable('transfer_slip').set(decided).where('id', '=', slip.id).execute()
      return slip
    },
  },
  /** Whose money was booked already. */
  bookedSlip: {
    make: async (trx, corner) => {
      const slip = await shown(trx, corner)
      const { payer_parent_id, branch_id } = corner
      const { amount_sen, reference_no, paid_on } = slip
      const booked = {
        payer_parent_id,
        branch_id,
        method: 'bank_transfer',
        amount_sen,
        reference_no,
        paid_on,
      }
      return { ...slip, booked_id: (await payment(trx, booked)).id }
    },
  },
} as const satisfies Record<string, Noun>

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
  'tenant/transfer-slip/reopen': verb('rejectedSlip', () => ({}), reopenSlipForm),
  'tenant/transfer-slip/reject': {
    of: 'transfer_slip',
    form: () => ({ decision_reason: 'Wang belum diterima' }),
    schema: declineForm,
  },
  // a PDF is only saved
  'tenant/transfer-slip/picture': { of: 'transfer_slip', absent: true },
}
