import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { dayOf, noonOf } from './told.ts'

/** A month that was billed at one branch, with its one student. */
export async function billed(
  trx: Trx,
  index: number,
  { student_id, branch_id, created_by }: { student_id: string; branch_id: string; created_by: string },
) {
  const first = index === 0
  const ended = first ? 'failed' : 'completed'
  const { id: generation_id } = await insert(trx, 'generation', {
    ...{ id: newId(), month: first ? '2026-03-01' : '2026-02-01', setting: '{}', status: ended, created_by },
    ...{ trigger: first ? 'schedule' : 'manual', run_at: noonOf(index), issued_on: dayOf(index) },
    ...{ created_at: noonOf(index), finished_at: new Date(noonOf(index).getTime() + 1_000 * (index + 1)) },
  })
  const told = first
    ? { result: 'failed', reason: 'no_payer', differences: ['new'] }
    : { result: 'created', differences: ['same'], before_sen: 300 + index, total_sen: 500 + index }
  await insert(trx, 'generation_student', {
    ...{ id: newId(), generation_id, position: 1, student_id, branch_id, digest: '', ...told },
  })
  await insert(trx, 'generation_branch', {
    ...{ generation_id, branch_id, considered: 1, skipped: 0, invoices: first ? 0 : 1 },
    ...{ created: first ? 0 : 1, failed: first ? 1 : 0, total_sen: first ? 0 : 500 + index },
  })
  return generation_id
}
