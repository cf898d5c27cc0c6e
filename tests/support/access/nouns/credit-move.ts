import { randomInt } from 'node:crypto'
import { creditMoveForm } from '#app/domain/accounting/credit-moves/credit-move.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { isFamilyCode, newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import type { Row } from '#tests/support/access/row.ts'
import { insert, student, type Trx } from '#tests/support/database/factories.ts'
import { credit } from '#tests/support/database/money-factories.ts'

/** Of one family only one is open at a time. */
async function withdrawOpen(trx: Trx, parent_id: string) {
  await trx
    .updateTable('credit_move')
    .set({ status: 'withdrawn', decided_at: new Date() })
    .where('parent_id', '=', parent_id)
    .where('status', '=', 'requested')
    .execute()
}

/** Another family of the corner's branch. */
async function neighbour(trx: Trx, { branch_id, mark }: Corner) {
  const { payer } = await student(trx, { branch_id, name: mark })
  return trx
    .updateTable('parent')
    .set({ family_code: newFamilyCode((below) => randomInt(below)) })
    .where('id', '=', payer!.id)
    .returning(['id', 'family_code'])
    .executeTakeFirstOrThrow()
}

/** Credit that is asked to become another family's, and a family that has some. */
export const creditMoveNouns = {
  credit_move: {
    make: async (trx, corner) => {
      const { payer_parent_id: parent_id, user_id, mark, sen } = corner
      await withdrawOpen(trx, parent_id)
      const delta_sen = sen()
      await credit(trx, { parent_id, delta_sen })
      const to = await neighbour(trx, corner)
      return insert(trx, 'credit_move', {
        ...{ id: newId(), parent_id, to_parent_id: to.id, amount_sen: delta_sen },
        ...{ reason: `${mark} tinggal berasingan`, requested_by: user_id },
      })
    },
  },
  /** The family's id, and in `code` the code of another family. */
  movable: {
    make: async (trx, corner) => {
      const { payer_parent_id, branch_id, sen } = corner
      await withdrawOpen(trx, payer_parent_id)
      await credit(trx, { parent_id: payer_parent_id, delta_sen: sen() })
      const { family_code } = await neighbour(trx, corner)
      return { id: payer_parent_id, code: family_code, branch_id }
    },
  },
} as const satisfies Record<string, Noun>

/** A code that no family of a test has. */
const nobodys = 'MFGSX2W7'
const reason = 'Ibu bapa tinggal berasingan'

/** Credit that goes from one family to another. */
export const creditMoveRows: Record<string, Row> = {
  'tenant/credit-move/new': {
    of: 'movable',
    form: ({ code }) => ({
      family_code: isFamilyCode(String(code)) ? code : nobodys,
      amount: '0.01',
      reason,
    }),
    schema: creditMoveForm,
  },
  'tenant/credit-move/reject': {
    of: 'credit_move',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
