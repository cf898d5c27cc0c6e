import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, contains, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import type { DB } from '#db/types.ts'
import {
  type Columns,
  type LineStatus,
  type StatementStatus,
  statementFormats,
  statementStatuses,
} from './bank-statement.ts'

/** Statements within a scope: all, or those of the own branches; a statement of the whole organisation belongs to no branch. */
export function statementsIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('bank_statement')
  return scope === 'all'
    ? query
    : query.where(sql<boolean>`bank_statement.branch_id = any(${[...branch_ids]}::uuid[])`)
}

const left = sql<number>`(select count(*) from bank_line where bank_line.statement_id = bank_statement.id
  and bank_line.status in ('suggested','unmatched'))`
const posted = sql<number>`coalesce((select sum(assigned_sen) from bank_line
  where bank_line.statement_id = bank_statement.id), 0)::bigint`

/** Bank statements, the latest first. */
export const statementList = tenantList<Selected<typeof listed>>()({
  name: 'bank-statement',
  title: 'bank_statement.plural',
  access: { view: 'bank_statement.view', create: 'bank_statement.upload', print: 'bank_statement.print' },
  columns: [
    { key: 'file_name', label: 'bank_statement.file_name', room: 'who', sort: true },
    { key: 'bank', label: 'bank_statement.bank', room: 'widest' },
    { key: 'from_on', label: 'bank_statement.from_on', kind: 'date', sort: true },
    { key: 'until_on', label: 'bank_statement.until_on', kind: 'date', room: 'wide' },
    { key: 'line_count', label: 'bank_statement.lines', kind: 'count', room: 'widest' },
    {
      key: 'credit_sen',
      label: 'bank_statement.credit',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'debit_sen', label: 'bank_statement.debit', kind: 'money', only: 'file', total: true },
    { key: 'posted_sen', label: 'bank_statement.posted', kind: 'money', room: 'wide', total: true },
    { key: 'to_decide', label: 'bank_statement.to_decide', kind: 'count' },
    { key: 'created_at', label: 'bank_statement.created_at', kind: 'instant', room: 'widest', sort: true },
    { key: 'by', label: 'bank_statement.by', only: 'file' },
    { key: 'status', label: 'bank_statement.status', kind: 'status', words: 'bank_statement.statuses' },
  ],
  filters: {
    from: onDay('bank_statement.from', { until: 'to' }),
    to: onDay('bank_statement.to'),
    format: oneOf('bank_statement.format', statementFormats, 'bank_statement.formats'),
    status: oneOf('bank_statement.status', statementStatuses, 'bank_statement.statuses'),
  },
  tabs: byStatus,
  standard: '-created_at',
  summed: { column: 'status', values: ['ready', 'matching'], word: 'bank_statement.statuses.ready' },
  query(db, { scope }, { q, format, status, from, to }) {
    let query = listed(db, scope)
    if (format) query = query.where('bank_statement.format', '=', format)
    if (status) query = query.where('bank_statement.status', '=', status)
    if (from) query = query.where('bank_statement.created_at', '>=', dayBegins(from))
    if (to) query = query.where('bank_statement.created_at', '<', dayBegins(to, 1))
    return q
      ? query.where((eb) => contains(eb, q, ['bank_statement.file_name', 'bank_statement.bank']))
      : query
  },
})

function listed(db: Kysely<DB>, scope: RowScope) {
  return statementsIn(db, scope)
    .leftJoin('user_account as uploader', 'uploader.id', 'bank_statement.created_by')
    .select([
      'bank_statement.id',
      'bank_statement.file_name',
      'bank_statement.bank',
      'bank_statement.from_on',
    ])
    .select(['bank_statement.until_on', 'bank_statement.line_count', 'bank_statement.credit_sen'])
    .select([
      'bank_statement.debit_sen',
      'bank_statement.created_at',
      'bank_statement.status',
      'uploader.name as by',
    ])
    .select([posted.as('posted_sen'), left.as('to_decide')])
}

/** One statement; refuses not_found.bank_statement. */
export async function statementFor(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await statementsIn(db, scope)
    .leftJoin('user_account as uploader', 'uploader.id', 'bank_statement.created_by')
    .leftJoin('user_account as undoer', 'undoer.id', 'bank_statement.undone_by')
    .leftJoin('branch', 'branch.id', 'bank_statement.branch_id')
    .selectAll('bank_statement')
    .select(['uploader.name as by', 'undoer.name as undone_by_name', 'branch.name as branch'])
    .where('bank_statement.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.bank_statement')
  return typed(row)
}
export type StatementRecord = Awaited<ReturnType<typeof statementFor>>

const typed = <R extends object>(row: R) =>
  row as Omit<R, 'status' | 'rows' | 'columns'> & {
    status: StatementStatus
    rows: SheetRow[] | null
    columns: Columns | null
  }

export interface StateSum {
  count: number
  /** Sum of the lines. */
  sen: number
  /** The part recorded as payments. */
  assigned_sen: number
}

export type StateSums = { [Status in LineStatus]?: StateSum | undefined }

/** Count and sum of a statement's lines by status. */
export async function stateSums(db: Kysely<DB>, statement_id: string): Promise<StateSums> {
  const rows = await db
    .selectFrom('bank_line')
    .select(['status', sql<number>`count(*)`.as('count'), sql<number>`sum(amount_sen)::bigint`.as('sen')])
    .select(sql<number>`sum(assigned_sen)::bigint`.as('assigned_sen'))
    .where('statement_id', '=', statement_id)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, ...sums }) => [status, sums]))
}
