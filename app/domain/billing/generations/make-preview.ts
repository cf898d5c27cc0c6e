import { type Kysely, sql, type Transaction } from 'kysely'
import { disableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { userOrSystemActor } from '#app/domain/core/actor.ts'
import { databaseDay } from '#app/domain/core/clock.ts'
import type { Report, Write } from '#app/domain/core/transactions.ts'
import type { DB } from '#db/types.ts'
import { markRunning } from './change-generation.ts'
import { countBranches } from './end-generation.ts'
import { lockGeneration } from './find-generations.ts'
import { previewStep } from './generation.ts'
import { type Planning, plannedLines, studentsToPlan } from './preview-lines.ts'

interface PreviewTools {
  withTenant: Write
  report: Report
  signal: AbortSignal
}

/**
 * Calculates what a month bills, some students at a time, and stores it. Each start begins from nothing: when two workers get
 * the same job, the later one continues and the earlier one stops. Reads on the connections for reports.
 */
export async function makePreview({ withTenant, report, signal }: PreviewTools, id: string): Promise<void> {
  const begun = await withTenant((trx) => beginPreview(trx, id))
  if (!begun) return
  const { planning, attempt, among } = begun
  const students = await report((db) => studentsToPlan(db, planning.month, among))
  /** Writes only while this job is the latest one for the preview; undefined when it is not. */
  const writeIfLatest = <R>(work: (trx: Transaction<DB>) => Promise<R>) =>
    withTenant(async (trx) => {
      const row = await lockGeneration(trx, id)
      if (row?.status !== 'previewing' || row.attempt !== attempt) return undefined
      await trx.updateTable('generation').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
      return { done: await work(trx) }
    })
  const counted = await writeIfLatest((trx) => setStudentCount(trx, id, students.length))
  if (!counted) return
  for (let from = 0; from < students.length; from += previewStep) {
    signal.throwIfAborted()
    const step = await report((db) => planStep(db, planning, students.slice(from, from + previewStep), from))
    if (!(await writeIfLatest((trx) => savePreviewStep(trx, id, step)))) return
  }
  await writeIfLatest((trx) => endPreview(trx, id))
}

async function beginPreview(trx: Transaction<DB>, id: string) {
  const row = await lockGeneration(trx, id)
  if (row?.status !== 'previewing') return undefined
  await trx.deleteFrom('generation_student').where('generation_id', '=', id).execute()
  await trx.deleteFrom('generation_item').where('generation_id', '=', id).execute()
  const attempt = row.attempt + 1
  await trx.updateTable('generation').set({ attempt, student_count: null }).where('id', '=', id).execute()
  const among = row.retry_of_id ? await failedStudents(trx, row.retry_of_id) : undefined
  return { planning: await planningFor(trx, row), attempt, among }
}

const failedStudents = async (db: Kysely<DB>, generation_id: string) => {
  const rows = await db
    .selectFrom('generation_student')
    .select('student_id')
    .where('generation_id', '=', generation_id)
    .where('result', '=', 'failed')
    .execute()
  return rows.map(({ student_id }) => student_id)
}

/** The input of a preview or run that issues today. */
async function planningFor(
  db: Transaction<DB>,
  { month, filters, setting }: Pick<Planning, 'month' | 'filters' | 'setting'>,
): Promise<Planning> {
  return { month, filters, setting, issued_on: await databaseDay(db) }
}

const setStudentCount = (trx: Transaction<DB>, id: string, student_count: number) =>
  trx.updateTable('generation').set({ student_count }).where('id', '=', id).execute()

/** Ends the preview with a hash over its whole input; an automatic run starts immediately. */
export async function endPreview(trx: Transaction<DB>, id: string): Promise<void> {
  const row = await trx
    .updateTable('generation')
    .set({
      status: 'previewed',
      hash: sql<string>`(
        select encode(sha256(convert_to(concat_ws('|', generation.month, generation.filters, generation.setting,
          string_agg(student_id || digest, '|' order by student_id)), 'UTF8')), 'hex')
        from generation_student where generation_id = generation.id)`,
      previewed_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .returning(['id', 'version', 'month', 'status', 'runs_itself', 'run_by'])
    .executeTakeFirstOrThrow()
  await countBranches(trx, id)
  if (row.runs_itself) await startAutoRun(trx, row)
}

async function startAutoRun(
  trx: Transaction<DB>,
  row: { id: string; version: number; month: string; status: string; run_by: string | null },
): Promise<void> {
  const actor = await userOrSystemActor(trx, row.run_by)
  await markRunning(trx, actor, row, await databaseDay(trx))
}

/**
 * One step of a preview: some students with their lines, as JSON for {@link savePreviewStep}, because reading and writing use
 * different connections. `from`: how many students came before.
 */
export async function planStep(
  db: Kysely<DB>,
  planning: Planning,
  students: readonly string[],
  from: number,
): Promise<string> {
  await disableNestedLoops(db)
  const { rows } = await sql<{ step: string }>`
    ${plannedLines(planning, students)}
    select json_build_object(
      'students', coalesce((
        select json_agg(entry order by entry.position)
        from (
          select given.position + ${from}::int as position, summed.student_id, summed.payer_parent_id, student.branch_id,
            case when summed.lines > 0 then case when summed.too_large then 'failed' else 'ready' end
              when summed.no_payer then 'failed' else 'skipped' end as result,
            case when summed.lines > 0 then case when summed.too_large then 'total_too_large' end
              when summed.no_payer then 'no_payer' else summed.skip end as reason,
            summed.lines, summed.invoices, summed.total_sen, summed.before_sen,
            case when summed.differences = '{same}' then summed.differences
              else array_remove(summed.differences, 'same') end as differences,
            summed.digest
          from unnest(${students}::uuid[]) with ordinality as given (id, position)
          join summed on summed.student_id = given.id
          join student on student.id = given.id
        ) as entry), '[]'),
      'items', coalesce((select json_agg(line) from line), '[]'))::text as step`.execute(db)
  return rows[0]!.step
}

/** Stores the result of {@link planStep}. */
export async function savePreviewStep(db: Kysely<DB>, generation_id: string, step: string): Promise<void> {
  await sql`
    insert into generation_student (id, generation_id, position, student_id, payer_parent_id, branch_id, result, reason,
      lines, invoices, total_sen, before_sen, differences, digest)
    select gen_random_uuid(), ${generation_id}::uuid, position, student_id, payer_parent_id, branch_id, result, reason,
      lines, invoices, total_sen, before_sen, differences, digest
    from jsonb_to_recordset(${step}::jsonb -> 'students') as entry (position int, student_id uuid, payer_parent_id uuid,
      branch_id uuid, result text, reason text, lines int, invoices int, total_sen bigint, before_sen bigint,
      differences text[], digest text)`.execute(db)
  await sql`
    insert into generation_item (generation_id, student_id, position, enrolment_id, subject_id, subject_fee_id,
      fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, description, quantity_hundredths, price_sen,
      discount_sen, taxable, tax_sen, amount_sen, due_on, facts, skip, difference, before_sen)
    select ${generation_id}::uuid, student_id, position, enrolment_id, subject_id, subject_fee_id,
      fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, description, quantity_hundredths, price_sen,
      discount_sen, taxable, tax_sen, amount_sen, due_on, facts, skip, difference, before_sen
    from jsonb_to_recordset(${step}::jsonb -> 'items') as line (student_id uuid, position int, enrolment_id uuid,
      subject_id uuid, subject_fee_id uuid, fee_type_id uuid, apply_to text, period_key text, period_starts_on date,
      period_ends_on date, description text, quantity_hundredths int, price_sen bigint, discount_sen bigint,
      taxable boolean, tax_sen bigint, amount_sen bigint, due_on date, facts jsonb, skip text, difference text,
      before_sen bigint)`.execute(db)
}
