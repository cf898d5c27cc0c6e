import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { linkOnly, onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { SheetRow } from '#app/integrations/spreadsheets/cell.ts'
import type { DB } from '#db/types.ts'
import {
  type Columns,
  type Evidence,
  type LineStatus,
  lineStatuses,
  type StatementNotes,
  type StatementStatus,
  statementFormats,
  statementStatuses,
} from './bank-statement.ts'

/** Statements within a scope: all, or those of the own branches; a statement of the whole organisation belongs to no branch. */
function statementsIn(db: Kysely<DB>, { scope, branch_ids }: RowScope) {
  const query = db.selectFrom('bank_statement')
  return scope === 'all'
    ? query
    : query.where(sql<boolean>`bank_statement.branch_id = any(${[...branch_ids]}::uuid[])`)
}

const openLines = sql<number>`(select count(*) from bank_line where bank_line.statement_id = bank_statement.id
  and bank_line.status in ('suggested','unmatched'))`
const recordedSum = sql<number>`coalesce((select sum(assigned_sen) from bank_line
  where bank_line.statement_id = bank_statement.id), 0)::bigint`

/** Bank statements, the latest first. */
export const statementList = tenantList<Selected<typeof listedStatements>>()({
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
  defaultSort: '-created_at',
  summed: { column: 'status', values: ['ready', 'matching'], word: 'bank_statement.statuses.ready' },
  query(db, { scope }, { q, format, status, from, to }) {
    let query = listedStatements(db, scope)
    if (format) query = query.where('bank_statement.format', '=', format)
    if (status) query = query.where('bank_statement.status', '=', status)
    if (from) query = query.where('bank_statement.created_at', '>=', dayBegins(from))
    if (to) query = query.where('bank_statement.created_at', '<', dayBegins(to, 1))
    return q
      ? query.where((eb) => contains(eb, q, ['bank_statement.file_name', 'bank_statement.bank']))
      : query
  },
})

function listedStatements(db: Kysely<DB>, scope: RowScope) {
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
    .select([recordedSum.as('posted_sen'), openLines.as('to_decide')])
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
  return withTypes(row)
}
export type StatementRecord = Awaited<ReturnType<typeof statementFor>>

const withTypes = <R extends object>(row: R) =>
  row as Omit<R, 'status' | 'rows' | 'columns' | 'notes'> & {
    status: StatementStatus
    rows: SheetRow[] | null
    columns: Columns | null
    notes: StatementNotes
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

/** Lines of statements as the bank wrote them, with their outcome. */
export const lineList = tenantList<Selected<typeof listedLines>>()({
  name: 'bank-line',
  title: 'bank_line.plural',
  access: { view: 'bank_statement.view', print: 'bank_statement.print' },
  columns: [
    { key: 'number', label: 'bank_line.number', kind: 'count', only: 'file' },
    { key: 'booked_on', label: 'bank_line.booked_on', kind: 'date', sort: true },
    { key: 'said', label: 'bank_line.said', room: 'who' },
    { key: 'payer_name', label: 'bank_line.payer_name', only: 'file' },
    { key: 'reference', label: 'bank_line.reference', only: 'file' },
    { key: 'description', label: 'bank_line.description', only: 'file' },
    { key: 'family', label: 'bank_line.family', room: 'much' },
    { key: 'payments', label: 'bank_line.payments', room: 'widest' },
    { key: 'credit_sen', label: 'bank_line.credit', kind: 'money', total: true, sort: true },
    { key: 'debit_sen', label: 'bank_line.debit', kind: 'money', room: 'wide', total: true, sort: true },
    { key: 'assigned_sen', label: 'bank_line.assigned', kind: 'money', room: 'wide', total: true },
    { key: 'reason', label: 'bank_line.reason', only: 'file' },
    { key: 'file_name', label: 'bank_statement.file_name', only: 'file' },
    { key: 'status', label: 'bank_line.status', kind: 'status', words: 'bank_line.statuses' },
  ],
  filters: {
    from: onDay('bank_line.from', { until: 'to' }),
    to: onDay('bank_line.to'),
    status: oneOf('bank_line.status', lineStatuses, 'bank_line.statuses'),
    statement: linkOnly(z.uuid()),
  },
  tabs: byStatus,
  defaultSort: 'booked_on',
  // Repeated and undone lines do not count as money.
  summed: {
    column: 'status',
    values: ['new', 'suggested', 'unmatched', 'matched', 'ignored', 'debit'],
    word: 'bank_line.summed',
  },
  query(db, { scope }, { q, status, from, to, statement }) {
    let query = listedLines(db, scope)
    if (statement) query = query.where('bank_line.statement_id', '=', statement)
    if (status) query = query.where('bank_line.status', '=', status)
    if (from) query = query.where('bank_line.booked_on', '>=', from)
    if (to) query = query.where('bank_line.booked_on', '<=', to)
    if (!q) return query
    const columns = [
      'bank_line.payer_name',
      'bank_line.reference',
      'bank_line.description',
      'parent.name',
    ] as const
    return query.where((eb) => contains(eb, q, columns))
  },
})

const lineText = sql<string>`concat_ws(' · ', bank_line.payer_name, bank_line.reference, nullif(bank_line.description, ''))`
const paymentNumbers = sql<string | null>`(select string_agg(payment.number, ', ' order by payment.number)
  from bank_line_payment join payment on payment.id = bank_line_payment.payment_id
  where bank_line_payment.line_id = bank_line.id and bank_line_payment.released_at is null)`
const amountOn = (side: 'credit' | 'debit') =>
  sql<number | null>`case when bank_line.side = ${sql.lit(side)} then bank_line.amount_sen end`

function listedLines(db: Kysely<DB>, scope: RowScope) {
  return linesIn(db, scope)
    .innerJoin('bank_statement', 'bank_statement.id', 'bank_line.statement_id')
    .leftJoin('parent', 'parent.id', 'bank_line.parent_id')
    .select([
      'bank_line.id',
      'bank_line.number',
      'bank_line.booked_on',
      'bank_line.payer_name',
      'bank_line.reference',
    ])
    .select(['bank_line.description', 'bank_line.assigned_sen', 'bank_line.reason', 'bank_line.status'])
    .select(['bank_statement.file_name', 'parent.name as family'])
    .select([
      lineText.as('said'),
      paymentNumbers.as('payments'),
      amountOn('credit').as('credit_sen'),
      amountOn('debit').as('debit_sen'),
    ])
}

function linesIn(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('bank_line')
    .where('bank_line.statement_id', 'in', statementsIn(db, scope).select('bank_statement.id'))
}

/** One line with its statement, suggestion and decider; refuses not_found.bank_line. */
export async function lineFor(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await linesIn(db, scope)
    .innerJoin('bank_statement', 'bank_statement.id', 'bank_line.statement_id')
    .leftJoin('parent', 'parent.id', 'bank_line.parent_id')
    .leftJoin('user_account as decider', 'decider.id', 'bank_line.decided_by')
    .leftJoin('bank_line as earlier', 'earlier.id', 'bank_line.repeats_id')
    .leftJoin('bank_statement as before', 'before.id', 'earlier.statement_id')
    .selectAll('bank_line')
    .select([
      'bank_statement.file_name',
      'bank_statement.branch_id',
      'bank_statement.status as statement_status',
    ])
    .select(['parent.name as family', 'parent.family_code', 'decider.name as decided_by_name'])
    .select('before.file_name as before_file_name')
    .where('bank_line.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.bank_line')
  return { ...row, status: row.status as LineStatus, evidence: row.evidence as unknown as Evidence[] }
}

/** Payments of a line, cancelled ones included. */
export const paymentsOf = (db: Kysely<DB>, line_id: string) =>
  db
    .selectFrom('bank_line_payment')
    .innerJoin('payment', 'payment.id', 'bank_line_payment.payment_id')
    .leftJoin('parent', 'parent.id', 'payment.payer_parent_id')
    .select([
      'payment.id',
      'payment.number',
      'payment.status',
      'payment.created_at',
      'bank_line_payment.amount_sen',
    ])
    .select(['parent.name as family', 'payment.version', 'bank_line_payment.released_at'])
    .where('bank_line_payment.line_id', '=', line_id)
    .orderBy('payment.number')
    .execute()

/** The first open lines of a statement, those with a suggestion first. */
export async function queueOf(db: Kysely<DB>, statement_id: string, most: number) {
  const rows = await db
    .selectFrom('bank_line')
    .leftJoin('parent', 'parent.id', 'bank_line.parent_id')
    .select([
      'bank_line.id',
      'bank_line.version',
      'bank_line.booked_on',
      'bank_line.evidence',
      'bank_line.status',
    ])
    .select(['parent.name as family', lineText.as('said')])
    .select(sql<number>`bank_line.amount_sen - bank_line.assigned_sen`.as('left_sen'))
    .where('bank_line.statement_id', '=', statement_id)
    .where('bank_line.status', 'in', ['suggested', 'unmatched'])
    .orderBy('bank_line.status')
    .orderBy('bank_line.number')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, evidence: row.evidence as unknown as Evidence[] }))
}
