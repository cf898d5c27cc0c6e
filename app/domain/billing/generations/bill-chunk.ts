import { sql, type Transaction } from 'kysely'
import { refuseClosedMonth } from '#app/domain/accounting/months/open-month.ts'
import { spendCredit } from '#app/domain/billing/credits/use-credit.ts'
import { holdStudents } from '#app/domain/billing/plan/claim.ts'
import { type Actor, placeOf } from '#app/domain/core/actor.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { type Bills, billLines } from './bill-lines.ts'
import { typed } from './find-generations.ts'

/** Of the data, not of the place or the moment: trying again would not help. A closed month is about all of them. */
export const isObjection = (error: unknown) => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code) && constraint !== 'month_closed'
}

export interface Taking {
  /** Students at most. */
  limit: number
  /** The position behind which to look. */
  after?: number
  /** Passes over students whom others have in work, and does not wait for them. */
  besideOthers?: boolean
  /** Told whom the chunk has taken, in the order of their positions. */
  taken?(students: readonly { student_id: string; position: number }[]): void
  /** Settles when the chunk before is over, so that numbers follow the students. */
  before?: Promise<void>
}

/**
 * Bills the next students of a run in one transaction: first their lines, which is most of the work and holds nothing that
 * others want, then invoices with their numbers, which holds the counter until the transaction is over. Returns of how many
 * it has told what became of them.
 */
