import { student } from '../../database/factories.ts'
import { invoice } from '../../database/money-factories.ts'
import type { Noun } from '../noun.ts'

export const counterNouns = {
  /** A family of its own with something to pay, so that no other route finds what is left of that otherwise than before. */
  queuing: {
    make: async (trx, { branch_id, mark, sen }) => {
      const { id: student_id, payer } = await student(trx, { branch_id, name: mark })
      const about = { student_id, payer_parent_id: payer!.id, branch_id, remark: mark }
      await invoice(trx, about, [{ price_sen: sen(), description: mark }])
      return payer!
    },
  },
} as const satisfies Record<string, Noun>
