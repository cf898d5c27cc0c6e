import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * Students in scope, removed ones included: all, those of the reader's branches, those in a class that the reader teaches or
 * assists, or a parent's own children.
 */
export function reachedStudents(db: Kysely<DB>, { scope, branch_ids, user_id, parent_id }: RowScope) {
  const query = db.selectFrom('student')
  if (scope === 'all') return query
  if (scope === 'branch') return query.where(sql<boolean>`student.branch_id = any(${branch_ids}::uuid[])`)
  if (scope === 'class')
    return query.where('student.id', 'in', (eb) =>
      eb
        .selectFrom('enrolment')
        .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
        .innerJoin('subject_trainer', 'subject_trainer.subject_id', 'subject.id')
        .where('subject_trainer.user_id', '=', user_id)
        .where('enrolment.status', '<>', 'ended')
        .where('subject.deleted_at', 'is', null)
        .select('enrolment.student_id'),
    )
  return query.where('student.id', 'in', (eb) =>
    eb.selectFrom('student_parent').where('parent_id', '=', parent_id).select('student_id'),
  )
}

export function studentsIn(db: Kysely<DB>, scope: RowScope) {
  return reachedStudents(db, scope).where('student.deleted_at', 'is', null)
}

/** Days for which a removed row can be restored. */
const restoreDays = 90

/** Removed rows that can still be restored. */
export const isRestorable = (table: 'student' | 'parent') =>
  sql<boolean>`${sql.ref(`${table}.deleted_at`)} > now() - make_interval(days => ${sql.lit(restoreDays)})`

/**
 * The name of an active student in scope, locked until the transaction ends. Refuses not_found.student, and with the code
 * `inactive` a student who is not active.
 */
export async function lockedActiveStudent(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
  inactive: RefusalCode,
): Promise<string> {
  const student = await studentsIn(trx, scope)
    .select(['student.name', 'student.status'])
    .where('student.id', '=', id)
    .forShare()
    .executeTakeFirst()
  if (!student) throw new Refusal('not_found.student')
  if (student.status !== 'active')
    throw new Refusal(inactive).blockedBy({ to: 'student', id, name: student.name })
  return student.name
}
