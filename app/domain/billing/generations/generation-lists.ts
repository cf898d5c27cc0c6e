import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { branchChoices } from '#app/domain/catalogue/branches/choices.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { kept, onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'
import { differences, endStatuses, generationStatuses, reasons, results } from './generation.ts'

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
    { key: 'status', label: 'generation.status', kind: 'status', words: 'generation.statuses' },
  ],
  filters: {
    from: onDay('generation.from', { until: 'to' }),
    to: onDay('generation.to'),
    status: oneOf('generation.status', generationStatuses, 'generation.statuses'),
  },
  tabs: byStatus,
  standard: '-created_at',
  query(db, { scope }, { q, status, from, to }) {
    let query = listed(db, scope)
    if (status) query = query.where('generation.status', '=', status)
    if (from) query = query.where('generation.created_at', '>=', dayBegins(from))
    if (to) query = query.where('generation.created_at', '<', dayBegins(to, 1))
    return q ? query.where((eb) => contains(eb, q, ['asker.name'])) : query
  },
})

/** Of what a run made at each branch, the part of those that a reader reaches. */
const reached = ({ scope, branch_ids }: RowScope) =>
  scope === 'all' ? sql`true` : sql`part.branch_id = any(${[...branch_ids]}::uuid[])`

const of = (scope: RowScope, column: string) =>
  sql<number>`coalesce((select sum(${sql.ref(`part.${column}`)}) from generation_branch as part
    where part.generation_id = generation.id and ${reached(scope)}), 0)::bigint`

/** What a reader of all branches sees of a generation, and one of some only of these. */
function listed(db: Kysely<DB>, scope: RowScope) {
  return db
    .selectFrom('generation')
    .leftJoin('user_account as asker', 'asker.id', 'generation.created_by')
    .select(['generation.id', 'generation.month', 'generation.created_at', 'generation.status'])
    .select(['generation.trigger', 'generation.run_at', 'generation.undone_at', 'asker.name as by'])
    .select([of(scope, 'considered').as('considered'), of(scope, 'created').as('created')])
    .select([of(scope, 'skipped').as('skipped'), of(scope, 'failed').as('failed')])
    .select([of(scope, 'invoices').as('invoices'), of(scope, 'total_sen').as('total_sen')])
    .select(
      sql<number | null>`ceil(extract(epoch from generation.finished_at - generation.run_at))::int`.as(
        'seconds',
      ),
    )
}

/** Runs alone: what was billed when, by whom, how much and how long it took. */
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
  standard: '-run_at',
  query(db, { scope }, { q, status, from, to, period }) {
    let query = listed(db, scope).where('generation.run_at', 'is not', null)
    if (scope.scope !== 'all')
      query = query.where(
        sql<boolean>`exists (select from generation_branch as part
          where part.generation_id = generation.id and ${reached(scope)})`,
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
    generation: kept(z.uuid()),
  },
  tabs: { filter: 'result', column: 'result' },
  standard: 'student',
  query(db, _reader, { q, result, difference, reason, branch_id, generation }) {
    let query = students(db)
    if (generation) query = query.where('told.generation_id', '=', generation)
    if (result) query = query.where('told.result', '=', result)
    if (difference) query = query.where(sql<boolean>`${difference} = any(told.differences)`)
    if (reason) query = query.where('told.reason', '=', reason)
    if (branch_id) query = query.where('told.branch_id', '=', branch_id)
    if (q) query = query.where((eb) => contains(eb, q, ['student.name', 'student.student_no', 'parent.name']))
    return query
  },
})

function students(db: Kysely<DB>) {
  const now = sql<number>`case when told.result in ('skipped', 'failed') then 0 else told.total_sen end`
  return db
    .selectFrom('generation_student as told')
    .innerJoin('generation', 'generation.id', 'told.generation_id')
    .innerJoin('student', 'student.id', 'told.student_id')
    .innerJoin('branch', 'branch.id', 'told.branch_id')
    .leftJoin('parent', 'parent.id', 'told.payer_parent_id')
    .select(['told.id', 'told.generation_id', 'generation.month', 'student.name as student'])
    .select(['student.student_no', 'parent.name as payer', 'branch.name as branch'])
    .select(['told.before_sen', now.as('total_sen'), sql<number>`${now} - told.before_sen`.as('change_sen')])
    .select(['told.differences', 'told.reason', 'told.result'])
}
