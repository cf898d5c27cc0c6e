import type { Kysely } from 'kysely'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { countIn, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { departmentForm } from './department.ts'

/** Departments belong to the whole organisation, so every scope that may look sees all of them. */
export const departmentList = tenantList<Selected<typeof found>>()({
  name: 'department',
  title: 'department.plural',
  access: { view: 'department.view', create: 'department.create', print: 'department.print' },
  columns: [
    { key: 'code', label: 'department.code', kind: 'number', sort: true },
    { key: 'name', label: 'department.name', room: 'who', sort: true },
    { key: 'head', label: 'department.head_staff_id' },
    { key: 'branch', label: 'department.branch_id', room: 'table', sort: true },
    { key: 'staff', label: 'department.staff', kind: 'count', room: 'table', sort: true },
    { key: 'programs', label: 'department.programs', kind: 'count', room: 'wide', sort: true },
    { key: 'status', label: 'department.status', kind: 'status', sort: true },
  ],
  filters: {
    branch_id: oneEntry('department.branch_id', (db, _reader, chosen) => branchOptions(db, chosen)),
    status: oneOf('department.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, branch_id, status }) {
    let query = found(db)
    if (branch_id) query = query.where('department.branch_id', '=', branch_id)
    if (status) query = query.where('department.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['department.code', 'department.name', 'head.name']))
    return query
  },
})

/** One department; refuses with not_found.department. */
export async function department(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db)
    .select(['department.head_staff_id', 'department.branch_id', 'department.description'])
    .select(['department.version', 'department.updated_at'])
    .where('department.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.department')
  return row
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
    .select([
      'department.id',
      'department.code',
      'department.name',
      'head.name as head',
      'branch.name as branch',
      countIn('staff', 'department_id', 'department').as('staff'),
      countIn('program', 'department_id', 'department').as('programs'),
      'department.status',
    ])
}

/** Active departments to choose from, and the one that the row has already. */
export function departmentOptions(db: Kysely<DB>, kept: string | null = null) {
  return offered(db, 'department', kept).select(['id', 'name']).orderBy('name').execute()
}

/** What is done with departments; one that a staff member or a program has can only be deactivated. */
export const departments = crudVerbs(
  'department',
  departmentForm,
  { staff: 'department_id', program: 'department_id' },
  department,
)