export async function billChunk(
  trx: Transaction<DB>,
  generation_id: string,
  actor: Actor,
  { limit, after = 0, besideOthers = false, taken, before }: Taking,
): Promise<number> {
  // Whoever ends the run or takes it back waits for this one; others who bill it do not.
  const held = await trx
    .selectFrom('generation')
    .selectAll()
    .where('id', '=', generation_id)
    .forKeyShare()
    .executeTakeFirst()
  const row = held && typed(held)
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
  const students = await (besideOthers ? next.skipLocked() : next).execute()
  if (students.length === 0) return 0
  taken?.(students)
  const [{ invoice_prefix }, { notify_at }, { mail_invoices }] = await Promise.all([
    settings(trx, 'numbering'),
    settings(trx, 'generation'),
    settings(trx, 'invoice'),
  ])
  const codes = Array.from(
    { length: students.reduce((sum, { invoices }) => sum + invoices, 0) },
    newPublicCode,
  )
  await holdStudents(
    trx,
    students.map(({ student_id }) => student_id),
  )
  // Checks of foreign keys keep the plan of their first time on a connection, and what was right for an organisation without
  // invoices would look through all of them for each line of a month.
  await sql`discard plans`.execute(trx)
  const bills = await billLines(trx, {
    generation_id,
    bySubject: row.setting.group_by === 'subject',
    students,
    codes,
  })
  await before
  await issueBills(trx, actor, bills, {
    ...{ generation_id, month: row.month, issued_on: row.issued_on, prefix: invoice_prefix, notify_at },
    mail_invoices,
    ...{ students: students.map(({ student_id }) => student_id), rows: students.map(({ id }) => id) },
    codes: codes.slice(0, bills.count),
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

interface Issue {
  generation_id: string
  month: string
  issued_on: string
  prefix: string
  /** `HH:MM` in Malaysia. */
  notify_at: string
  /** Whether who pays gets each by mail. */
  mail_invoices: boolean
  /** Of the chunk, and what is kept of each in the run. */
  students: readonly string[]
  rows: readonly string[]
  /** Of the bills. */
  codes: readonly string[]
}

/**
 * Gives the bills of a chunk their numbers, of which so many are taken as there are bills, so that none is missing, and tells
 * what became of each student.
 */
async function issueBills(trx: Transaction<DB>, actor: Actor, bills: Bills, issue: Issue): Promise<void> {
  const { generation_id, month, issued_on, prefix, notify_at, mail_invoices, students, rows, codes } = issue
  const year = issued_on.slice(0, 4)
  const { ip, user_agent } = placeOf(actor)
  await sql`
    with bill as materialized (
      select bill.*, greatest(due_on, ${issued_on}::date) as due, sub_total_sen + tax_total_sen as total_sen
      from unnest(${bills.ids}::uuid[], ${codes}::text[], ${bills.students}::uuid[], ${bills.payers}::uuid[],
        ${bills.branches}::uuid[], ${bills.sub_totals}::bigint[], ${bills.discounts}::bigint[], ${bills.taxes}::bigint[],
        ${bills.rates}::int[], ${bills.dues}::date[]) with ordinality as bill (id, code, student_id, payer_parent_id,
        branch_id, sub_total_sen, discount_total_sen, tax_total_sen, tax_rate_bp, due_on, nth)
    ), block as (
      insert into number_series (kind, period, last_no)
      select 'invoice', ${year}, count(*) from bill having count(*) > 0
      on conflict (kind, period) do update set last_no = number_series.last_no + excluded.last_no
      returning last_no - ${bills.count}::int as before
    ), told as materialized (
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
      from told
    ), logged as (
      insert into audit_log (id, actor_type, actor_id, actor_name, action, object_type, object_id, after, ip, user_agent,
        request_id)
      select new_id(), ${actor.type}, ${actor.id}::uuid, ${actor.name}, 'invoice.issued', 'invoice', id,
        jsonb_build_object('status', status, 'number', number, 'issued_on', ${issued_on}::date,
          'due_on', due, 'sub_total_sen', sub_total_sen, 'discount_total_sen', discount_total_sen,
          'tax_rate_bp', tax_rate_bp, 'tax_total_sen', tax_total_sen, 'total_sen', total_sen,
          'generation_id', ${generation_id}::uuid),
        ${ip}, ${user_agent}, ${actor.request_id}
      from told
    ), mailed as (
      insert into platform.outbox (id, name, payload, run_at)
      select new_id(), 'invoice.send', jsonb_build_object('invoice_id', told.id), ${mailsGoAt(issued_on, notify_at)}
      from told join parent on parent.id = told.payer_parent_id and parent.email is not null
      where ${mail_invoices}::boolean
    ), become as (
      -- added up rather than joined: of rows that are made here the database does not know how many there are
      select max(id::text)::uuid as id, bool_or(sound) as sound, sum(bills)::int as invoices, sum(sen)::bigint as total_sen
      from (
        select id, student_id, sound, 0 as bills, 0 as sen
        from unnest(${rows}::uuid[], ${students}::uuid[], ${bills.sound}::boolean[]) as chosen (id, student_id, sound)
        union all select null, student_id, true, 1, total_sen from told
      ) as part group by student_id
    )
    -- found by their own ids: of a run that began a moment ago the database believes that it has one student, and would hold
    -- all of them against all of the chunk
    update generation_student set invoices = become.invoices, total_sen = become.total_sen,
      result = case when become.invoices > 0 then 'created' when become.sound then 'skipped' else 'failed' end,
      reason = case when become.invoices > 0 then null when become.sound then 'already_billed' else 'changed' end
    from become where generation_student.id = become.id`.execute(trx)
}

/**
 * When families are told: at the hour of the setting on the day of issue; where that is over, at once in the day and else the
 * next morning.
 */
export function mailsGoAt(issued_on: string, notify_at: string, now = sql<Date>`now()`) {
  const at = sql`(${issued_on}::date + ${notify_at}::time) at time zone 'Asia/Kuala_Lumpur'`
  const local = sql`(${now} at time zone 'Asia/Kuala_Lumpur')`
  return sql<Date>`case when ${now} < ${at} then ${at}
    when ${local}::time between '08:00' and '21:00' then ${now}
    else ((${local}::date + case when ${local}::time > '21:00' then 1 else 0 end) + ${notify_at}::time)
      at time zone 'Asia/Kuala_Lumpur' end`
}
