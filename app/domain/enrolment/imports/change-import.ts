import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { refuseOwnFamilyOf } from '#app/domain/core/four-eyes/own-family.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { shown } from '#app/domain/core/spreadsheets/cells.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { importRow, importsIn, mayRead, rowCounts, typed } from './find-imports.ts'
import {
  type EditRowInput,
  type ImportStatus,
  type MapInput,
  mappable,
  retentionDays,
  undoable,
  undoDays,
} from './import.ts'
import type { AnyKind, ImportField } from './kind.ts'
import { kindOf } from './kinds.ts'
import { openCells, openHeadings, sealCells } from './stage.ts'

interface At {
  id: string
  version: number
}

/**
 * Stores the mapping of columns and enqueues checking all rows. Refuses a field mapped twice (import.column_twice), a missing
 * required field (import.field_missing), and an import in a later status (action_not_allowed).
 */
export async function mapImport(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  { id, version }: At,
  { columns: said, fixed: typedOnce = [], date_order }: MapInput,
  called: (field: ImportField) => string,
): Promise<void> {
  const row = await lockedImport(trx, scope, { id, version }, mappable)
  if (!mayRead(row, actor)) throw new Refusal('import.not_yours')
  if (row.status === 'failed' && (await rowCounts(trx, id)).written > 0) throw new Refusal('import.state')
  const kind = kindOf(row.kind)
  const headings = openHeadings(keys, id, row.headings_sealed)
  const columns: Record<string, number> = {}
  said.slice(0, headings.length).forEach((key, column) => {
    if (!key) return
    if (!kind.fields.some((field) => field.key === key))
      throw new Refusal('input.choice', `columns[${column}]`)
    if (key in columns) throw new Refusal('import.column_twice', `columns[${column}]`)
    columns[key] = column
  })
  const fixed = fixedOf(kind, typedOnce)
  const missing = kind.fields.filter(({ key, required }) => required && !(key in columns) && !(key in fixed))
  if (missing.length > 0)
    throw new Refusal('import.field_missing', undefined, { field: missing.map(called).join(', ') })
  // Fields without a column can still be filled in for a single row, in cells after the last column.
  for (const { key } of kind.fields)
    if (!(key in columns))
      columns[key] = headings.length + kind.fields.findIndex((field) => field.key === key)
  const values = {
    ...{ columns: JSON.stringify(columns), fixed: JSON.stringify(fixed), status: 'mapped' },
    ...(date_order ? { date_order } : {}),
  }
  await changeAt(trx, actor, 'import', { id, version }, values, { status: row.status })
  await enqueue(trx, 'import.check', { import_id: id })
}

function fixedOf(kind: AnyKind, said: readonly { field: string; value?: string | undefined }[]) {
  const fixed: Record<string, string> = {}
  said.forEach(({ field, value }, index) => {
    if (!value) return
    const may = kind.fields.find(({ key }) => key === field)?.fixed
    if (!may?.values.includes(value)) throw new Refusal('input.choice', `fixed[${index}].value`)
    fixed[field] = value
  })
  return fixed
}

/** Changes the cells of a row and enqueues checking all rows. Returns the import. */
export async function correctRow(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  row_id: string,
  { cells: typedCells, version }: EditRowInput,
): Promise<string> {
  const { import_id } = await importRow(trx, scope, row_id)
  const locked = await lockedImport(trx, scope, { id: import_id, version }, ['checked'])
  if (!mayRead(locked, actor)) throw new Refusal('import.not_yours')
  const row = await importRow(trx, scope, row_id)
  if (row.cells_sealed === null) throw new Refusal('import.rows_gone')
  const cells = openCells(keys, row_id, row.cells_sealed)
  for (const { column, text = '' } of typedCells) {
    // Untouched cells keep their type (Excel's dates and numbers) instead of becoming text.
    if (shown(cells[column]) === text) continue
    while (cells.length < column) cells.push(null)
    cells[column] = text === '' ? null : text
  }
  await trx
    .updateTable('import_row')
    .set({ cells_sealed: sealCells(keys, row_id, cells), status: 'pending' })
    .where('id', '=', row_id)
    .execute()
  await checkAgain(trx, actor, { id: import_id, version }, { status: locked.status })
  return import_id
}

/** Checks all rows, since others may have conflicted with the changed one. */
async function checkAgain(trx: Transaction<DB>, actor: Actor, at: At, expected: { status: string }) {
  await changeAt(trx, actor, 'import', at, { status: 'mapped' }, expected)
  await enqueue(trx, 'import.check', { import_id: at.id })
}

