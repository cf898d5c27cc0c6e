import { sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/month.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { lockStudents, overlaps } from '#app/domain/billing/plan/claim.ts'
import { firstCharged, isOfSessions } from '#app/domain/billing/plan/period-sql.ts'
import { sessionsOfLines } from '#app/domain/billing/plan/plan-sessions.ts'
import { type Actor, storedVisitor } from '#app/domain/core/actor.ts'
import { lineLanguages } from '#app/domain/core/invoicing/line-languages.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { typedGeneration } from './find-generations.ts'

/**
 * An error of the data of one student (SQLSTATE 22 or 23), for which a retry would not help. A closed month is excluded
 * because it concerns the whole run.
 */
export const isDataError = (error: unknown) => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code) && constraint !== 'month_closed'
}

export interface ChunkOptions {
  /** Students at most. */
  limit: number
  /** Only students behind this position. */
  after?: number
  /** Skips students whom other workers are billing instead of waiting for them. */
  skipLocked?: boolean
  /** Called with the students of the chunk, in the order of their positions. */
  onPicked?(students: readonly { student_id: string; position: number }[]): void
  /** Settles when the previous chunk has committed, so that invoice numbers follow the order of students. */
  previous?: Promise<void>
}

/**
 * Bills the next students of a run in one transaction: first their lines, which is most of the work and locks nothing that
 * others need, then the invoices with their numbers, which locks the number series until the commit. Returns the number of
 * students whose result was stored.
 */
export async function billChunk(
  trx: Transaction<DB>,
  generation_id: string,
  actor: Actor,
  { limit, after = 0, skipLocked = false, onPicked: onTaken, previous }: ChunkOptions,
): Promise<number> {
  // Key-share lets other chunks of the run proceed, while ending or undoing the run waits for this one.
  const locked = await trx
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', generation_id)
    .forKeyShare()
    .executeTakeFirst()
  const row = locked && typedGeneration(locked)
  if (row?.status !== 'running' || !row.checked_at || !row.issued_on) return 0
  await refuseClosedMonth(trx, row.issued_on)
  const next = trx
    .selectFrom('generation_student')
    .select(['id', 'position', 'student_id', 'invoices', 'payer_parent_id', 'branch_id'])
    .where('generation_id', '=', generation_id)
    .where('result', '=', 'ready')
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .forUpdate()
  const students = await (skipLocked ? next.skipLocked() : next).execute()
  if (students.length === 0) return 0
  onTaken?.(students)
  const [{ invoice_prefix }, { notify_at }, { mail_invoices }] = await Promise.all([
    settings(trx, 'numbering'),
    settings(trx, 'generation'),
    settings(trx, 'invoice'),
  ])
  const codes = Array.from(
    { length: students.reduce((sum, student) => sum + student.invoices, 0) },
    newPublicCode,
  )
  await lockStudents(
    trx,
    students.map(({ student_id }) => student_id),
  )
  // Postgres caches the plan of a foreign-key check for the life of a connection. A plan made while the tables were empty
  // would scan them for every line of this month.
  await sql`discard plans`.execute(trx)
  const invoices = await insertLines(trx, {
    generation_id,
    bySubject: row.setting.group_by === 'subject',
    students,
    codes,
  })
  await previous
  await insertInvoices(trx, actor, invoices, {
    ...{ generation_id, month: row.month, issued_on: row.issued_on, prefix: invoice_prefix, notify_at },
    mail_invoices,
    ...{ students: students.map(({ student_id }) => student_id), rows: students.map(({ id }) => id) },
    codes: codes.slice(0, invoices.count),
  })
  const payers = students.flatMap(({ payer_parent_id }) => payer_parent_id ?? [])
  await spendCredit(trx, actor, payers, row.issued_on)
  await trx
    .updateTable('generation')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', generation_id)
    .execute()
  return students.length
}

interface InvoiceDetails {
  generation_id: string
  month: string
  issued_on: string
  prefix: string
  /** `HH:MM` in Malaysia. */
  notify_at: string
  /** Whether each invoice is e-mailed to its payer. */
  mail_invoices: boolean
  /** The students of the chunk, and the ids of their rows in `generation_student`. */
  students: readonly string[]
  rows: readonly string[]
  /** Public codes, one for each invoice. */
  codes: readonly string[]
}

