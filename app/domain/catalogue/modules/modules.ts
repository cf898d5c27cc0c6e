import { type Kysely, sql } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { type Chosen, countIn, offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { moduleForm } from './module.ts'

/** Modules belong to the whole organisation, so every scope that may look sees all of them. */
export const moduleList = tenantList<Selected<typeof found>>()({
  name: 'module',
  title: 'module.plural',
  access: { view: 'module.view', create: 'module.create', print: 'module.print' },
  columns: [
    { key: 'code', label: 'module.code', kind: 'number', sort: true },
    { key: 'name', label: 'module.name', room: 'who', sort: true },
    { key: 'program', label: 'module.program_id', sort: true },
    { key: 'sequence', label: 'module.sequence', kind: 'count', room: 'table', sort: true },
    { key: 'subjects', label: 'module.subjects', kind: 'count', room: 'table', total: true, sort: true },
    { key: 'status', label: 'module.status', kind: 'status', sort: true },
  ],
  filters: {
    program_id: oneEntry('module.program_id', (db, _reader, chosen) => programOptions(db, chosen)),
    status: oneOf('module.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, program_id, status }) {
    let query = found(db)
    if (program_id) query = query.where('module.program_id', '=', program_id)
    if (status) query = query.where('module.status', '=', status)
    if (q) query = query.where((eb) => contains(eb, q, ['module.code', 'module.name']))
    return query
  },
})

/** One module; refuses with not_found.module. */
export async function module(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('module.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.module')
  return row
}

/** The first of the modules of a program, as they follow one another. */
export const modulesOf = (db: Kysely<DB>, program_id: string) =>
  found(db)
    .where('module.program_id', '=', program_id)
    .orderBy('module.sequence')
    .orderBy('module.code')
    .limit(50)
    .execute()

/** Modules with their program and how many subjects are of each. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('module')
    .innerJoin('program', 'program.id', 'module.program_id')
    .where('module.deleted_at', 'is', null)
    .selectAll('module')
    .select(['program.name as program', countIn('subject', 'module_id', 'module').as('subjects')])
}

/** Active modules to choose from, and the one that the row has already, program by program as they follow one another. */
export function moduleOptions(db: Kysely<DB>, kept?: Chosen) {
  const program = sql<string>`(select program.name from program where program.id = program_id)`
  return offered(db, 'module', kept)
    .select(['id', 'name', program.as('program')])
    .orderBy(program)
    .orderBy(sql.ref('sequence'))
    .orderBy('name')
    .execute()
}

/** What is done with modules; one that subjects have can only be deactivated. */
export const modules = crudVerbs('module', moduleForm, { subject: 'module_id' }, module)
