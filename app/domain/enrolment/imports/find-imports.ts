import { type Kysely, sql } from 'kysely'
import { scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DateOrder } from '#app/domain/core/spreadsheets/cells.ts'
import type { DB } from '#db/types.ts'
import {
  type ImportKindName,
  type ImportNotes,
  type ImportStatus,
  importKinds,
  importStatuses,
  type Problem,
  type RowStatus,
  undoable,
  undoDays,
} from './import.ts'
import type { Blocked } from './kind.ts'
import type { Columns } from './stage.ts'

/** Imports within a scope: all, or those for the own branches. */
export function importsIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('import')
  return scope === 'all' ? query : query.where(sql<boolean>`import.branch_id = any(${branch_ids}::uuid[])`)
}

const countOf = (...statuses: RowStatus[]) =>
  sql<number>`(select count(*) from import_row where import_row.import_id = import.id
    and import_row.status = any(${statuses}::text[]))`

/** An import that ended some days ago, at most, and has written something. */
const isUndoable = sql<boolean>`(import.status = any(${[...undoable]}::text[])
  and import.finished_at > now() - make_interval(days => ${sql.lit(undoDays)})
  and exists (select from import_write where import_write.import_id = import.id))`

/** The instant until which it can be undone; null where it cannot. */
export const undoUntil = sql<Date | null>`case when ${isUndoable}
  then import.finished_at + make_interval(days => ${sql.lit(undoDays)}) end`

/** Imports, the latest first. */
export const importList = tenantList<Selected<typeof listed>>()({
  name: 'import',
  title: 'import.plural',
  access: { view: 'import.view', create: 'import.upload', print: 'import.run' },
  columns: [
    { key: 'file_name', label: 'import.file_name', sort: true },
    { key: 'kind', label: 'import.kind', words: 'import.kinds', sort: true },
    { key: 'created_at', label: 'import.created_at', kind: 'instant', sort: true },
    { key: 'by', label: 'import.by', room: 'wide' },
    { key: 'row_count', label: 'import.rows', kind: 'count', sort: true },
    { key: 'written', label: 'import.written', kind: 'count' },
    { key: 'wrong', label: 'import.wrong', kind: 'count', room: 'wide' },
    { key: 'left_out', label: 'import.left_out', kind: 'count', room: 'widest' },
    { key: 'undo_until', label: 'import.undo_by', kind: 'instant', room: 'wide' },
    { key: 'status', label: 'import.status', kind: 'status', words: 'import.statuses' },
  ],
  filters: {
    from: onDay('import.from', { until: 'to' }),
    to: onDay('import.to'),
    kind: oneOf('import.kind', importKinds, 'import.kinds'),
    status: oneOf('import.status', importStatuses, 'import.statuses'),
  },
  tabs: byStatus,
  defaultSort: '-created_at',
  query(db, { scope }, { q, kind, status, from, to }) {
    let query = listed(db, scope)
    if (kind) query = query.where('import.kind', '=', kind)
    if (status) query = query.where('import.status', '=', status)
    if (from) query = query.where('import.created_at', '>=', dayBegins(from))
    if (to) query = query.where('import.created_at', '<', dayBegins(to, 1))
    return q ? query.where((eb) => contains(eb, q, ['import.file_name', 'uploader.name'])) : query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return importsIn(db, scope)
    .leftJoin('user_account as uploader', 'uploader.id', 'import.created_by')
    .select(['import.id', 'import.file_name', 'import.kind', 'import.created_at', 'import.row_count'])
    .select(['import.status', 'uploader.name as by'])
    .select([countOf('written').as('written'), countOf('wrong', 'failed').as('wrong')])
    .select([countOf('left_out').as('left_out'), undoUntil.as('undo_until')])
}

/** One import with its rows counted by status; refuses not_found.import. */
export async function importFor(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await importsIn(db, scope)
    .leftJoin('user_account as uploader', 'uploader.id', 'import.created_by')
    .leftJoin('user_account as runner', 'runner.id', 'import.run_by')
    .selectAll('import')
    .select(['uploader.name as by', 'runner.name as run_by_name'])
    .select(isUndoable.as('undoable'))
    .where('import.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.import')
  return typed(row)
}
export type ImportRecord = Awaited<ReturnType<typeof importFor>>

/** Cells hold full identity numbers, so only readers who may see those of everybody, and the uploader, may read them. */
export const mayRead = (
  { created_by }: { created_by: string | null },
  { id, roles }: Pick<Actor, 'id' | 'roles'>,
) => (created_by !== null && created_by === id) || scopeOf(roles, 'identity.view') !== undefined

/** Narrows enum and JSON columns. */
export function typed<R extends object>(row: R) {
  return row as Omit<R, 'kind' | 'status' | 'date_order' | 'columns' | 'fixed' | 'blocked' | 'notes'> & {
    kind: ImportKindName
    status: ImportStatus
    date_order: DateOrder
    columns: Columns
    fixed: Record<string, string>
    notes: ImportNotes
    blocked: Blocked[] | null
  }
}

export async function rowCounts(db: Kysely<DB>, import_id: string): Promise<Record<RowStatus, number>> {
  const rows = await db
    .selectFrom('import_row')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('import_id', '=', import_id)
    .groupBy('status')
    .execute()
  const none = { pending: 0, ready: 0, wrong: 0, left_out: 0, written: 0, failed: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

/** One page of an import's rows in some statuses, in the order of the file. */
export async function rowsOf(
  db: Kysely<DB>,
  import_id: string,
  statuses: readonly RowStatus[],
  { page, limit }: { page: number; limit: number },
) {
  const rows = await db
    .selectFrom('import_row')
    .select(['id', 'number', 'status', 'cells_sealed', 'problems'])
    .where('import_id', '=', import_id)
    .where('status', 'in', [...statuses])
    .orderBy('number')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(asRow)
}

/** One row with its import; refuses not_found.import_row. */
export async function importRow(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await db
    .selectFrom('import_row')
    .select(['id', 'import_id', 'number', 'status', 'cells_sealed', 'problems'])
    .where('id', '=', id)
    .where('import_id', 'in', importsIn(db, scope).select('import.id'))
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.import')
  return asRow(row)
}

const asRow = <R extends object>(row: R) =>
  row as Omit<R, 'problems' | 'status'> & { problems: Problem[]; status: RowStatus }
