import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { addDays, startOfMonth } from '#app/domain/core/dates.ts'
import { isReported } from '#app/domain/core/invoicing/reported.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { linkOnly, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type Change,
  type Difference,
  differences,
  endStatuses,
  filterNames,
  type GenerationFilters,
  type GenerationSetting,
  type GenerationStatus,
  generationStatuses,
  type Reason,
  type Result,
  reasons,
  results,
  trendDays,
  undoHours,
} from './generation.ts'

/** Gives the columns that Kysely knows only as text or JSON their types. */
export function typedGeneration<R extends object>(row: R) {
  return row as Omit<R, 'status' | 'filters' | 'setting' | 'changes'> & {
    status: GenerationStatus
    filters: GenerationFilters
    setting: GenerationSetting
    changes: Change[] | null
  }
}

/**
 * Invoices of a run that were not paid, are not in payment, in no e-invoice and were not changed since; the others cannot be undone. Credit
 * that was applied automatically does not count as a change: each application is one version of the invoice.
 */
export const isUnchangedInvoice = sql<boolean>`invoice.status in ('unpaid', 'paid') and not ${isReported}
  and (invoice.paid_sen, invoice.version) = (
    select coalesce(-sum(delta_sen), 0), 1 + count(*) from credit_entry where credit_entry.invoice_id = invoice.id)`

/** A run that ended some hours ago, at most, and of which something is left. */
export const isUndoable = sql<boolean>`(generation.status in ('completed', 'partial', 'failed')
  and generation.undo_asked_at is null
  and generation.finished_at > now() - make_interval(hours => ${sql.lit(undoHours)})
  and exists (select from invoice where invoice.generation_id = generation.id and invoice.status <> 'cancelled'))`

/** The instant until which it can be undone; null where it cannot. */
export const undoUntil = sql<Date | null>`case when ${isUndoable}
  then generation.finished_at + make_interval(hours => ${sql.lit(undoHours)}) end`

/** Something is billed, or would be. */
export const billsSome = sql<boolean>`exists (select from generation_branch as part
  where part.generation_id = generation.id and part.invoices > 0)`

/** One preview or run with the people involved, and whether it can still be undone or retried; refuses with not_found.generation. */
export async function findGeneration(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('generation')
    .leftJoin('user_account as asker', 'asker.id', 'generation.created_by')
    .leftJoin('user_account as runner', 'runner.id', 'generation.run_by')
    .leftJoin('user_account as undoer', 'undoer.id', 'generation.undone_by')
    .selectAll('generation')
    .select(['asker.name as by', 'runner.name as run_by_name', 'undoer.name as undone_by_name'])
    .select(isUndoable.as('undoable'))
    .select(
      sql<boolean>`generation.status in ('partial', 'failed') and generation.run_at is not null
        and exists (select from generation_student where generation_student.generation_id = generation.id
          and generation_student.result = 'failed')
        and not exists (select from generation as again where again.retry_of_id = generation.id
            and not (again.status = 'failed' and again.run_at is null))`.as('retryable'),
    )
    .where('generation.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.generation')
  return typedGeneration(row)
}
export type GenerationRecord = Awaited<ReturnType<typeof findGeneration>>

/** The filters of a preview with the names of what was chosen. */
export async function describeFilters(db: Kysely<DB>, filters: GenerationFilters) {
  const chosen = filterNames.flatMap((name) => (filters[name] ? [{ name, id: filters[name] }] : []))
  const tables = {
    branch_id: 'branch',
    program_id: 'program',
    subject_id: 'subject',
    fee_category_id: 'fee_category',
  }
  return Promise.all(
    chosen.map(async ({ name, id }) => {
      const row = await db
        .selectFrom(tables[name] as 'branch')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirst()
      return { filter: name, name: row?.name ?? '–' }
    }),
  )
}

export interface Counted {
  students: number
  invoices: number
  total_sen: number
  before_sen: number
}

