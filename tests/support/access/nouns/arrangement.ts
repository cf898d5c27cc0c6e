import { arrangementForm } from '#app/domain/billing/arrangements/arrangement.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { inDays, type Row, uuid, verb } from '#tests/support/access/row.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { arrangement, invoice } from '#tests/support/database/money-factories.ts'

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

const reason = 'Bapa kehilangan kerja'

/** What families pay in parts. */
export const arrangementRows: Record<string, Row> = {
  'tenant/arrangement/new': {
    of: 'arrangeable',
    query: '?invoice={code}&count=2&first_on=2026-01-01&interval=month',
    form: (thing) => ({
      ...{ 'invoices[0]': uuid(thing.code), reason },
      ...{ 'parts[0].due_on': inDays(7), 'parts[0].amount': '1.00' },
      ...{ 'parts[1].due_on': inDays(14), 'parts[1].amount': '1.00' },
    }),
    schema: arrangementForm,
  },
  'tenant/arrangement/approve': verb('proposedArrangement'),
  'tenant/arrangement/withdraw': verb('proposedArrangement'),
  'tenant/arrangement/reject': {
    of: 'proposedArrangement',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  'tenant/arrangement/end': {
    of: 'arrangement',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
