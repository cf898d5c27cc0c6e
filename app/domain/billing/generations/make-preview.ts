import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { billingPlan, disableNestedLoops } from '#app/domain/billing/plan/plan.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { largestTotal } from '#app/domain/core/invoicing/totals.ts'
import type { DB } from '#db/types.ts'
import { beginRun } from './change-generation.ts'
import { countBranches, userOrSystemActor } from './end-generation.ts'
import { lockedGeneration } from './find-generations.ts'
import { type GenerationFilters, type GenerationSetting, previewStep, reasons } from './generation.ts'

export type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>
export type Reading = <R>(work: (db: Kysely<DB>) => Promise<R>) => Promise<R>

interface Ways {
  withTenant: WithTenant
  report: Reading
  signal: AbortSignal
}

/**
 * Calculates what a month bills, some students at a time, and stores it. Each start begins from nothing: when two workers get
 * the same job, the later one continues and the earlier one stops. Reads on the connections for reports.
 */
export async function makePreview({ withTenant, report, signal }: Ways, id: string): Promise<void> {
  const begun = await withTenant((trx) => beginPreview(trx, id))
  if (!begun) return
  const { planning, attempt, among } = begun
  const students = await report((db) => studentsToPlan(db, planning.month, among))
  const holding = <R>(work: (trx: Transaction<DB>) => Promise<R>) =>
    withTenant(async (trx) => {
      const row = await lockedGeneration(trx, id)
      if (row?.status !== 'previewing' || row.attempt !== attempt) return undefined
      await trx.updateTable('generation').set({ updated_at: sql<Date>`now()` }).where('id', '=', id).execute()
      return { done: await work(trx) }
    })
  const counted = await holding((trx) => setCount(trx, id, students.length))
  if (!counted) return
  for (let from = 0; from < students.length; from += previewStep) {
    signal.throwIfAborted()
    const step = await report((db) => planStep(db, planning, students.slice(from, from + previewStep), from))
    if (!(await holding((trx) => savePreviewStep(trx, id, step)))) return
  }
  await holding((trx) => endPreview(trx, id))
}

async function beginPreview(trx: Transaction<DB>, id: string) {
  const row = await lockedGeneration(trx, id)
  if (row?.status !== 'previewing') return undefined
  await trx.deleteFrom('generation_student').where('generation_id', '=', id).execute()
  await trx.deleteFrom('generation_item').where('generation_id', '=', id).execute()
  const attempt = row.attempt + 1
  await trx.updateTable('generation').set({ attempt, student_count: null }).where('id', '=', id).execute()
  const among = row.retry_of_id ? await failedOf(trx, row.retry_of_id) : undefined
  return { planning: planningOf(row), attempt, among }
}

const failedOf = async (db: Kysely<DB>, generation_id: string) => {
  const rows = await db
    .selectFrom('generation_student')
    .select('student_id')
    .where('generation_id', '=', generation_id)
    .where('result', '=', 'failed')
    .execute()
  return rows.map(({ student_id }) => student_id)
}

/** The input of a preview or run that issues today. */
function planningOf({ month, filters, setting }: Pick<Planning, 'month' | 'filters' | 'setting'>): Planning {
  return { month, filters, setting, issued_on: currentDay() }
}

const setCount = (trx: Transaction<DB>, id: string, student_count: number) =>
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
  await beginRun(trx, actor, row, currentDay())
}

/** The input of a preview, with which a run is compared. */
export interface Planning {
  /** First day. */
  month: string
  filters: GenerationFilters
  setting: GenerationSetting
  /** The day on which the invoices are issued. */
  issued_on: string
}

/**
 * Students whom the billing of a month may concern: who is or was enrolled, or was billed for a period that ended just before.
 * Ordered by branch and name, as their invoices are numbered. `among`: only these.
 */
