import { currentDay } from '#app/domain/core/clock.ts'
import { newId } from '#db/id.ts'
import { insert, next, type Trx } from '../../database/factories.ts'
import { invoice, payment, transferSlip } from '../../database/money-factories.ts'
import type { Corner, Noun } from '../noun.ts'
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