/**
 * Inserts the invoices of a chunk with consecutive numbers (exactly as many as there are invoices, so that the series has no
 * gap), and stores the result of each student.
 */
async function insertInvoices(
  trx: Transaction<DB>,
  actor: Actor,
  invoices: ChunkInvoices,
  details: InvoiceDetails,
): Promise<void> {
  const { generation_id, month, issued_on, prefix, notify_at, mail_invoices, students, rows, codes } = details
  const year = issued_on.slice(0, 4)
  const { ip, user_agent } = storedVisitor(actor)
  await sql`
    with bill as materialized (
      select bill.*, greatest(due_on, ${issued_on}::date) as due, sub_total_sen + tax_total_sen as total_sen
      from unnest(${invoices.ids}::uuid[], ${codes}::text[], ${invoices.students}::uuid[], ${invoices.payers}::uuid[],
        ${invoices.branches}::uuid[], ${invoices.sub_totals}::bigint[], ${invoices.discounts}::bigint[], ${invoices.taxes}::bigint[],
        ${invoices.rates}::int[], ${invoices.dues}::date[]) with ordinality as bill (id, code, student_id, payer_parent_id,
        branch_id, sub_total_sen, discount_total_sen, tax_total_sen, tax_rate_bp, due_on, nth)
    ), block as (
      insert into number_series (kind, period, last_no)
      select 'invoice', ${year}, count(*) from bill having count(*) > 0
      on conflict (kind, period) do update set last_no = number_series.last_no + excluded.last_no
      returning last_no - ${invoices.count}::int as before
    ), numbered as materialized (
      select bill.*, ${prefix} || ${`-${year.slice(2)}-`}
          || lpad((before + nth)::text, greatest(6, length((before + nth)::text)), '0') as number,
        case when total_sen = 0 then 'paid' else 'unpaid' end as status
      from bill cross join block
    ), issued as (
      insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, period_key,
        sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen, status, paid_on, generation_id,
        created_by, updated_by)
      select id, number, code, student_id, payer_parent_id, branch_id, ${issued_on}::date, due,
        ${month.slice(0, 7)}, sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen, status,
        case when total_sen = 0 then ${issued_on}::date end, ${generation_id}::uuid, ${actor.id}::uuid, ${actor.id}::uuid
      from numbered
    ), logged as (
      insert into audit_log (id, actor_type, actor_id, actor_name, action, object_type, object_id, after, ip, user_agent,
        request_id)
      select new_id(), ${actor.type}, ${actor.id}::uuid, ${actor.name}, 'invoice.issued', 'invoice', id,
        jsonb_build_object('status', status, 'number', number, 'issued_on', ${issued_on}::date,
          'due_on', due, 'sub_total_sen', sub_total_sen, 'discount_total_sen', discount_total_sen,
          'tax_rate_bp', tax_rate_bp, 'tax_total_sen', tax_total_sen, 'total_sen', total_sen,
          'generation_id', ${generation_id}::uuid),
        ${ip}, ${user_agent}, ${actor.request_id}
      from numbered
    ), mailed as (
      insert into platform.outbox (id, name, payload, run_at)
      select new_id(), 'invoice.send', jsonb_build_object('invoice_id', numbered.id), ${mailTime(issued_on, notify_at)}
      from numbered join parent on parent.id = numbered.payer_parent_id and parent.email is not null
      where ${mail_invoices}::boolean
    ), outcome as (
      -- a union with sums instead of a join, because Postgres cannot estimate the number of rows that this statement inserts
      select max(id::text)::uuid as id, bool_or(billable) as billable, sum(bills)::int as invoices, sum(sen)::bigint as total_sen
      from (
        select id, student_id, billable, 0 as bills, 0 as sen
        from unnest(${rows}::uuid[], ${students}::uuid[], ${invoices.billable}::boolean[]) as chosen (id, student_id, billable)
        union all select null, student_id, true, 1, total_sen from numbered
      ) as part group by student_id
    )
    -- by the ids of the rows: for a run that has just begun Postgres estimates one student, and would join the chunk with a loop
    update generation_student set invoices = outcome.invoices, total_sen = outcome.total_sen,
      result = case when outcome.invoices > 0 then 'created' when outcome.billable then 'skipped' else 'failed' end,
      reason = case when outcome.invoices > 0 then null when outcome.billable then 'already_billed' else 'changed' end
    from outcome where generation_student.id = outcome.id`.execute(trx)
}

