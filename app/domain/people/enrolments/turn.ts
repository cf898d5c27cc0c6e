import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'

/** What the days do with a seat in a class: its last day passes, its pause begins or is over. */
const turns = [
  {
    action: 'enrolment.ended',
    to: 'ended',
    when: (today: string) => sql<boolean>`enrolment.status <> 'ended' and enrolment.ends_on < ${today}`,
  },
  {
    action: 'enrolment.resumed',
    to: 'active',
    when: (today: string) => sql<boolean>`enrolment.status = 'paused' and enrolment.paused_to < ${today}`,
  },
  {
    action: 'enrolment.paused',
    to: 'paused',
    when: (today: string) => sql<boolean>`enrolment.status = 'active' and enrolment.paused_from <= ${today}
      and (enrolment.paused_to is null or enrolment.paused_to >= ${today})`,
  },
] as const

/** Lets each enrolment be what it is to be on a day, of all students or of one. Returns how many turned; twice is harmless. */
export async function turnEnrolments(
  trx: Transaction<DB>,
  today: string,
  student_id?: string,
): Promise<number> {
  let count = 0
  for (const { action, to, when } of turns) {
    const turned = await trx
      .updateTable('enrolment')
      .set({ status: to, ...touched })
      .where(when(today))
      .$if(student_id !== undefined, (query) => query.where('student_id', '=', student_id!))
      .returning(['id', 'student_id', 'subject_id'])
      .execute()
    for (const { id, ...after } of turned)
      await record(trx, systemActor, action, { type: 'enrolment', id }, { after: { ...after, status: to } })
    count += turned.length
  }
  return count
}
