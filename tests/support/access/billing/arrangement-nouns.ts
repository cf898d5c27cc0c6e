import type { Trx } from '../../database/factories.ts'
import { arrangement, invoice } from '../../database/money-factories.ts'
import type { Corner, Noun } from '../noun.ts'

/** Of several of one family only one is open at a time. */
async function endOpen(trx: Trx, parent_id: string) {
  await trx
    .updateTable('arrangement')
    .set({ status: 'ended', over_on: '2026-02-01', decided_at: new Date() })
    .where('parent_id', '=', parent_id)
    .where('status', 'in', ['proposed', 'active'])
    .execute()
}

async function arranged(trx: Trx, corner: Corner, given: { status?: 'active' } = {}) {
  const { student_id, payer_parent_id, branch_id, user_id, mark, sen } = corner
  await endOpen(trx, payer_parent_id)
  const about = { student_id, payer_parent_id, branch_id }
  const bill = await invoice(trx, about, [{ price_sen: sen() * 2, description: mark }])
  return arrangement(trx, {
    ...{ invoice_id: bill.id, requested_by: user_id, reason: `${mark} kehilangan kerja` },
    ...{ due_on: ['2099-01-01', '2099-02-01'] },
    ...(given.status ? { status: given.status, decided_at: new Date() } : {}),
  })
}

/** What a family pays in parts, as it is proposed and as it is agreed. */
export const arrangementNouns = {
  /** The family's id, and in `code` an invoice of RM2.00 on which it could be agreed. */
  arrangeable: {
    make: async (trx, { student_id, payer_parent_id, branch_id, mark }) => {
      await endOpen(trx, payer_parent_id)
      const about = { student_id, payer_parent_id, branch_id }
      const bill = await invoice(trx, about, [{ price_sen: 200, description: mark }])
      return { id: payer_parent_id, code: bill.id, branch_id }
    },
  },
  arrangement: { make: (trx, corner) => arranged(trx, corner, { status: 'active' }) },
  proposedArrangement: { make: (trx, corner) => arranged(trx, corner) },
} as const satisfies Record<string, Noun>
