import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import type { StatementFile } from '#app/integrations/statements/read-statement.ts'
import {
  type Statement,
  type StatementLine,
  StatementUnusable,
} from '#app/integrations/statements/statement.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Columns } from './bank-statement.ts'
import { findLayout } from './layout/find-layout.ts'
import { sheetLines } from './layout/sheet-lines.ts'

interface Upload {
  file_name: string
  branch_id: string | null
  file: StatementFile
}

/** Rows that are written in one statement. */
const batch = 500

/**
 * Stores a statement: its lines, and enqueues matching, if its columns are known; else its raw rows until a person maps them.
 * Refuses (StatementUnusable) a file that is no statement. Returns the id, and whether columns must be mapped.
 */
export async function stageStatement(
  trx: Transaction<DB>,
  actor: Actor,
  { file, file_name, branch_id }: Upload,
): Promise<{ id: string; unknown: boolean }> {
  const id = newId()
  const row = { id, file_name, branch_id, format: file.format, created_by: actor.id, updated_by: actor.id }
  const layout = 'rows' in file ? findLayout(file.rows, await savedLayouts(trx)) : undefined
  if ('rows' in file && !layout) throw new StatementUnusable('not_a_statement')
  const unknown = layout !== undefined && layout.bank === null
  if ('rows' in file && layout?.bank === null) {
    const values = {
      rows: JSON.stringify(file.rows),
      heading: layout.heading,
      columns: JSON.stringify(layout.columns),
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
      .values({ ...row, ...factsOf(statement), bank: layout?.bank ?? null, status: 'matching' })
      .execute()
    await insertLines(trx, actor, id, statement)
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

/** The statement's facts for its row. */
export function factsOf(statement: Statement & { skipped?: number; broken_row?: number | null }) {
  const days = statement.lines.map(({ booked_on }) => booked_on).sort()
  const sum = (side: StatementLine['side']) =>
    statement.lines.reduce((sen, line) => sen + (line.side === side ? line.amount_sen : 0), 0)
  return {
    ...{ opening_sen: statement.opening_sen, closing_sen: statement.closing_sen },
    ...{ credit_sen: sum('credit'), debit_sen: sum('debit'), line_count: statement.lines.length },
    ...{ from_on: days[0]!, until_on: days.at(-1)!, account_end: statement.account?.slice(-4) ?? null },
    ...{ skipped: statement.skipped ?? 0, broken_row: statement.broken_row ?? null },
  }
}

/**
 * Stores each line once across files: a line of an earlier statement is stored as repeated and records no payment. Of two
 * concurrent uploads with the same line the second waits for the first.
 */
export async function insertLines(
  trx: Transaction<DB>,
  actor: Actor,
  statement_id: string,
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
  // In one order, so that two overlapping files cannot deadlock.
  const ordered = [...rows].sort((a, b) =>
    a.fingerprint < b.fingerprint ? -1 : a.fingerprint > b.fingerprint ? 1 : a.occurrence - b.occurrence,
  )
  for (let from = 0; from < ordered.length; from += batch) {
    const some = ordered.slice(from, from + batch)
    const kept = await trx
      .insertInto('bank_line')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['fingerprint', 'occurrence'])
          .where(sql<boolean>`status not in ('repeated','undone')`)
          .doNothing(),
      )
      .returning('id')
      .execute()
    const ids = new Set(kept.map(({ id }) => id))
    await insertRepeated(
      trx,
      some.filter(({ id }) => !ids.has(id)),
    )
  }
}

type Row = Omit<StatementLine, never> & {
  id: string
  statement_id: string
  fingerprint: string
  occurrence: number
  status: string
  created_by: string | null
}

async function insertRepeated(trx: Transaction<DB>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const first = await trx
    .selectFrom('bank_line')
    .select(['id', 'fingerprint', 'occurrence'])
    .where('fingerprint', 'in', [...new Set(rows.map(({ fingerprint }) => fingerprint))])
    .where('status', 'not in', ['repeated', 'undone'])
    .execute()
  const ids = new Map(first.map(({ id, fingerprint, occurrence }) => [`${fingerprint}${occurrence}`, id]))
  await trx
    .insertInto('bank_line')
    .values(
      rows.map((row) => ({
        ...row,
        status: 'repeated',
        repeats_id: ids.get(row.fingerprint + row.occurrence)!,
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
