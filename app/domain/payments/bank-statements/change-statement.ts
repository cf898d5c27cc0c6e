import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import {
  findLayout,
  headingsKey,
  headingsOf,
  missingIn,
  sheetLines,
} from '#app/domain/payments/bank-statements/layout/read-sheet.ts'
import type { StatementFile } from '#app/integrations/statements/read-statement.ts'
import {
  type Statement,
  type StatementLine,
  StatementUnusable,
} from '#app/integrations/statements/statement.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type Columns,
  type LineField,
  type MapInput,
  mostSkipped,
  type StatementNotes,
  type StatementStatus,
  severalOf,
} from './bank-statement.ts'
import { cancelPaymentsOf } from './change-line.ts'
import { statementFor } from './find-statements.ts'
import { lockStatement } from './match-statement.ts'
import { sameMovements } from './same-movements.ts'

interface At {
  id: string
  version: number
}

interface Upload {
  file_name: string
  branch_id: string | null
  file: StatementFile
}

type LineRow = Omit<StatementLine, never> & {
  id: string
  statement_id: string
  fingerprint: string
  occurrence: number
  status: string
  created_by: string | null
}

/** Rows that are written in one statement. */
const rowsPerInsert = 500

/**
 * Stores a statement: its lines, and enqueues matching, if its columns are known; else its raw rows until a person maps them.
 * Refuses (StatementUnusable) a file that is no statement, and a workbook with movements on a second sheet, which would be
 * lost. Returns the id, and whether columns must be mapped.
 */
export async function stageStatement(
  trx: Transaction<DB>,
  actor: Actor,
  { file, file_name, branch_id }: Upload,
): Promise<{ id: string; unknown: boolean }> {
  const id = newId()
  const row = { id, file_name, branch_id, format: file.format, created_by: actor.id, updated_by: actor.id }
  const saved = 'rows' in file ? await savedLayouts(trx) : new Map()
  const layout = 'rows' in file ? findLayout(file.rows, saved) : undefined
  if ('rows' in file && !layout) throw new StatementUnusable('not_a_statement')
  if ('rows' in file && file.others?.some((rows) => findLayout(rows, saved)))
    throw new StatementUnusable('several_sheets')
  const unknown = layout !== undefined && layout.bank === null
  const notes: StatementNotes =
    'rows' in file ? { hidden_rows: file.hidden_rows ?? [], left_out: file.left_out ?? [] } : {}
  if ('rows' in file && layout?.bank === null) {
    const values = {
      rows: JSON.stringify(file.rows),
      heading: layout.heading,
      columns: JSON.stringify(layout.columns),
      notes: JSON.stringify(notes),
    }
    await trx
      .insertInto('bank_statement')
      .values({ ...row, ...values, status: 'uploaded' })
      .execute()
  } else {
    const statement =
      'rows' in file ? sheetLines(file.rows, layout!.heading, layout!.columns) : file.statement
    await trx
      .insertInto('bank_statement')
      .values({ ...row, ...factsOf(statement, notes), bank: layout?.bank ?? null, status: 'matching' })
      .execute()
    await insertLines(trx, actor, { id, format: file.format }, statement)
    await enqueue(trx, 'bank_statement.match', { statement_id: id })
  }
  const after = { file_name, format: file.format }
  await record(trx, actor, 'bank_statement.uploaded', { type: 'bank_statement', id }, { after })
  return { id, unknown }
}

/** Stored mappings, by headings. */
async function savedLayouts(trx: Transaction<DB>) {
  const rows = await trx.selectFrom('bank_layout').select(['headings', 'name', 'columns']).execute()
  return new Map(
    rows.map(({ headings, name, columns }) => [headings, { name, columns: columns as unknown as Columns }]),
  )
}

/**
 * Stores the mapping of columns, also for later files with the same headings, and enqueues matching. Refuses a field mapped
 * twice (bank_statement.column_twice), a missing required field (bank_statement.field_missing), and (StatementUnusable) rows
 * that cannot be read with it.
 */
export async function mapStatement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: At,
  { name, columns: chosen }: MapInput,
  labelOf: (field: LineField) => string,
): Promise<void> {
  const statement = await lockedStatement(trx, scope, at, ['uploaded'])
  const rows = statement.rows!
  const headings = headingsOf(rows[statement.heading!]!)
  const columns = headings.map((_, column) => chosen[column] ?? null)
  columns.forEach((field, column) => {
    if (field && !severalOf.includes(field) && columns.indexOf(field) < column)
      throw new Refusal('bank_statement.column_twice', `columns[${column}]`)
  })
  const missing = missingIn(columns)
  if (missing.length > 0)
    throw new Refusal('bank_statement.field_missing', undefined, { field: missing.map(labelOf).join(', ') })
  const lines = sheetLines(rows, statement.heading!, columns)
  const stored = JSON.stringify(columns)
  await trx
    .insertInto('bank_layout')
    .values({ id: newId(), name, headings: headingsKey(headings), columns: stored, created_by: actor.id })
    .onConflict((conflict) =>
      conflict.column('headings').doUpdateSet({ name, columns: stored, updated_at: sql<Date>`now()` }),
    )
    .execute()
  const values = {
    ...factsOf(lines, statement.notes),
    bank: name,
    columns: stored,
    rows: null,
    status: 'matching',
  }
  await changeAt(trx, actor, 'bank_statement', at, values, { status: 'uploaded' })
  await insertLines(trx, actor, { id: at.id, format: statement.format }, lines)
  await enqueue(trx, 'bank_statement.match', { statement_id: at.id })
  const after = { file_name: statement.file_name, bank: name, line_count: lines.lines.length }
  await record(trx, actor, 'bank_statement.mapped', { type: 'bank_statement', id: at.id }, { after })
}