/**
 * When invoices are e-mailed: at the configured hour on the day of issue. Where that has passed, immediately between 08:00
 * and 21:00, otherwise at that hour the next morning.
 */
export function mailTime(issued_on: string, notify_at: string, now = sql<Date>`now()`) {
  const at = sql`(${issued_on}::date + ${notify_at}::time) at time zone 'Asia/Kuala_Lumpur'`
  const local = sql`(${now} at time zone 'Asia/Kuala_Lumpur')`
  return sql<Date>`case when ${now} < ${at} then ${at}
    when ${local}::time between '08:00' and '21:00' then ${now}
    else ((${local}::date + case when ${local}::time > '21:00' then 1 else 0 end) + ${notify_at}::time)
      at time zone 'Asia/Kuala_Lumpur' end`
}

/**
 * The invoices of a chunk as Postgres array literals, one for each column and in the order of their numbers. They are only
 * passed on to the next statement.
 */
export interface ChunkInvoices {
  count: number
  ids: string
  students: string
  payers: string
  branches: string
  sub_totals: string
  discounts: string
  taxes: string
  rates: string
  dues: string
  /** For each student of the chunk, whether there was anything to bill. */
  billable: string
}

interface LineChunk {
  generation_id: string
  /** One invoice for each class. */
  bySubject: boolean
  students: readonly { student_id: string; payer_parent_id: string | null; branch_id: string }[]
  /** Public codes, one for each possible invoice; only the first ones may be used. */
  codes: readonly string[]
}

const ofLine = {
  line: sql`line`,
  enrolment_starts_on: firstCharged,
  fee_starts_on: sql`fee.starts_on`,
}

/**
 * Inserts the lines of students and claims their fees; what somebody else has billed meanwhile is left out by the key of
 * `billed_fee`. The invoices must follow in the same transaction, because the foreign key is checked at its end. The query is
 * written so that its plan does not depend on statistics: those of a month that was inserted a moment ago are wrong.
 */