/** Students, invoices and sums for each result, each reason for not billing, and each difference from the period before. */
export async function countResults(db: Kysely<DB>, generation_id: string) {
  const figures = [
    sql<number>`count(*)`.as('students'),
    sql<number>`coalesce(sum(case when result in ('ready', 'created', 'undone') then invoices else 0 end), 0)`.as(
      'invoices',
    ),
    sql<number>`coalesce(sum(case when result in ('ready', 'created', 'undone') then total_sen else 0 end), 0)`.as(
      'total_sen',
    ),
    sql<number>`coalesce(sum(before_sen), 0)`.as('before_sen'),
  ] as const
  const of = db.selectFrom('generation_student').where('generation_id', '=', generation_id)
  const [byResult, byDifference] = await Promise.all([
    of
      .select(['result', 'reason', ...figures])
      .groupBy(['result', 'reason'])
      .execute(),
    of
      .select([sql<Difference>`unnest(differences)`.as('difference'), ...figures])
      .groupBy(sql`1`)
      .execute(),
  ])
  const results = byResult as (Counted & { result: Result; reason: Reason | null })[]
  const sumOf = (key: keyof Counted, wanted: readonly Result[]) =>
    results.filter(({ result }) => wanted.includes(result)).reduce((sum, row) => sum + row[key], 0)
  const all: readonly Result[] = ['ready', 'created', 'skipped', 'failed', 'undone']
  return {
    results,
    differences: byDifference as (Counted & { difference: Difference })[],
    considered: sumOf('students', all),
    ready: sumOf('students', ['ready']),
    created: sumOf('students', ['created', 'undone']),
    skipped: sumOf('students', ['skipped']),
    failed: sumOf('students', ['failed']),
    invoices: sumOf('invoices', all),
    total_sen: sumOf('total_sen', all),
    before_sen: sumOf('before_sen', all),
  }
}
export type GenerationCounts = Awaited<ReturnType<typeof countResults>>

