import { randomUUID } from 'node:crypto'
import { newId } from '#db/id.ts'
import { type Given, insert, subject, type Trx } from '#tests/support/database/factories.ts'

/** Takes away all sessions, closures and times of classes, so that the tests of a file can share an organisation. */
export async function clearSessions(trx: Trx): Promise<void> {
  for (const table of ['attendance_mark', 'class_session', 'closure', 'subject_schedule'] as const)
    await trx.deleteFrom(table).execute()
}

/** A session of a class, its own unless one is given: on 2 March 2026 from 10 to 11, planned by nobody. */
export async function session(trx: Trx, given: Given<'class_session'> = {}) {
  const subject_id = given.subject_id ?? (await subject(trx)).id
  const { branch_id } = await trx
    .selectFrom('subject')
    .select('branch_id')
    .where('id', '=', subject_id)
    .executeTakeFirstOrThrow()
  return insert(trx, 'class_session', {
    id: newId(),
    ...{ subject_id, branch_id, kind: 'extra', held_on: '2026-03-02', starts: '10:00', ends: '11:00' },
    register_code: randomUUID(),
    ...given,
  })
}
