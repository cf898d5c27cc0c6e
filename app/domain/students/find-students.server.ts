import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { RowScope } from '#app/domain/actor.ts'
import { phoneDigits } from '#app/domain/contact/phone.ts'
import { owed } from '#app/domain/invoices/status.server.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { BillableRow, billableSearch } from './student.ts'

/** Students whom the scope may bill; a student without a payer cannot be billed yet, but is found. */
export async function billableStudents(
  db: Kysely<DB>,
  scope: RowScope,
  search: z.output<typeof billableSearch>,
) {
  let query = studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .leftJoin('student_parent', (join) =>
      join
        .onRef('student_parent.student_id', '=', 'student.id')
        .on('student_parent.is_payer', '=', sql<boolean>`true`),
    )
    .leftJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select((eb) => [
      'student.id',
      'student.student_no',
      'student.name',
      'parent.name as payer',
      'branch.name as branch',
      eb
        .selectFrom('invoice')
        .whereRef('invoice.student_id', '=', 'student.id')
        .select(sql<number>`coalesce(sum(${owed}), 0)`.as('owed'))
        .as('owed_sen'),
      'student.status',
    ])
  if (search.q) {
    const digits = phoneDigits(search.q)
    query = query.where((eb) =>
      eb.or([
        contains(eb, search.q, ['student.name', 'student.student_no', 'parent.name']),
        ...(digits ? [contains(eb, digits, ['parent.phone'])] : []),
      ]),
    )
  }
  return paginate<'student', BillableRow, typeof search>(
    db.selectFrom(query.as('student')).selectAll() as never,
    search,
    {
      sorts: { name: 'name', student_no: 'student_no', owed_sen: 'owed_sen' },
      standard: 'name',
      tie: 'id',
    },
  )
}

/** One student whom the scope may bill; refuses with not_found.student. */
export async function billableStudent(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .select([
      'student.id',
      'student.student_no',
      'student.name',
      'student.nationality',
      'student.status',
      'student.branch_id',
      'branch.name as branch',
    ])
    .where('student.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.student')
  return row
}

/** A student's parents, the one who pays first. */
export async function parentsOf(db: Kysely<DB>, student_id: string) {
  return db
    .selectFrom('student_parent')
    .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['parent.id', 'parent.name', 'student_parent.relationship', 'student_parent.is_payer'])
    .where('student_parent.student_id', '=', student_id)
    .where('parent.deleted_at', 'is', null)
    .orderBy('student_parent.is_payer', 'desc')
    .orderBy('parent.name')
    .execute()
}

/** Students whom a scope over branches reaches; the other scopes bill nobody. */
function studentsIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('student').where('student.deleted_at', 'is', null)
  if (scope === 'all') return query
  return scope === 'branch'
    ? query.where(sql<boolean>`student.branch_id = any(${branch_ids}::uuid[])`)
    : query.where(sql<boolean>`false`)
}
