import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { phoneDigits } from '#app/domain/core/contact/phone.ts'
import { owed } from '#app/domain/core/invoicing/invoice.ts'
import { type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Students in scope for billing; one without a payer cannot be billed yet, but is listed. */
export const billableList = tenantList<Billable>()({
  name: 'invoice/new',
  title: 'invoice.new',
  access: { view: 'invoice.create' },
  columns: [
    { key: 'name', label: 'invoice.student', sort: true },
    { key: 'student_no', label: 'invoice.student_no', sort: true },
    { key: 'payer', label: 'invoice.payer' },
    { key: 'owed_sen', label: 'invoice.balance_sen', kind: 'money', sort: true },
    { key: 'status', label: 'invoice.status', kind: 'status' },
  ],
  filters: {},
  defaultSort: 'name',
  query(db, { scope }, { q }) {
    const query = billable(db, scope)
    return q ? query.where('student.id', 'in', mentioning(db, q)) : query
  },
})

/** Ids of students found by their name or number, or by the name or phone of their payer. */
function mentioning(db: Kysely<DB>, typed: string) {
  const digits = phoneDigits(typed)
  return db
    .selectFrom('student as about')
    .where((eb) => contains(eb, typed, ['about.name', 'about.student_no']))
    .select('about.id')
    .union(
      db
        .selectFrom('student_parent')
        .where('student_parent.is_payer', '=', true)
        .where('student_parent.parent_id', 'in', (eb) =>
          eb
            .selectFrom('parent')
            .where((inner) =>
              inner.or([
                contains(inner, typed, ['parent.name']),
                ...(digits ? [contains(inner, digits, ['parent.phone'])] : []),
              ]),
            )
            .select('parent.id'),
        )
        .select('student_parent.student_id as id'),
    )
}

export type Billable = Selected<typeof billable>

/** Students with their payer and balance. */
function billable(db: Kysely<DB>, scope: RowScope) {
  return billableIn(db, scope)
    .select(['student.status', 'branch.name as branch'])
    .select((eb) =>
      eb
        .selectFrom('invoice')
        .whereRef('invoice.student_id', '=', 'student.id')
        .select(sql<number>`coalesce(sum(${owed}), 0)`.as('owed'))
        .as('owed_sen'),
    )
}

/** Students in scope for billing, with their payer. */
export function billableIn(db: Kysely<DB>, scope: RowScope) {
  return studentsIn(db, scope)
    .innerJoin('branch', 'branch.id', 'student.branch_id')
    .leftJoin('student_parent', (join) =>
      join
        .onRef('student_parent.student_id', '=', 'student.id')
        .on('student_parent.is_payer', '=', sql<boolean>`true`),
    )
    .leftJoin('parent', 'parent.id', 'student_parent.parent_id')
    .select(['student.id', 'student.student_no', 'student.name', 'parent.name as payer'])
}

/** One student in scope for billing; refuses with not_found.student. */
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

/** A student's parents, the payer first. */
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

/** Students in scope for billing: only the scopes `all` and `branch` may bill. */
function studentsIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('student').where('student.deleted_at', 'is', null)
  if (scope === 'all') return query
  return scope === 'branch'
    ? query.where(sql<boolean>`student.branch_id = any(${branch_ids}::uuid[])`)
    : query.where(sql<boolean>`false`)
}
