import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import type { DB } from '#db/types.ts'
import type { ClassRow } from './dashboard.ts'

/** Reads no column of money. */
export async function classes(
  db: Kysely<DB>,
  { scope, branch_ids, user_id }: RowScope,
): Promise<{ rows: ClassRow[]; students: number }> {
  let query = db
    .selectFrom('subject')
    .where('subject.deleted_at', 'is', null)
    .where('subject.status', '=', 'active')
  if (scope === 'branch') query = query.where(sql<boolean>`subject.branch_id = any(${branch_ids}::uuid[])`)
  else if (scope !== 'all')
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('subject_trainer')
          .whereRef('subject_trainer.subject_id', '=', 'subject.id')
          .where('subject_trainer.user_id', '=', user_id)
          .select('subject_trainer.subject_id'),
      ),
    )
  const rows = await query
    .select((eb) => [
      'subject.id',
      'subject.name',
      'subject.code',
      eb
        .selectFrom('enrolment')
        .whereRef('enrolment.subject_id', '=', 'subject.id')
        .where('enrolment.status', '=', 'active')
        .select(sql<number>`count(*)`.as('count'))
        .as('students'),
    ])
    .orderBy('subject.name')
    .orderBy('subject.id')
    .execute()
  const { count } = await db
    .selectFrom('enrolment')
    .select(sql<number>`count(distinct student_id)`.as('count'))
    .where('status', '=', 'active')
    .where(sql<boolean>`subject_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .executeTakeFirstOrThrow()
  return { rows: rows.map((row) => ({ ...row, students: row.students ?? 0 })), students: count }
}