/** The statement's facts for its row. */
export function factsOf(statement: Statement & { broken_row?: number | null }, notes: StatementNotes = {}) {
  const days = statement.lines.map(({ booked_on }) => booked_on).sort()
  const sum = (side: StatementLine['side']) =>
    statement.lines.reduce((sen, line) => sen + (line.side === side ? line.amount_sen : 0), 0)
  return {
    ...{ opening_sen: statement.opening_sen, closing_sen: statement.closing_sen },
    ...{ credit_sen: sum('credit'), debit_sen: sum('debit'), line_count: statement.lines.length },
    ...{ from_on: days[0]!, until_on: days.at(-1)!, account_end: statement.account?.slice(-4) ?? null },
    ...{ skipped: statement.skipped.length, broken_row: statement.broken_row ?? null },
    notes: JSON.stringify({ ...notes, skipped: statement.skipped.slice(0, mostSkipped) }),
  }
}

/**
 * Stores each line once across files: a line of an earlier statement, or a movement that another CAMT message has brought, is
 * stored as repeated and records no payment. Of two concurrent uploads with the same line the second waits for the first.
 */
async function insertLines(
  trx: Transaction<DB>,
  actor: Actor,
  { id: statement_id, format }: { id: string; format: string },
  { account, lines }: Pick<Statement, 'account' | 'lines'>,
): Promise<void> {
  const seen = new Map<string, number>()
  const rows = lines.map((line) => {
    const fingerprint = fingerprintOf(account, line)
    const occurrence = (seen.get(fingerprint) ?? 0) + 1
    seen.set(fingerprint, occurrence)
    const status = line.side === 'debit' ? 'debit' : 'new'
    return { ...line, id: newId(), statement_id, fingerprint, occurrence, status, created_by: actor.id }
  })
  const brought = await sameMovements(trx, { format, account }, rows)
  await insertRepeated(
    trx,
    rows.filter(({ id }) => brought.has(id)),
    brought,
  )
  // In one order, so that two overlapping files cannot deadlock.
  const others = rows.filter(({ id }) => !brought.has(id))
  const ordered = others.sort((a, b) =>
    a.fingerprint < b.fingerprint ? -1 : a.fingerprint > b.fingerprint ? 1 : a.occurrence - b.occurrence,
  )
  for (let from = 0; from < ordered.length; from += rowsPerInsert) {
    const rowsOfBatch = ordered.slice(from, from + rowsPerInsert)
    const stored = await trx
      .insertInto('bank_line')
      .values(rowsOfBatch)
      .onConflict((conflict) =>
        conflict
          .columns(['fingerprint', 'occurrence'])
          .where(sql<boolean>`status not in ('repeated','undone')`)
          .doNothing(),
      )
      .returning('id')
      .execute()
    const ids = new Set(stored.map(({ id }) => id))
    const repeated = rowsOfBatch.filter(({ id }) => !ids.has(id))
    await insertRepeated(trx, repeated, await firstOf(trx, repeated))
  }
}

/** The stored lines that have the fingerprints and occurrences of rows, by the ids of the rows. */
async function firstOf(trx: Transaction<DB>, rows: readonly LineRow[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const first = await trx
    .selectFrom('bank_line')
    .select(['id', 'fingerprint', 'occurrence'])
    .where('fingerprint', 'in', [...new Set(rows.map(({ fingerprint }) => fingerprint))])
    .where('status', 'not in', ['repeated', 'undone'])
    .execute()
  const ids = new Map(first.map(({ id, fingerprint, occurrence }) => [`${fingerprint}${occurrence}`, id]))
  return new Map(rows.map(({ id, fingerprint, occurrence }) => [id, ids.get(fingerprint + occurrence)!]))
}

/** Stores rows as repetitions of stored lines. */
async function insertRepeated(
  trx: Transaction<DB>,
  rows: readonly LineRow[],
  repeats: ReadonlyMap<string, string>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await trx
      .insertInto('bank_line')
      .values(
        rows.slice(from, from + rowsPerInsert).map((row) => ({
          ...row,
          status: 'repeated',
          repeats_id: repeats.get(row.id)!,
        })),
      )
      .execute()
}

/**
 * Identifies a line across files: account, date, sum, and words without spaces and case. Identical lines of one file are
 * distinguished by their count.
 */
function fingerprintOf(
  account: string | null,
  { booked_on, side, amount_sen, payer_name, reference, description }: StatementLine,
): string {
  const words = [account, payer_name, reference, description].map((text) =>
    (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ''),
  )
  return createHash('sha256')
    .update(JSON.stringify([booked_on, side, amount_sen, ...words]))
    .digest('base64url')
}

/** Removes a statement without stored lines. Returns its file name. */
export async function removeStatement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  at: At,
): Promise<string> {
  const { file_name, format } = await lockedStatement(trx, scope, at, ['uploaded'])
  await trx.deleteFrom('bank_statement').where('id', '=', at.id).execute()
  await record(
    trx,
    actor,
    'bank_statement.removed',
    { type: 'bank_statement', id: at.id },
    { before: { file_name, format } },
  )
  return file_name
}

