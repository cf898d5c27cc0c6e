import { randomUUID } from 'node:crypto'
import { newId } from '#db/id.ts'
import { enrolment, insert, type Trx } from '../database/factories.ts'
import { day, earlier } from './told.ts'

interface Given {
  students: readonly string[]
  /** A class of the far branch, and one of the first. */
  classes: readonly { id: string; branch_id: string }[]
  trainers: readonly [far: string, ...string[]]
  user_id: string
}

/**
 * A confirmed session for each student with a mark and leave: the first, in the far branch, on another day, as a trial and with a
 * paper; the second sat in a class last year, too.
 */
export async function attended(trx: Trx, { students, classes, trainers, user_id }: Given) {
  const [far, here] = classes
  await insert(trx, 'class_session', {
    ...{
      id: newId(),
      subject_id: here!.id,
      branch_id: here!.branch_id,
      kind: 'extra',
      held_on: '2025-07-01',
    },
    ...{ starts: '10:00', ends: '10:45', register_code: randomUUID() },
    ...{ status: 'confirmed', confirmed_at: new Date(), confirmed_by: user_id },
  })
  const file = await insert(trx, 'stored_file', {
    ...{ id: newId(), kind: 'leave_request', name: 'mc.pdf', content_type: 'application/pdf' },
    ...{ size_bytes: 10, sha256: Buffer.alloc(32), storage_key: `contract/${randomUUID()}` },
  })
  for (const [index, student_id] of students.entries()) {
    const first = index === 0
    const { id: subject_id, branch_id } = first ? far! : here!
    if (!first)
      await enrolment(trx, { student_id, subject_id, starts_on: index === 1 ? '2025-06-01' : '2026-01-05' })
    const session = await insert(trx, 'class_session', {
      ...{ id: newId(), subject_id, branch_id, kind: 'extra', held_on: first ? day : earlier },
      ...{ starts: `1${index}:00`, ends: `1${index}:45`, register_code: randomUUID() },
      ...{ status: 'confirmed', confirmed_at: new Date(), confirmed_by: user_id },
      trainer_user_id: trainers[index]!,
    })
    await insert(trx, 'attendance_mark', {
      ...{ session_id: session.id, student_id, marked_at: new Date(), marked_by: user_id, entry_id: newId() },
      ...(first ? { mark: 'late', late_minutes: 5, is_trial: true } : { mark: 'present' }),
    })
    await insert(trx, 'leave_request', {
      ...{ id: newId(), student_id, reason: 'Demam', requested_by: user_id },
      ...(first
        ? { starts_on: '2026-04-10', ends_on: '2026-04-20', file_id: file.id }
        : { starts_on: `2026-05-0${index}`, ends_on: `2026-05-0${index + 1}` }),
    })
  }
}
