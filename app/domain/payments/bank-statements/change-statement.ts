import { sql, type Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changeAt, refuseStale } from '#app/domain/core/changed.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type LineField, type MapInput, type StatementStatus, severalOf } from './bank-statement.ts'
import { cancelPaymentsOf } from './change-line.ts'
import { statementFor } from './find-statements.ts'
import { headingsKey, headingsOf, missingIn } from './layout/find-layout.ts'
import { sheetLines } from './layout/sheet-lines.ts'
import { lockStatement } from './match-statement.ts'
import { factsOf, insertLines } from './stage.ts'

interface At {
  id: string
  version: number
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
  { name, columns: said }: MapInput,
  called: (field: LineField) => string,
): Promise<void> {
  const statement = await lockedStatement(trx, scope, at, ['uploaded'])
  const rows = statement.rows!
  const headings = headingsOf(rows[statement.heading!]!)
  const columns = headings.map((_, column) => said[column] ?? null)
  columns.forEach((field, column) => {
    if (field && !severalOf.includes(field) && columns.indexOf(field) < column)
      throw new Refusal('bank_statement.column_twice', `columns[${column}]`)
  })
  const missing = missingIn(columns)
  if (missing.length > 0)
    throw new Refusal('bank_statement.field_missing', undefined, { field: missing.map(called).join(', ') })
  const lines = sheetLines(rows, statement.heading!, columns)
  const kept = JSON.stringify(columns)
  await trx
    .insertInto('bank_layout')
    .values({ id: newId(), name, headings: headingsKey(headings), columns: kept, created_by: actor.id })
    .onConflict((conflict) =>
      conflict.column('headings').doUpdateSet({ name, columns: kept, updated_at: sql<Date>`now()` }),
    )
    .execute()
  const values = { ...factsOf(lines), bank: name, columns: kept, rows: null, status: 'matching' }
  await changeAt(trx, actor, 'bank_statement', at, values, { status: 'uploaded' })
  await insertLines(trx, actor, at.id, lines)
  await enqueue(trx, 'bank_statement.match', { statement_id: at.id })
  const after = { file_name: statement.file_name, bank: name, line_count: lines.lines.length }
  await record(trx, actor, 'bank_statement.mapped', { type: 'bank_statement', id: at.id }, { after })
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
  await end(trx, statement_id, { status: 'undone', undone_at: sql<Date>`now()` })
  const after = { file_name: statement.file_name, payments: payments.length }
  await record(trx, actor, 'bank_statement.undone', { type: 'bank_statement', id: statement_id }, { after })
}

/** Marks the undo as failed, with the blocking lines or the refusal. */
export const failStatementUndo = (
  trx: Transaction<DB>,
  id: string,
  { blocked = [], code = null }: { blocked?: readonly number[]; code?: RefusalCode | null },
) =>
  end(trx, id, {
    status: sql`case when error_code is null then 'ready' else 'failed' end`,
    ...{ undone_by: null, undo_code: code, blocked: blocked.slice(0, 50) },
  })

async function end(trx: Transaction<DB>, id: string, values: object): Promise<void> {
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
  if (!statuses.includes(statement.status)) throw new Refusal('bank_statement.state')
  refuseStale(statement, version)
  return statement
}
