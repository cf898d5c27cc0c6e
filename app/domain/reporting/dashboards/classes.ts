import { type Kysely, sql } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/subjects-in.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import type { DB } from '#db/types.ts'
import type { ClassRow } from './dashboard.ts'

/** Reads no column of money. */
export async function classes(
  db: Kysely<DB>,
  scope: RowScope,
): Promise<{ rows: ClassRow[]; students: number }> {
  const rows = await subjectsIn(db, scope)
    .where('subject.status', '=', 'active')
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
