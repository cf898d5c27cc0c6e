import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/actor.ts'
import { contains } from '#app/domain/lists/contains.server.ts'
import { offered } from '#app/domain/lists/offered.server.ts'
import { paginate } from '#app/domain/lists/paginate.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import type { DepartmentRow } from './department.ts'
import type { DepartmentSearch } from './department-form.ts'

/** Departments belong to the whole organisation, so every scope that may look sees all of them. */
export async function departments(db: Kysely<DB>, _scope: RowScope, search: DepartmentSearch) {
  let query = found(db)
  if (search.branch_id) query = query.where('department.branch_id', '=', search.branch_id)
  if (search.status) query = query.where('department.status', '=', search.status)
  if (search.q)
    query = query.where((eb) => contains(eb, search.q, ['department.code', 'department.name', 'head.name']))
  return paginate<'department', DepartmentRow, DepartmentSearch>(
    // A row for each department with its counts, so that the list can sort by them.
    db.selectFrom(query.as('department')).selectAll() as never,
    search,
    {
      sorts: {
        code: 'code',
        name: 'name',
        branch: 'branch',
        staff: 'staff',
        programs: 'programs',
        status: 'status',
      },
      standard: 'code',
      tie: 'id',
    },
  )
}

/** One department; refuses with not_found.department. */
export async function department(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db)
    .select(['department.head_staff_id', 'department.branch_id', 'department.description'])
    .select(['department.version', 'department.updated_at'])
    .where('department.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.department')
  return { ...row, staff: row.staff ?? 0, programs: row.programs ?? 0 }
}

/** Departments with their head, their branch and how many belong to them. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('department')
    .leftJoin('branch', 'branch.id', 'department.branch_id')
    .leftJoin('staff as head', (join) =>
      join.onRef('head.id', '=', 'department.head_staff_id').on('head.deleted_at', 'is', null),
    )
    .where('department.deleted_at', 'is', null)
    .select((eb) => [
      'department.id',
      'department.code',
      'department.name',
      'head.name as head',
      'branch.name as branch',
      staffOf(eb).as('staff'),
      programsOf(eb).as('programs'),
      'department.status',
    ])
}

type Departments = ExpressionBuilder<DB, 'department'>

function staffOf(eb: Departments) {
  return eb
    .selectFrom('staff')
    .whereRef('staff.department_id', '=', 'department.id')
    .where('staff.deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
}

function programsOf(eb: Departments) {
  return eb
    .selectFrom('program')
    .whereRef('program.department_id', '=', 'department.id')
    .where('program.deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
}

/** Active departments to choose from, and the one that the row has already. */
export function departmentOptions(db: Kysely<DB>, kept: string | null = null) {
  return offered(db, 'department', kept ? [kept] : [])
    .select(['id', 'name'])
    .orderBy('name')
    .execute()
}