/**
 * Enqueues undoing a statement. Refuses one not of today (bank_statement.undo_over), and one that is undone or that a job
 * works on.
 */
export async function startUndo(trx: Transaction<DB>, actor: Actor, scope: RowScope, at: At): Promise<void> {
  const { status } = await lockedStatement(trx, scope, at, ['ready', 'failed'])
  const { fresh } = await trx
    .selectFrom('bank_statement')
    .select(
      sql<boolean>`(created_at at time zone 'Asia/Kuala_Lumpur')::date = (now() at time zone 'Asia/Kuala_Lumpur')::date`.as(
        'fresh',
      ),
    )
    .where('id', '=', at.id)
    .executeTakeFirstOrThrow()
  if (!fresh) throw new Refusal('bank_statement.undo_over')
  await changeAt(
    trx,
    actor,
    'bank_statement',
    at,
    { status: 'undoing', undone_by: actor.id, blocked: null, undo_code: null },
    { status },
  )
  await enqueue(trx, 'bank_statement.undo', { statement_id: at.id })
}

/**
 * Undoes a statement, all of it or nothing: cancels its payments, and its lines may be imported again. Nothing while a person
 * has decided about a line, another statement repeats one, or a payment cannot be cancelled (its credit is used, its invoice
 * is being paid); the numbers of these lines are stored for the statement's page.
 */
export async function undoStatement(
  trx: Transaction<DB>,
  actor: Actor,
  statement_id: string,
  { today, reason, scope }: { today: string; reason: string; scope: RowScope },
): Promise<void> {
  const statement = await lockStatement(trx, statement_id)
  if (statement?.status !== 'undoing') return
  const lines = await trx
    .selectFrom('bank_line')
    .select(['id', 'number', 'by_itself', 'assigned_sen', 'status'])
    .select(
      sql<boolean>`exists (select from bank_line as again join bank_statement on bank_statement.id = again.statement_id
        where again.repeats_id = bank_line.id and bank_statement.status <> 'undone')`.as('repeated_later'),
    )
    .where('statement_id', '=', statement_id)
    .orderBy('number')
    .forUpdate()
    .execute()
  const blocked = lines.filter(
    ({ by_itself, assigned_sen, status, repeated_later }) =>
      repeated_later || status === 'ignored' || (Number(assigned_sen) > 0 && !by_itself),
  )
  const numbers = blocked.map(({ number }) => number)
  if (numbers.length > 0) return failStatementUndo(trx, statement_id, { blocked: numbers })
  const ids = lines.map(({ id }) => id)
  const payments = await cancelPaymentsOf(trx, actor, scope, ids, { today, reason })
  await trx
    .updateTable('bank_line')
    .set({ status: 'undone', version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .where('statement_id', '=', statement_id)
    .where('status', '<>', 'repeated')
    .execute()
  await finishUndo(trx, statement_id, { status: 'undone', undone_at: sql<Date>`now()` })
  const after = { file_name: statement.file_name, payments: payments.length }
  await record(trx, actor, 'bank_statement.undone', { type: 'bank_statement', id: statement_id }, { after })
}

/** Marks the undo as failed, with the blocking lines or the refusal. */
export const failStatementUndo = (
  trx: Transaction<DB>,
  id: string,
  { blocked = [], code = null }: { blocked?: readonly number[]; code?: RefusalCode | null },
) =>
  finishUndo(trx, id, {
    status: sql`case when error_code is null then 'ready' else 'failed' end`,
    ...{ undone_by: null, undo_code: code, blocked: blocked.slice(0, 50) },
  })

async function finishUndo(trx: Transaction<DB>, id: string, values: object): Promise<void> {
  await trx
    .updateTable('bank_statement')
    .set({ ...values, version: sql`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'undoing')
    .execute()
}

/** Locks a statement within the scope in one of these statuses. Refuses not_found.bank_statement and version_conflict. */
async function lockedStatement(
  trx: Transaction<DB>,
  scope: RowScope,
  { id, version }: At,
  statuses: readonly StatementStatus[],
) {
  await trx.selectFrom('bank_statement').select('id').where('id', '=', id).forUpdate().execute()
  const statement = await statementFor(trx, scope, id)
  if (!statuses.includes(statement.status))
    throw await meanwhile(trx, 'bank_statement.state', { type: 'bank_statement', id })
  refuseStale(statement, version)
  return statement
}