export async function studentsToPlan(
  db: Kysely<DB>,
  month: string,
  among?: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select student.id from student join branch on branch.id = student.branch_id
    where ${among ? sql`student.id = any(${among}::uuid[])` : sql`true`}
      and (exists (
          select from enrolment where enrolment.student_id = student.id
            and coalesce(enrolment.ends_on >= (${month}::date - interval '1 month'), true))
        or exists (
          select from billed_fee where billed_fee.student_id = student.id
            and billed_fee.period_ends_on = ${month}::date - 1))
    order by branch.name, branch.id, student.name, student.student_no, student.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Lines of some students: those of the plan, each joined to the line of the period before, and lines of the period before
 * that the plan no longer has (`gone`). `stated` is the text of a planned line, of which a preview stores a digest per student.
 */
function linesOf({ month, filters, issued_on }: Planning, students: readonly string[]): RawBuilder<unknown> {
  const plan = billingPlan({ ...filters, month, issued_on, students })
  return sql`
    select coalesce(plan.student_id, earlier.student_id) as student_id, plan.payer_parent_id, plan.branch_id,
      plan.enrolment_id, coalesce(plan.subject_id, earlier.subject_id) as subject_id, plan.subject_fee_id,
      coalesce(plan.fee_type_id, earlier.fee_type_id) as fee_type_id,
      coalesce(plan.apply_to, earlier.apply_to) as apply_to, coalesce(plan.period_key, earlier.period_key) as period_key,
      coalesce(plan.period_starts_on, earlier.period_starts_on) as period_starts_on,
      coalesce(plan.period_ends_on, earlier.period_ends_on) as period_ends_on,
      coalesce(plan.description, earlier.description) as description,
      coalesce(plan.quantity_hundredths, earlier.quantity_hundredths) as quantity_hundredths,
      coalesce(plan.price_sen, earlier.price_sen) as price_sen,
      coalesce(plan.discount_sen, earlier.discount_sen) as discount_sen,
      coalesce(plan.taxable, earlier.taxable) as taxable, coalesce(plan.tax_sen, earlier.tax_sen) as tax_sen,
      coalesce(plan.amount_sen, earlier.amount_sen) as amount_sen, plan.due_on, plan.facts,
      case when plan.student_id is null then 'gone' else plan.skip end as skip,
      -- a fee that is billed already was compared with its earlier period when it was billed
      case when plan.skip is distinct from 'already_billed' then earlier.amount_sen + earlier.tax_sen end as before_sen,
      case
        when plan.student_id is null then 'gone'
        when plan.skip is not null then
          case when earlier.student_id is not null and plan.skip not in ('already_billed', 'no_payer') then 'gone' end
        when earlier.student_id is null then 'new'
        when plan.price_sen <> earlier.price_sen then 'fee'
        when plan.quantity_hundredths <> earlier.quantity_hundredths then 'quantity'
        when plan.discount_sen <> earlier.discount_sen then 'discount'
        else 'same' end as difference,
      case when plan.student_id is not null then
        concat_ws('|', plan.subject_id, plan.fee_type_id, plan.apply_to, plan.period_key, plan.enrolment_id,
          plan.subject_fee_id, plan.payer_parent_id, plan.branch_id, plan.quantity_hundredths, plan.price_sen, plan.discount_sen,
          plan.taxable, plan.tax_sen, plan.amount_sen, plan.due_on, plan.description, coalesce(plan.skip, '-'),
          plan.facts) end as stated
    from (${plan}) as plan
    full join (${linesBefore(month, filters, students)}) as earlier
      on earlier.student_id = plan.student_id and earlier.subject_id = plan.subject_id
        and earlier.fee_type_id = plan.fee_type_id and earlier.apply_to = plan.apply_to`
}

/** Lines of issued invoices for the periods that ended on the day before a month. */
function linesBefore(
  month: string,
  { branch_id, program_id, subject_id, fee_category_id }: GenerationFilters,
  students: readonly string[],
) {
  const only = [
    branch_id && sql`student.branch_id = ${branch_id}`,
    program_id && sql`subject.program_id = ${program_id}`,
    subject_id && sql`subject.id = ${subject_id}`,
    fee_category_id && sql`fee_type.fee_category_id = ${fee_category_id}`,
  ].filter((one) => one !== undefined && one !== '')
  return sql`
    select billed_fee.student_id, billed_fee.subject_id, billed_fee.fee_type_id, billed_fee.apply_to,
      billed_fee.period_key, billed_fee.period_starts_on, billed_fee.period_ends_on, item.description,
      item.quantity_hundredths, item.price_sen, item.discount_sen, item.taxable, item.tax_sen, item.amount_sen
    from billed_fee
    join invoice_item as item on item.id = billed_fee.invoice_item_id
    join invoice on invoice.id = billed_fee.invoice_id and invoice.status not in ('draft', 'cancelled')
    join student on student.id = billed_fee.student_id
    join subject on subject.id = billed_fee.subject_id
    join fee_type on fee_type.id = billed_fee.fee_type_id
    where billed_fee.student_id = any(${students}::uuid[]) and billed_fee.period_ends_on = ${month}::date - 1
      ${only.length > 0 ? sql`and ${sql.join(only, sql` and `)}` : sql``}`
}

/** `with line as …, summed as …`: the lines in their order, and the sums for each student. */
function planned(planning: Planning, students: readonly string[]) {
  const group = planning.setting.group_by === 'subject' ? sql`line.subject_id` : sql`null::uuid`
  return sql`
    with line as materialized (
      select line.*, row_number() over (partition by line.student_id
        order by line.skip is not null, line.description, line.period_key, line.fee_type_id, line.subject_id, line.apply_to)
        as position
      from (${linesOf(planning, students)}) as line
    ), invoices as (
      select line.student_id, count(*) as invoices, max(sum) as largest
      from (
        select line.student_id, sum(line.amount_sen + line.tax_sen) as sum from line where line.skip is null
        group by line.student_id, ${group}
      ) as line group by line.student_id
    ), summed as (
      select line.student_id, max(line.payer_parent_id::text)::uuid as payer_parent_id,
        count(*) filter (where line.skip is null)::int as lines, coalesce(max(invoices.invoices), 0)::int as invoices,
        coalesce(max(invoices.largest) > ${largestTotal}, false) as too_large,
        coalesce(sum(line.amount_sen + line.tax_sen) filter (where line.skip is null), 0)::bigint as total_sen,
        coalesce(sum(line.before_sen), 0)::bigint as before_sen,
        coalesce(bool_or(line.skip = 'no_payer'), false) as no_payer,
        (array_agg(line.skip order by array_position(${[...reasons]}::text[], line.skip)))[1] as skip,
        array_remove(array_agg(distinct line.difference), null) as differences,
        md5(coalesce(string_agg(line.stated, E'\\n' order by line.stated), '')) as digest
      from line left join invoices using (student_id)
      group by line.student_id
    )`
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
    ${planned(planning, students)}
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

/** The students whose current lines differ from the stored preview, including those who are not in it. */
export async function differingStudents(
  db: Kysely<DB>,
  generation_id: string,
  planning: Planning,
  students: readonly string[],
): Promise<string[]> {
  await disableNestedLoops(db)
  const { rows } = await sql<{ id: string }>`
    ${planned(planning, students)}
    select given.id from unnest(${students}::uuid[]) as given (id)
    left join summed on summed.student_id = given.id
    left join generation_student as kept on kept.student_id = given.id and kept.generation_id = ${generation_id}
    where coalesce(kept.digest, md5('')) <> coalesce(summed.digest, md5(''))`.execute(db)
  return rows.map(({ id }) => id)
}

/** A line as stored in the preview and as it would be now; null on the side that does not have it. */
export interface Compared {
  student_id: string
  student: string
  subject: string
  fee_type: string
  kept: StatedLine | null
  now: StatedLine | null
}
interface StatedLine {
  skip: string | null
  sen: number
  price_sen: number
  due_on: string | null
  description: string
  payer_parent_id: string | null
  branch_id: string | null
  facts: unknown
}

/** The stored and the current lines of students, paired. */
export async function comparedLines(
  db: Kysely<DB>,
  generation_id: string,
  planning: Planning,
  students: readonly string[],
): Promise<Compared[]> {
  await disableNestedLoops(db)
  const side = (name: string) => sql`
    case when ${sql.ref(`${name}.student_id`)} is not null then jsonb_build_object('skip', ${sql.ref(`${name}.skip`)},
      'sen', ${sql.ref(`${name}.amount_sen`)} + ${sql.ref(`${name}.tax_sen`)},
      'price_sen', ${sql.ref(`${name}.price_sen`)}, 'due_on', ${sql.ref(`${name}.due_on`)},
      'description', ${sql.ref(`${name}.description`)}, 'branch_id', ${sql.ref(`${name}.branch_id`)},
      'payer_parent_id', ${sql.ref(`${name}.payer_parent_id`)},
      'facts', ${sql.ref(`${name}.facts`)}) end`
  const { rows } = await sql<Compared>`
    ${planned(planning, students)}
    select student.id as student_id, student.name as student, subject.name as subject, fee_type.name as fee_type,
      ${side('kept')} as kept, ${side('line')} as now
    from (select * from line where skip is distinct from 'gone') as line
    full join (
      select item.*, entry.payer_parent_id, entry.branch_id
      from generation_item as item
        join generation_student as entry on entry.generation_id = item.generation_id and entry.student_id = item.student_id
      where item.generation_id = ${generation_id} and item.student_id = any(${students}::uuid[])
        and item.skip is distinct from 'gone'
    ) as kept on kept.student_id = line.student_id and kept.subject_id = line.subject_id
      and kept.fee_type_id = line.fee_type_id and kept.apply_to = line.apply_to and kept.period_key = line.period_key
    join student on student.id = coalesce(kept.student_id, line.student_id)
    join subject on subject.id = coalesce(kept.subject_id, line.subject_id)
    join fee_type on fee_type.id = coalesce(kept.fee_type_id, line.fee_type_id)
    order by student.name, student.id, subject.name`.execute(db)
  return rows
}