async function insertLines(trx: Transaction<DB>, chunk: LineChunk): Promise<ChunkInvoices> {
  const { generation_id, students, codes } = chunk
  const part = chunk.bySubject ? sql`item.subject_id` : sql`null::uuid`
  await sql`set constraints invoice_item_invoice_id_fkey, billed_fee_invoice_id_fkey deferred`.execute(trx)
  const { rows } = await sql<ChunkInvoices>`
    with chosen as materialized (
      select * from unnest(${students.map((one) => one.student_id)}::uuid[],
        ${students.map((one) => one.payer_parent_id)}::uuid[], ${students.map((one) => one.branch_id)}::uuid[])
        with ordinality as chosen (student_id, payer_parent_id, branch_id, nth)
    ), billable as materialized (
      -- without students whose payer has changed since the comparison
      select chosen.*, student.status = 'active' as is_active
      from chosen
      join student on student.id = chosen.student_id and student.deleted_at is null
      join parent on parent.id = chosen.payer_parent_id and parent.deleted_at is null
      where exists (
        select from student_parent where student_parent.student_id = chosen.student_id
          and student_parent.parent_id = chosen.payer_parent_id and student_parent.is_payer)
    ), line as materialized (
      select item.*, billable.payer_parent_id, billable.branch_id, dense_rank() over (order by billable.nth, ${part}) as bill,
        (array(select new_id() from generate_series(1, ${codes.length}::int)))[
          dense_rank() over (order by billable.nth, ${part})] as invoice_id,
        new_id() as invoice_item_id
      from billable
      cross join lateral (
        select * from generation_item as one
        where one.generation_id = ${generation_id} and one.student_id = billable.student_id offset 0
      ) as item
      -- without students who have left and classes that were closed since; sessions that were held are charged all the same
      where item.skip is null and (${isOfSessions(sql`item.period_key`)} or (billable.is_active and (item.subject_id in (
        select id from subject where status = 'active' and deleted_at is null)) is true))
    ), lately_billed as materialized (
      -- students with a billed period that may overlap one of these lines
      select billable.student_id from billable
      cross join lateral (
        select from billed_fee where billed_fee.student_id = billable.student_id
          and billed_fee.period_ends_on >= (select min(period_starts_on) from line) limit 1
      ) as billed
    ), claimed as (
      insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id)
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id
      from line
      -- without lines that overlap a period of another length which was billed since the comparison
      where not (line.student_id in (select student_id from lately_billed) and exists (
        select from (
          select * from billed_fee
          where billed_fee.student_id = line.student_id and billed_fee.period_ends_on >= line.period_starts_on offset 0
        ) as billed
          left join enrolment on enrolment.id = line.enrolment_id
          left join subject_fee as fee on fee.id = line.subject_fee_id
        where ${overlaps(ofLine, sql`billed`)}))
      order by bill, position
      on conflict do nothing
      returning invoice_item_id
    ), sessions as (
      insert into billed_session (student_id, subject_id, fee_type_id, apply_to, period_key, session_id, sign, turn)
      ${sessionsOfLines(sql`(select * from line where (invoice_item_id in (select invoice_item_id from claimed)) is true)`)}
    ), items as (
      insert into invoice_item (id, invoice_id, position, subject_fee_id, fee_type_id, description, period_starts_on,
        period_ends_on, quantity_hundredths, price_sen, discount_sen, discount_reason, taxable, tax_sen, amount_sen, facts,
        description_en, description_my)
      select invoice_item_id, invoice_id, row_number() over (partition by bill order by position), subject_fee_id,
        fee_type_id, description, period_starts_on, period_ends_on, quantity_hundredths, price_sen, discount_sen,
        case when discount_sen > 0 then (
          select left(string_agg(rule ->> 'name', ', '), 200) from jsonb_array_elements(facts -> 'discounts') as rule) end,
        taxable, tax_sen, amount_sen, facts, said.en, said.my
      from line left join lateral ${lineLanguages(sql`line`)} as said on true
      where (invoice_item_id in (select invoice_item_id from claimed)) is true
    ), bill as materialized (
      select bill, invoice_id, student_id, payer_parent_id, branch_id,
        sum(amount_sen)::bigint as sub_total_sen,
        sum(discount_sen)::bigint as discount_total_sen, sum(tax_sen)::bigint as tax_total_sen,
        coalesce(max((facts -> 'tax' ->> 'rate_bp')::int) filter (where taxable), 0) as tax_rate_bp, min(due_on) as due_on
      from line where (invoice_item_id in (select invoice_item_id from claimed)) is true
      group by bill, invoice_id, student_id, payer_parent_id, branch_id order by bill
    ), coded as (
      insert into platform.public_code (code, kind)
      select code, 'invoice' from unnest(${codes}::text[]) with ordinality as given (code, nth)
      where nth <= (select count(*) from bill)
    ), outcome as (
      -- a union with sums instead of a join, because Postgres cannot estimate the number of rows of a CTE
      select min(nth) as nth, bool_or(has_line) as billable
      from (select student_id, nth, false as has_line from chosen union all select student_id, null, true from line) as part
      group by student_id
    )
    select count(*)::int as count, array_agg(invoice_id)::text as ids,
      array_agg(student_id)::text as students, array_agg(payer_parent_id)::text as payers,
      array_agg(branch_id)::text as branches, array_agg(sub_total_sen)::text as sub_totals,
      array_agg(discount_total_sen)::text as discounts, array_agg(tax_total_sen)::text as taxes,
      array_agg(tax_rate_bp)::text as rates, array_agg(due_on)::text as dues,
      (select array_agg(billable order by nth)::text from outcome) as billable
    from bill`.execute(trx)
  return rows[0]!
}