/** Skips a row, or includes it again and enqueues checking. Returns the import. */
export async function skipRow(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  row_id: string,
  { out, version }: { out: 'yes' | 'no'; version: number },
): Promise<string> {
  const { import_id, status } = await importRow(trx, scope, row_id)
  const before = await lockedImport(trx, scope, { id: import_id, version }, ['checked'])
  const isOut = status === 'left_out'
  if (isOut === (out === 'yes')) throw new Refusal('action_not_allowed')
  await trx
    .updateTable('import_row')
    .set({ status: isOut ? 'pending' : 'left_out' })
    .where('id', '=', row_id)
    .where('status', '=', status)
    .execute()
  await checkAgain(trx, actor, { id: import_id, version }, { status: before.status })
  return import_id
}

/** Skips all invalid rows. Returns their number. */
export async function skipInvalidRows(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { id, version }: At,
): Promise<number> {
  const { status } = await lockedImport(trx, scope, { id, version }, ['checked'])
  const { numUpdatedRows } = await trx
    .updateTable('import_row')
    .set({ status: 'left_out' })
    .where('import_id', '=', id)
    .where('status', '=', 'wrong')
    .executeTakeFirstOrThrow()
  await checkAgain(trx, actor, { id, version }, { status })
  return Number(numUpdatedRows)
}

/**
 * Enqueues writing the rows. Refuses (import.not_ready) while an invalid row is not skipped or no row is ready; a second start
 * is refused (action_not_allowed), so that each import runs once.
 */
export async function startImport(trx: Transaction<DB>, actor: Actor, scope: RowScope, { id, version }: At) {
  const row = await lockedImport(trx, scope, { id, version }, ['checked', 'failed'])
  const counts = await rowCounts(trx, id)
  if (counts.wrong + counts.pending > 0 || counts.ready === 0) throw new Refusal('import.not_ready')
  const values = { status: 'running', run_by: actor.id, run_at: sql<Date>`now()`, error_code: null }
  await changeAt(trx, actor, 'import', { id, version }, values, { status: row.status })
  const after = { file_name: row.file_name, kind: row.kind, ready: counts.ready, left_out: counts.left_out }
  await record(trx, actor, 'import.started', { type: 'import', id }, { after })
  await enqueue(trx, 'import.run', { import_id: id })
}

/** Enqueues undoing an import. Refuses one that is too old (import.undo_over). */
export async function startUndo(trx: Transaction<DB>, actor: Actor, scope: RowScope, { id, version }: At) {
  const row = await lockedImport(trx, scope, { id, version }, undoable)
  const { fresh } = await trx
    .selectFrom('import')
    .select(sql<boolean>`finished_at > now() - make_interval(days => ${sql.lit(undoDays)})`.as('fresh'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!fresh) throw new Refusal('import.undo_over')
  await refuseOwnFamilyOf(trx, actor, { type: 'import', id })
  const values = { status: 'undoing', undone_by: actor.id, blocked: null }
  await changeAt(trx, actor, 'import', { id, version }, values, { status: row.status })
  await enqueue(trx, 'import.undo', { import_id: id })
}

/** Removes an import that has not written anything. Returns its file name. */
export async function removeImport(trx: Transaction<DB>, actor: Actor, scope: RowScope, { id, version }: At) {
  const row = await lockedImport(trx, scope, { id, version }, mappable)
  if ((await rowCounts(trx, id)).written > 0) throw new Refusal('import.state')
  await trx.deleteFrom('import').where('id', '=', id).where('version', '=', version).execute()
  const before = { file_name: row.file_name, kind: row.kind, row_count: row.row_count }
  await record(trx, actor, 'import.removed', { type: 'import', id }, { before })
  return row.file_name
}

/** Locks an import within the scope in one of these statuses. Refuses not_found.import and version_conflict. */
async function lockedImport(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, version }: At,
  statuses: readonly ImportStatus[],
) {
  const row = await importsIn(trx, scope)
    .selectAll('import')
    .where('import.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.import')
  const known = typed(row)
  if (!statuses.includes(known.status)) throw await meanwhile(trx, 'import.state', { type: 'import', id })
  refuseStale(row, version)
  return known
}

/**
 * Removes the cells of old imports; the rows and their outcome stay. An import that never ran is removed altogether. Returns
 * the number of imports.
 */
export async function cleanImports(trx: Transaction<DB>): Promise<number> {
  const old = sql<boolean>`created_at < now() - make_interval(days => ${sql.lit(retentionDays)})`
  const never = await trx
    .deleteFrom('import')
    .where(old)
    .where('status', 'in', ['uploaded', 'checked', 'failed'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('import_write')
            .whereRef('import_write.import_id', '=', 'import.id')
            .select('import_id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const emptied = await trx
    .updateTable('import')
    .set({ headings_sealed: null })
    .where(old)
    .where('headings_sealed', 'is not', null)
    .where('status', 'not in', ['mapped', 'running', 'undoing'])
    .returning('id')
    .execute()
  const ids = emptied.map(({ id }) => id)
  if (ids.length > 0)
    await trx.updateTable('import_row').set({ cells_sealed: null }).where('import_id', 'in', ids).execute()
  return Number(never.numDeletedRows) + ids.length
}
