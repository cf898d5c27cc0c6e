import { type Kysely, sql } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { departmentOptions } from '#app/domain/catalogue/departments/departments.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, chosenOf, countIn, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { programForm } from './program.ts'

/** Programs belong to the whole organisation, so every scope that may look sees all of them. */
export const programList = tenantList<Selected<typeof found>>()({
  name: 'program',
  title: 'program.plural',
  access: { view: 'program.view', create: 'program.create', print: 'program.print' },
  columns: [
    { key: 'code', label: 'program.code', kind: 'number', sort: true },
    { key: 'name', label: 'program.name', room: 'who', sort: true },
    { key: 'name_en', label: 'program.name_en', only: 'file' },
    { key: 'name_my', label: 'program.name_my', only: 'file' },
    { key: 'department', label: 'program.department_id', room: 'table', sort: true },
    { key: 'level', label: 'program.level', sort: true },
    { key: 'branches', label: 'program.branch_ids', only: 'file' },
    { key: 'duration_months', label: 'program.duration_months', kind: 'count', only: 'file' },
    { key: 'starts_on', label: 'program.starts_on', kind: 'date', only: 'file' },
    { key: 'ends_on', label: 'program.ends_on', kind: 'date', only: 'file' },
    { key: 'modules', label: 'program.modules', kind: 'count', room: 'table', total: true, sort: true },
    { key: 'subjects', label: 'program.subjects', kind: 'count', room: 'table', total: true, sort: true },
    { key: 'status', label: 'program.status', kind: 'status', sort: true },
  ],
  filters: {
    department_id: oneEntry('program.department_id', (db, _reader, chosen) => departmentOptions(db, chosen)),
    status: oneOf('program.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, department_id, status }) {
    let query = found(db)
    if (department_id) query = query.where('program.department_id', '=', department_id)
    if (status) query = query.where('program.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['program.code', 'program.name', 'program.level']))
    return query
  },
})

/** One program; refuses with not_found.program. */
export async function program(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('program.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.program')
  const branch_ids = await chosenOf(db, 'program_branch', id)
  return { ...row, branch_ids }
}

const branchNames = sql<string | null>`(select string_agg(branch.name, ', ' order by branch.name)
  from program_branch join branch on branch.id = program_branch.branch_id where program_branch.program_id = program.id)`

/** Programs with their department, their branches and how many modules and subjects belong to each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('program')
    .leftJoin('department', 'department.id', 'program.department_id')
    .where('program.deleted_at', 'is', null)
    .selectAll('program')
    .select([
      'department.name as department',
      branchNames.as('branches'),
      countIn('module', 'program_id', 'program').as('modules'),
      countIn('subject', 'program_id', 'program').as('subjects'),
    ])
}

/** Active programs to choose from, and the one that the row has already. */
export function programOptions(db: Kysely<DB>, kept?: Chosen) {
  return offered(db, 'program', kept)
    .select(['id', 'name'])
    .orderBy(sql.ref('sort_order'))
    .orderBy('name')
    .execute()
}

/** What is done with programs; one that a module or a subject belongs to can only be deactivated. */
export const programs = crudVerbs(
  'program',
  programForm,
  { module: 'program_id', subject: 'program_id' },
  program,
)
