import { type Kysely, sql } from 'kysely'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import {
  type Change,
  type Difference,
  filterNames,
  type GenerationFilters,
  type GenerationSetting,
  type GenerationStatus,
  type Reason,
  type Result,
  undoHours,
} from './generation.ts'

/** The columns that hold one of several, or JSON. */
export function typed<R extends object>(row: R) {
  return row as Omit<R, 'status' | 'filters' | 'setting' | 'changes'> & {
    status: GenerationStatus
    filters: GenerationFilters
    setting: GenerationSetting
    changes: Change[] | null
  }
}

/**
 * Invoices of a run that nobody has paid, is paying or has changed since; the rest cannot be undone. That their family's
 * credit has paid of them is nobody's doing: each time is one version of the invoice.
 */
export const stillUntouched = sql<boolean>`invoice.status in ('unpaid', 'paid')
  and (invoice.paid_sen, invoice.version) = (
    select coalesce(-sum(delta_sen), 0), 1 + count(*) from credit_entry where credit_entry.invoice_id = invoice.id)`

/** One preview or run with who did what, and whether it can be undone still; refuses with not_found.generation. */
export async function generationFor(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('generation')
    .leftJoin('user_account as asker', 'asker.id', 'generation.created_by')
    .leftJoin('user_account as runner', 'runner.id', 'generation.run_by')
    .leftJoin('user_account as undoer', 'undoer.id', 'generation.undone_by')
    .selectAll('generation')
    .select(['asker.name as by', 'runner.name as run_by_name', 'undoer.name as undone_by_name'])
    .select(
      sql<boolean>`generation.status in ('completed', 'partial', 'failed') and generation.undo_asked_at is null
        and generation.finished_at > now() - make_interval(hours => ${sql.lit(undoHours)})
        and exists (select from invoice where invoice.generation_id = generation.id and invoice.status <> 'cancelled')`.as(
        'undoable',
      ),
    )
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
  return typed(row)
}
export type GenerationRecord = Awaited<ReturnType<typeof generationFor>>

/** What a preview is narrowed to, by name. */
export async function filterWords(db: Kysely<DB>, filters: GenerationFilters) {
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

/** How many students there are of each result, of each reason why nothing is billed, and of each difference. */
export async function countsOf(db: Kysely<DB>, generation_id: string) {
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
export type GenerationCounts = Awaited<ReturnType<typeof countsOf>>

/** Invoices of a run that are not cancelled although they can no longer be undone, the first of them with the reason. */
export async function invoicesThatStay(db: Kysely<DB>, generation_id: string, limit: number) {
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
          'paid' | 'pending' | 'touched'
        >`case when invoice.paid_sen > 0 or invoice.status = 'paid' then 'paid'
          when invoice.status = 'pending' then 'pending' else 'touched' end`.as('why'),
      )
      .where(sql<boolean>`not (${stillUntouched})`)
      .orderBy('invoice.number')
      .limit(limit)
      .execute(),
    of
      .select([
        sql<number>`count(*) filter (where ${stillUntouched})`.as('undoable'),
        sql<number>`count(*) filter (where not (${stillUntouched}))`.as('staying'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { rows, ...counted }
}

/** The row of a generation, held until the transaction is over; undefined of one that is gone. */
export async function heldGeneration(trx: Kysely<DB>, id: string) {
  const row = await trx
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && typed(row)
}