/** Invoices of a run that an undo would leave, the first `limit` of them with the reason, and how many there are of both kinds. */
export async function remainingInvoices(db: Kysely<DB>, generation_id: string, limit: number) {
  const of = db
    .selectFrom('invoice')
    .where('invoice.generation_id', '=', generation_id)
    .where('invoice.status', '<>', 'cancelled')
  const [rows, counted] = await Promise.all([
    of
      .innerJoin('student', 'student.id', 'invoice.student_id')
      .select(['invoice.id', 'invoice.number', 'student.name as student', 'invoice.total_sen'])
      .select(
        sql<
          'reported' | 'paid' | 'pending' | 'touched'
        >`case when ${isReported} then 'reported' when invoice.paid_sen > 0 or invoice.status = 'paid' then 'paid'
          when invoice.status = 'pending' then 'pending' else 'touched' end`.as('why'),
      )
      .where(sql<boolean>`not (${isUnchangedInvoice})`)
      .orderBy('invoice.number')
      .limit(limit)
      .execute(),
    of
      .select([
        sql<number>`count(*) filter (where ${isUnchangedInvoice})`.as('undoable'),
        sql<number>`count(*) filter (where not (${isUnchangedInvoice}))`.as('staying'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counted }
}

/** The row of a generation, locked for the rest of the transaction; undefined when it was removed. */
export async function lockGeneration(trx: Kysely<DB>, id: string) {
  const row = await trx
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && typedGeneration(row)
}

/** One student of a preview or a run with every line that was considered; refuses with not_found.generation. */
export async function generationStudent(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('generation_student as entry')
    .innerJoin('generation', 'generation.id', 'entry.generation_id')
    .innerJoin('student', 'student.id', 'entry.student_id')
    .innerJoin('branch', 'branch.id', 'entry.branch_id')
    .leftJoin('parent', 'parent.id', 'entry.payer_parent_id')
    .select([
      'entry.id',
      'entry.generation_id',
      'entry.student_id',
      'entry.payer_parent_id',
      'entry.before_sen',
    ])
    .select(['entry.total_sen', 'generation.month', 'student.name as student', 'student.student_no'])
    .select(['parent.name as payer', 'branch.name as branch'])
    .select([sql<Result>`entry.result`.as('result'), sql<Reason | null>`entry.reason`.as('reason')])
    .where('entry.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.generation')
  const [lines, invoices] = await Promise.all([
    db
      .selectFrom('generation_item')
      .select(['position', 'description', 'quantity_hundredths', 'price_sen', 'discount_sen', 'tax_sen'])
      .select(['due_on', 'before_sen', sql<number>`amount_sen + tax_sen`.as('sen')])
      .select([sql<Reason | null>`skip`.as('skip'), sql<Difference | null>`difference`.as('difference')])
      .where('generation_id', '=', row.generation_id)
      .where('student_id', '=', row.student_id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('invoice')
      .select(['id', 'number', 'total_sen', 'status'])
      .where('generation_id', '=', row.generation_id)
      .where('student_id', '=', row.student_id)
      .orderBy('number')
      .execute(),
  ])
  return { ...row, lines, invoices }
}

/** Previews and runs, the latest first. */
export const generationList = tenantList<Selected<typeof listed>>()({
  name: 'invoice/generation',
  title: 'generation.plural',
  access: { view: 'generation.preview', create: 'generation.preview' },
  columns: [
    { key: 'month', label: 'generation.month', kind: 'month', room: 'who', sort: true },
    { key: 'created_at', label: 'generation.asked_at', kind: 'instant', room: 'wide', sort: true },
    { key: 'by', label: 'generation.by', none: 'generation.by_itself', room: 'wide' },
    { key: 'considered', label: 'generation.considered', kind: 'count', room: 'widest' },
    { key: 'invoices', label: 'generation.invoices', kind: 'count' },
    { key: 'failed', label: 'generation.failed', kind: 'count' },
    { key: 'total_sen', label: 'generation.total', kind: 'money', room: 'much' },
    { key: 'undo_until', label: 'generation.undo_by', kind: 'instant', room: 'wide' },
    { key: 'status', label: 'generation.status', kind: 'status', words: 'generation.statuses' },
  ],
  filters: {
    from: onDay('generation.from', { until: 'to' }),
    to: onDay('generation.to'),
    status: oneOf('generation.status', generationStatuses, 'generation.statuses'),
    // what is to do: a preview with nothing to bill is not
    bills: linkOnly(z.literal('some')),
  },
  tabs: byStatus,
  defaultSort: '-created_at',
  query(db, { scope }, { q, status, from, to, bills }) {
    let query = listed(db, scope)
    if (status) query = query.where('generation.status', '=', status)
    if (from) query = query.where('generation.created_at', '>=', dayBegins(from))
    if (to) query = query.where('generation.created_at', '<', dayBegins(to, 1))
    if (bills) query = query.where(billsSome)
    return q ? query.where((eb) => contains(eb, q, ['asker.name'])) : query
  },
})

/** Restricts the branch totals of a run to the branches in the reader's scope. */
const inBranchScope = ({ scope, branch_ids }: RowScope) =>
  scope === 'all' ? sql`true` : sql`part.branch_id = any(${[...branch_ids]}::uuid[])`

/** The sum of a column over the branches in the reader's scope. */
const branchTotal = (scope: RowScope, column: string) =>
  sql<number>`coalesce((select sum(${sql.ref(`part.${column}`)}) from generation_branch as part
    where part.generation_id = generation.id and ${inBranchScope(scope)}), 0)::bigint`

/** Generations with the totals of the branches in the reader's scope. */
function listed(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('generation')
    .leftJoin('user_account as asker', 'asker.id', 'generation.created_by')
    .select(['generation.id', 'generation.month', 'generation.created_at', 'generation.status'])
    .select(['generation.trigger', 'generation.run_at', 'generation.undone_at', 'asker.name as by'])
    .select(undoUntil.as('undo_until'))
    .select([branchTotal(scope, 'considered').as('considered'), branchTotal(scope, 'created').as('created')])
    .select([branchTotal(scope, 'skipped').as('skipped'), branchTotal(scope, 'failed').as('failed')])
    .select([branchTotal(scope, 'invoices').as('invoices'), branchTotal(scope, 'total_sen').as('total_sen')])
    .select(
      sql<number | null>`ceil(extract(epoch from generation.finished_at - generation.run_at))::int`.as(
        'seconds',
      ),
    )
}

/** The log of runs: what was billed when, by whom, how much and how long it took. */
export const generationLog = tenantList<Selected<typeof listed>>()({
  name: 'report/invoice/invoiceGenerationLog',
  title: 'generation.log',
  access: { view: 'report_generation.view', print: 'report_generation.print' },
  columns: [
    { key: 'run_at', label: 'generation.run_at', kind: 'instant', sort: true },
    { key: 'month', label: 'generation.month', kind: 'month', room: 'who', sort: true },
    { key: 'trigger', label: 'generation.trigger', words: 'generation.triggers', room: 'widest' },
    { key: 'by', label: 'generation.by', none: 'generation.by_itself', room: 'wide' },
    { key: 'considered', label: 'generation.considered', kind: 'count', room: 'widest', total: true },
    { key: 'created', label: 'generation.created', kind: 'count', total: true },
    { key: 'skipped', label: 'generation.skipped', kind: 'count', room: 'wide', total: true },
    { key: 'failed', label: 'generation.failed', kind: 'count', total: true },
    { key: 'invoices', label: 'generation.invoices', kind: 'count', only: 'file', total: true },
    { key: 'total_sen', label: 'generation.total', kind: 'money', room: 'much', total: true },
    { key: 'seconds', label: 'generation.seconds', kind: 'count', room: 'widest' },
    { key: 'undone_at', label: 'generation.undone_at', kind: 'instant', only: 'file' },
    { key: 'status', label: 'generation.status', kind: 'status', words: 'generation.statuses' },
  ],
  filters: {
    from: onDay('generation.run_from', { until: 'to' }),
    to: onDay('generation.run_to'),
    period: onDay('generation.period'),
    status: oneOf('generation.status', endStatuses, 'generation.statuses'),
  },
  tabs: byStatus,
  defaultSort: '-run_at',
  query(db, { scope }, { q, status, from, to, period }) {
    let query = listed(db, scope).where('generation.run_at', 'is not', null)
    if (scope.scope !== 'all')
      query = query.where(
        sql<boolean>`exists (select from generation_branch as part
          where part.generation_id = generation.id and ${inBranchScope(scope)})`,
      )
    query = query.where('generation.status', 'in', status ? [status] : [...endStatuses])
    if (from) query = query.where('generation.run_at', '>=', dayBegins(from))
    if (to) query = query.where('generation.run_at', '<', dayBegins(to, 1))
    if (period) query = query.where('generation.month', '=', startOfMonth(period))
    return q ? query.where((eb) => contains(eb, q, ['asker.name'])) : query
  },
})

/** Students of a preview or a run, with what became of each and why. */
export const generationStudentList = tenantList<Selected<typeof students>>()({
  name: 'generation-student',
  title: 'generation.students',
  access: { view: 'generation.preview', print: 'generation.preview' },
  columns: [
    { key: 'student', label: 'generation.student', room: 'who', sort: true },
    { key: 'student_no', label: 'generation.student_no', only: 'file' },
    { key: 'month', label: 'generation.month', kind: 'month', only: 'file' },
    { key: 'payer', label: 'generation.payer', room: 'widest' },
    { key: 'branch', label: 'generation.branch', room: 'widest' },
    { key: 'before_sen', label: 'generation.before', kind: 'money', room: 'wide', total: true, sort: true },
    { key: 'total_sen', label: 'generation.now', kind: 'money', room: 'much', total: true, sort: true },
    { key: 'change_sen', label: 'generation.change', kind: 'money', room: 'wide', total: true, sort: true },
    { key: 'differences', label: 'generation.difference', words: 'generation.differences', room: 'wide' },
    { key: 'reason', label: 'generation.reason', words: 'generation.reasons' },
    { key: 'result', label: 'generation.result', kind: 'status', words: 'generation.results' },
  ],
  filters: {
    result: oneOf('generation.result', results, 'generation.results'),
    difference: oneOf('generation.difference', differences, 'generation.differences'),
    reason: oneOf('generation.reason', reasons, 'generation.reasons'),
    branch_id: oneEntry('generation.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    generation: linkOnly(z.uuid()),
  },
  tabs: { filter: 'result', column: 'result' },
  defaultSort: 'student',
  query(db, _reader, { q, result, difference, reason, branch_id, generation }) {
    let query = students(db)
    if (generation) query = query.where('entry.generation_id', '=', generation)
    if (result) query = query.where('entry.result', '=', result)
    if (difference) query = query.where(sql<boolean>`${difference} = any(entry.differences)`)
    if (reason) query = query.where('entry.reason', '=', reason)
    if (branch_id) query = query.where('entry.branch_id', '=', branch_id)
    if (q) query = query.where((eb) => contains(eb, q, ['student.name', 'student.student_no', 'parent.name']))
    return query
  },
})

function students(db: Kysely<DB>) {
  const now = sql<number>`case when entry.result in ('skipped', 'failed') then 0 else entry.total_sen end`
  return db
    .selectFrom('generation_student as entry')
    .innerJoin('generation', 'generation.id', 'entry.generation_id')
    .innerJoin('student', 'student.id', 'entry.student_id')
    .innerJoin('branch', 'branch.id', 'entry.branch_id')
    .leftJoin('parent', 'parent.id', 'entry.payer_parent_id')
    .select(['entry.id', 'entry.generation_id', 'generation.month', 'student.name as student'])
    .select(['student.student_no', 'parent.name as payer', 'branch.name as branch'])
    .select([
      'entry.before_sen',
      now.as('total_sen'),
      sql<number>`${now} - entry.before_sen`.as('change_sen'),
    ])
    .select(['entry.differences', 'entry.reason', 'entry.result'])
}

/** Totals of the runs of one day. */
export interface TrendDay {
  /** `YYYY-MM-DD` */
  on: string
  runs: number
  created: number
  skipped: number
  failed: number
  sen: number
  /** Median duration; null on a day without a run. */
  seconds: number | null
}

/** Each of the last days, those without a run included. */
function trendOf(found: readonly TrendDay[], today: string): TrendDay[] {
  return Array.from({ length: trendDays }, (_, index) => {
    const on = addDays(today, index + 1 - trendDays)
    const none = { on, runs: 0, created: 0, skipped: 0, failed: 0, sen: 0, seconds: null }
    return found.find((day) => day.on === on) ?? none
  })
}

export const trendColumns = columnsOf<TrendDay>()(
  { key: 'on', label: 'generation.on', kind: 'date' },
  { key: 'runs', label: 'generation.runs', kind: 'count', total: true },
  { key: 'created', label: 'generation.created', kind: 'count', total: true },
  { key: 'skipped', label: 'generation.skipped', kind: 'count', room: 'table', total: true },
  { key: 'failed', label: 'generation.failed', kind: 'count', room: 'table', total: true },
  { key: 'sen', label: 'generation.total', kind: 'money', room: 'much', total: true },
  { key: 'seconds', label: 'generation.median_seconds', kind: 'count', room: 'table' },
)

/**
 * What was billed on each of the last days up to today, for the branches in the reader's scope and the runs in their log.
 */
export async function trend(
  db: Kysely<DB>,
  { scope, branch_ids }: RowScope,
  today: string,
): Promise<TrendDay[]> {
  const from = addDays(today, 1 - trendDays)
  const own = scope === 'all' ? sql`true` : sql`part.branch_id = any(${[...branch_ids]}::uuid[])`
  const { rows } = await sql<TrendDay>`
    with run as (
      select id, (run_at at time zone 'Asia/Kuala_Lumpur')::date as on,
        ceil(extract(epoch from finished_at - run_at))::int as seconds
      from generation
      where run_at >= ${from}::timestamp at time zone 'Asia/Kuala_Lumpur' and finished_at is not null
    ), part as (
      select part.generation_id, sum(created) as created, sum(skipped) as skipped, sum(failed) as failed,
        sum(total_sen) as sen
      from generation_branch as part where ${own} and generation_id in (select id from run) group by part.generation_id
    )
    select run.on::text as on, count(*)::int as runs, coalesce(sum(created), 0)::int as created,
      coalesce(sum(skipped), 0)::int as skipped, coalesce(sum(failed), 0)::int as failed,
      coalesce(sum(sen), 0)::bigint as sen,
      percentile_disc(0.5) within group (order by run.seconds)::int as seconds
    from run left join part on part.generation_id = run.id
    where ${scope === 'all'} or part.generation_id is not null
    group by run.on order by run.on`.execute(db)
  return trendOf(rows, today)
}
