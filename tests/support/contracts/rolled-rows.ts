import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { noonOf, text } from './told.ts'

interface About {
  student_id: string
  parent_id: string
  /** The class, and the one in which the first goes on. */
  subject_id: string
  other_id: string
  created_by: string
}

/** A change of year with a class, a seat in it and its family; the first was carried out, moved up and is dearer. */
export async function rolled(
  trx: Trx,
  index: number,
  { student_id, parent_id, subject_id, other_id, created_by }: About,
) {
  const first = index === 0
  const year = 2026 + index
  const row = await insert(trx, 'rollover', {
    ...{
      id: newId(),
      name: first ? text : `Sesi ${year}`,
      created_by,
      keeps_own_fees: true,
      share_bp: 1_000,
    },
    ...{ ends_on: `${year}-12-31`, starts_on: `${year + 1}-01-01`, bills_from: `${year + 1}-01-01` },
    ...(first
      ? { status: 'done', run_at: noonOf(0), run_by: created_by, done_at: noonOf(0) }
      : { status: 'undone', done_at: noonOf(index), undone_at: noonOf(index) }),
  })
  const rollover_id = row.id
  const about = first
    ? { subject_id, act: 'promote', to_subject_id: other_id }
    : { subject_id: other_id, act: 'carry' }
  await insert(trx, 'rollover_class', { id: newId(), rollover_id, ...about })
  await insert(trx, 'rollover_seat', {
    ...{ id: newId(), rollover_id, enrolment_id: newId(), student_id, ...about },
    ...{ by_hand: first, reason: first ? 'already_there' : null, before: '{}' },
  })
  await insert(trx, 'rollover_family', {
    ...{ id: newId(), rollover_id, parent_id, students: 1, before_sen: 10_000 },
    after_sen: first ? 12_000 : 10_000 + index,
  })
  return row
}
