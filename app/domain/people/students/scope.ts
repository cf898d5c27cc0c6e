import { type Kysely, sql, type Transaction } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/**
 * Students whom a scope reaches, also those that were removed: all, those of the own branches, those in a class that the
 * reader teaches or helps in, a parent's own children.
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

/** For so many days what was removed can be brought back. */
export const restoreDays = 90

/** Those that were removed and can still be brought back. */
export const isRestorable = (table: 'student' | 'parent') =>
  sql<boolean>`${sql.ref(`${table}.deleted_at`)} > now() - make_interval(days => ${sql.lit(restoreDays)})`

/**
 * The name of an active student whom the scope reaches, held as they are until the transaction ends. Refuses
 * not_found.student, and with `inactive` who is not active.
 */
export async function heldActiveStudent(
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
  if (student.status !== 'active') throw new Refusal(inactive)
  return student.name
}
