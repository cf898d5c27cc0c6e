import { newId } from '#db/id.ts'
import { insert, type Trx } from '../../database/factories.ts'
import type { Corner, Noun } from '../noun.ts'

/** A run of a month of which one student failed. */
async function billed(trx: Trx, corner: Corner) {
  const { student_id, payer_parent_id, branch_id, user_id, mark } = corner
  const row = await insert(trx, 'generation', {
    ...{
      id: newId(),
      month: '2026-01-01',
      setting: JSON.stringify({ group_by: 'student', issue_zero: false }),
    },
    ...{ status: 'failed', issued_on: '2026-01-01', run_at: new Date(), run_by: user_id },
    ...{ finished_at: new Date(), undo_reason: `${mark}, tersilap bil`, created_by: user_id },
  })
  const told = await insert(trx, 'generation_student', {
    ...{ id: newId(), generation_id: row.id, position: 1, student_id, payer_parent_id, branch_id },
    ...{ result: 'failed', reason: 'no_payer', total_sen: corner.sen(), digest: '' },
  })
  return { row, told }
}

/** A month's billing, and one student of it. */
export const generationNouns = {
  generation: {
    reach: 'organisation',
    make: async (trx, corner) => (await billed(trx, corner)).row,
  },
  generationStudent: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await billed(trx, corner)).told.id }),
  },
} as const satisfies Record<string, Noun>
