import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { owed } from '#app/domain/core/invoicing/invoice.ts'
import type { Blocker } from '#app/domain/core/undo/undo-plan.ts'
import type { DB } from '#db/types.ts'
import { studentsIn } from './students/scope.ts'

/** So many of what is in the way are named; the sentence says how many there are. */
const most = 3

/** Where the running classes of a student are ended, by the names of the classes. */
export async function classesOf(db: Kysely<DB>, student_id: string): Promise<Blocker[]> {
  const rows = await db
    .selectFrom('enrolment')
    .innerJoin('subject', 'subject.id', 'enrolment.subject_id')
    .select(['enrolment.id', 'subject.name'])
    .where('enrolment.student_id', '=', student_id)
    .where('enrolment.status', '<>', 'ended')
    .orderBy('subject.name')
    .limit(most)
    .execute()
  return rows.map(({ id, name }) => ({ to: 'enrolment_end', id, name }))
}

/** Drafts and unpaid invoices of a student or of a payer, by their numbers. */
export async function openInvoicesOf(
  db: Kysely<DB>,
  whose: { student_id: string } | { payer_parent_id: string },
): Promise<Blocker[]> {
  const [[column, id]] = Object.entries(whose) as [[string, string]]
  const rows = await db
    .selectFrom('invoice')
    .select(['id', 'number'])
    .where(sql.ref(column), '=', id)
    .where(sql<boolean>`(status = 'draft' or ${owed} > 0)`)
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map((row) => ({ to: 'invoice', id: row.id, name: row.number }))
}

/** Children of a parent, or only the active ones for whom they pay; those out of scope are counted and not named. */
export async function childrenInTheWay(
  db: Kysely<DB>,
  scope: RowScope,
  parent_id: string,
  { paid = false }: { paid?: boolean } = {},
): Promise<{ count: number; named: Blocker[] }> {
  let query = db
    .selectFrom('student_parent')
    .innerJoin('student', 'student.id', 'student_parent.student_id')
    .where('student_parent.parent_id', '=', parent_id)
    .where('student.deleted_at', 'is', null)
  if (paid) query = query.where('student.status', '=', 'active').where('student_parent.is_payer', '=', true)
  const { count } = await query.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .where('student.id', 'in', studentsIn(db, scope).select('student.id'))
    .select(['student.id', 'student.name'])
    .orderBy('student.name')
    .limit(most)
    .execute()
  return { count, named: rows.map(({ id, name }) => ({ to: 'student', id, name })) }
}
