import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { DB } from '#db/types.ts'

/** How many classes a student is in that have not ended, paused ones too. */
export async function openEnrolments(trx: Transaction<DB>, student_id: string): Promise<number> {
  const { count } = await trx
    .selectFrom('enrolment')
    .where('student_id', '=', student_id)
    .where('status', '<>', 'ended')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ends all classes of a student who leaves, on their last day; one that was to begin later never did. Returns how many. */
export async function endAllOf(
  trx: Transaction<DB>,
  actor: Actor,
  student_id: string,
  on: string,
): Promise<number> {
  const ended = await trx
    .updateTable('enrolment')
    .set({ status: 'ended', ends_on: sql<string>`least(ends_on, ${on}::date)`, ...changed(actor) })
    .where('student_id', '=', student_id)
    .where('status', '<>', 'ended')
    .returning(['id', 'subject_id', 'ends_on'])
    .execute()
  for (const { id, subject_id, ends_on } of ended)
    await record(
      trx,
      actor,
      'enrolment.ended',
      { type: 'enrolment', id },
      { after: { student_id, subject_id, ends_on } },
    )
  return ended.length
}
