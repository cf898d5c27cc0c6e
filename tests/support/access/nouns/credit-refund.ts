import { sql } from 'kysely'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { creditRefundForm, payRefundForm } from '#app/domain/payments/credit-refunds/credit-refund.ts'
import { sealedAccount } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, today, view } from '#tests/support/access/row.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import { credit, creditRefund } from '#tests/support/database/money-factories.ts'

/** To an account, so that there is something to show in full. */
async function refunded(trx: Trx, { payer_parent_id: parent_id, mark, sen }: Corner, status: string) {
  const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
  const id = newId()
  return creditRefund(trx, {
    ...{ id, parent_id, status, amount_sen: sen(), reason: `${mark} pindah ke negeri lain` },
    ...{ method: 'bank_transfer', payee_name: mark, bank_name: 'Maybank' },
    account_number_sealed: sealedAccount(
      { ring: environmentKeyring(environment), place: rows[0]!.place },
      id,
      '990012345678',
    ),
  })
}

/** Credit that is to go back to its family, as it is asked for and as it waits to be paid, and a family that has some. */
export const creditRefundNouns = {
  credit_refund: { make: (trx, corner) => refunded(trx, corner, 'requested') },
  approvedRefund: { make: (trx, corner) => refunded(trx, corner, 'approved') },
  /** The family's id. */
  refundable: {
    make: async (trx, { payer_parent_id, branch_id, sen }) => {
      await credit(trx, { parent_id: payer_parent_id, delta_sen: sen() })
      return { id: payer_parent_id, branch_id }
    },
  },
} as const satisfies Record<string, Noun>

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
