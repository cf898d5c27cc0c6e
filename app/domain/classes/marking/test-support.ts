import { randomUUID } from 'node:crypto'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { enrolment, type Given, insert, subject, type Trx } from '#tests/support/database/factories.ts'

/** A class with so many students, all enrolled since last year, and one session of it today. */
export async function taughtSession(
  trx: Trx,
  { students = 2, trainer, ...given }: Given<'class_session'> & { students?: number; trainer?: string } = {},
) {
  const subject_id = given.subject_id ?? (await subject(trx)).id
  if (trainer) await insert(trx, 'subject_trainer', { subject_id, user_id: trainer, duty: 'main' })
  const ids: string[] = []
  for (let n = 0; n < students; n++) {
    const { student_id } = await enrolment(trx, { subject_id, starts_on: addDays(currentDay(), -300) })
    await trx
      .updateTable('student')
      .set({ name: `Murid ${String(n + 1).padStart(2, '0')} bin Contoh` })
      .where('id', '=', student_id)
      .execute()
    ids.push(student_id)
  }
  // As the database makes one.
  const register_code = randomUUID().slice(-10).toUpperCase()
  const row = await session(trx, { held_on: currentDay(), register_code, ...given, subject_id })
  return { id: row.id, subject_id, branch_id: row.branch_id, students: ids, code: row.register_code }
}
