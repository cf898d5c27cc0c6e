import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/actor.ts'
import { placeOf } from '#app/domain/actor.ts'
import { holdStudents, overlaps } from '#app/domain/billing/claim.server.ts'
import { firstCharged } from '#app/domain/billing/period-sql.ts'
import { spendCredit } from '#app/domain/credits/spend-credit.server.ts'
import { refuseClosedMonth } from '#app/domain/months/open-month.server.ts'
import { settings } from '#app/domain/settings.server.ts'
import { newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { heldGeneration } from './find-generations.server.ts'
import { chunkStudents } from './generation.ts'
import type { InPlace } from './make-preview.server.ts'

/**
 * Sets aside, before anybody is billed, whose lines somebody else has billed since all was compared, so that the same month
 * again costs next to nothing. What is billed from here on falls out where its key is claimed.
 */
export async function skipBilled(inPlace: InPlace, generation_id: string): Promise<void> {
  await inPlace(async (trx) => {
    const row = await heldGeneration(trx, generation_id)
    if (row?.status !== 'running' || !row.checked_at) return
    await sql`
      update generation_student as told set result = 'skipped', reason = 'already_billed', invoices = 0, total_sen = 0
      where generation_id = ${generation_id} and result = 'ready' and not exists (
        select from generation_item as item
        where item.generation_id = told.generation_id and item.student_id = told.student_id and item.skip is null
          and not exists (
            select from billed_fee as billed
            where (billed.student_id, billed.subject_id, billed.fee_type_id, billed.apply_to, billed.period_key)
              = (item.student_id, item.subject_id, item.fee_type_id, item.apply_to, item.period_key)))`.execute(
      trx,
    )
  })
}

/**
 * Bills the next students of a run that was compared, in one transaction with what became of each, so that a process that
 * is killed bills nobody twice and forgets nobody. A student at whom the database objects takes the others back; then each
 * of these has a transaction of their own, and that one has failed. Returns whether there is more to do.
 */
export async function billNext(inPlace: InPlace, generation_id: string, actor: Actor): Promise<boolean> {
  try {
    return (await inPlace((trx) => billChunk(trx, generation_id, actor, chunkStudents))) > 0
  } catch (error) {
    if (!isObjection(error)) throw error
  }
  for (let one = 0; one < chunkStudents; one++) {
    const more = await inPlace((trx) => billChunk(trx, generation_id, actor, 1)).catch(async (error) => {
      if (!isObjection(error)) throw error
      await inPlace((trx) => keepFailed(trx, generation_id))
      return 1
    })
    if (more === 0) return false
  }
  return true
}

/** Of the data, not of the place or the moment: trying again would not help. A closed month is about all of them. */
const isObjection = (error: unknown) => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code) && constraint !== 'month_closed'
}

/** The row of the generation is held, so that two who were given the same job bill one after the other. */
async function billChunk(
  trx: Transaction<DB>,
  generation_id: string,
  actor: Actor,
  limit: number,
): Promise<number> {
  const row = await heldGeneration(trx, generation_id)
  if (row?.status !== 'running' || !row.checked_at || !row.issued_on) return 0
  await refuseClosedMonth(trx, row.issued_on)
  const next = await trx
    .selectFrom('generation_student')
    .select(['position', 'student_id', 'invoices', 'payer_parent_id'])
    .where('generation_id', '=', generation_id)
    .where('result', '=', 'ready')
    .orderBy('position')
    .limit(limit)
    .execute()
  if (next.length === 0) return 0
  const invoices = next.reduce((sum, student) => sum + student.invoices, 0)
  const [{ invoice_prefix }, { notify_at }] = await Promise.all([
    settings(trx, 'numbering'),
    settings(trx, 'generation'),
  ])
  await holdStudents(
    trx,
    next.map(({ student_id }) => student_id),
  )
  await writeChunk(trx, actor, {
    ...{ generation_id, month: row.month, issued_on: row.issued_on, prefix: invoice_prefix, notify_at },
    bySubject: row.setting.group_by === 'subject',
    positions: [next[0]!.position, next.at(-1)!.position],
    codes: Array.from({ length: invoices }, newPublicCode),
  })
  const payers = next.flatMap(({ payer_parent_id }) => payer_parent_id ?? [])
  await spendCredit(trx, actor, payers, row.issued_on)
  await trx
    .updateTable('generation')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', generation_id)
    .execute()
  return next.length
}

interface Chunk {
  generation_id: string
  month: string
  issued_on: string
  prefix: string
  /** `HH:MM` in Malaysia. */
  notify_at: string
  bySubject: boolean
  /** The first and the last student of the chunk. */
  positions: [number, number]
  /** One for each invoice. */
  codes: readonly string[]
}

const ofLine = {
  line: sql`line`,
  enrolment_starts_on: firstCharged,
  fee_starts_on: sql`fee.starts_on`,
}

/**
 * All of it in one statement: what was billed meanwhile falls out where its key is claimed, numbers are taken for what is
 * left of it, so that none is missing, and each student is told apart. The database looks at what names what at the end.
 */
async function writeChunk(trx: Transaction<DB>, actor: Actor, chunk: Chunk): Promise<void> {
  const { generation_id, month, issued_on, prefix, notify_at, codes } = chunk
  const [first, last] = chunk.positions
  const part = chunk.bySubject ? sql`item.subject_id` : sql`null::uuid`
  const year = issued_on.slice(0, 4)
  const { ip, user_agent } = placeOf(actor)
  await sql`
    with given as materialized (
      select ${codes}::text[] as codes, array(select new_id() from generate_series(1, ${codes.length})) as ids
    ), chosen as materialized (
      select * from generation_student
      where generation_id = ${generation_id} and result = 'ready' and position between ${first} and ${last}
    ), sound as materialized (
      -- who may have gone, and whose payer may be another, since all was compared
      select chosen.student_id, chosen.position, chosen.payer_parent_id, chosen.branch_id
      from chosen
      join student on student.id = chosen.student_id and student.status = 'active' and student.deleted_at is null
      join parent on parent.id = chosen.payer_parent_id and parent.deleted_at is null
      where exists (
        select from student_parent where student_parent.student_id = chosen.student_id
          and student_parent.parent_id = chosen.payer_parent_id and student_parent.is_payer)
    ), numbered_line as materialized (
      select item.*, sound.payer_parent_id, sound.branch_id,
        dense_rank() over (order by sound.position, ${part}) as bill
      from sound
      join generation_item as item on item.generation_id = ${generation_id} and item.student_id = sound.student_id
      join subject on subject.id = item.subject_id and subject.status = 'active' and subject.deleted_at is null
      where item.skip is null
    ), line as materialized (
      select numbered_line.*, ids[bill] as invoice_id, new_id() as invoice_item_id
      from numbered_line cross join given
    ), free as materialized (
      -- other than in periods of another length that somebody billed since all was compared; the days from which a fee is
      -- owed are looked up for what comes near
      select line.* from line
      where not exists (
        select from billed_fee as billed
          left join enrolment on enrolment.id = line.enrolment_id
          left join subject_fee as fee on fee.id = line.subject_fee_id
        where billed.period_ends_on >= line.period_starts_on and ${overlaps(ofLine, sql`billed`)})
    ), claimed as (
      insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id)
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id
      from free order by bill, position
      on conflict do nothing
      returning invoice_item_id
    ), billed as materialized (
      -- looked up by a hash and never row against row: the database takes them for two rows, and joins them as it likes
      select * from line where (invoice_item_id in (select invoice_item_id from claimed)) is true
    ), bill as materialized (
      select invoice_id, student_id, payer_parent_id, branch_id, min(bill) as bill,
        sum(amount_sen)::bigint as sub_total_sen,
        sum(discount_sen)::bigint as discount_total_sen, sum(tax_sen)::bigint as tax_total_sen,
        sum(amount_sen + tax_sen)::bigint as total_sen,
        coalesce(max((facts -> 'tax' ->> 'rate_bp')::int) filter (where taxable), 0) as tax_rate_bp,
        greatest(min(due_on), ${issued_on}::date) as due_on, row_number() over (order by min(bill)) as nth,
        count(*) over () as all
      from billed group by invoice_id, student_id, payer_parent_id, branch_id
    ), block as (
      insert into number_series (kind, period, last_no)
      select 'invoice', ${year}, count(*) from bill having count(*) > 0
      on conflict (kind, period) do update set last_no = number_series.last_no + excluded.last_no
      returning last_no
    ), told as materialized (
      select bill.*, codes[bill.bill] as code, block.last_no - bill.all + bill.nth as no,
        ${prefix} || ${`-${year.slice(2)}-`} || lpad((block.last_no - bill.all + bill.nth)::text,
          greatest(6, length((block.last_no - bill.all + bill.nth)::text)), '0') as number,
        case when total_sen = 0 then 'paid' else 'unpaid' end as status
      from bill cross join block cross join given
    ), coded as (
      insert into platform.public_code (code, kind) select code, 'invoice' from told
    ), issued as (
      insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, period_key,
        sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen, status, paid_on, generation_id,
        created_by, updated_by)
      select invoice_id, number, code, student_id, payer_parent_id, branch_id, ${issued_on}::date, due_on,
        ${month.slice(0, 7)}, sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen, status,
        case when total_sen = 0 then ${issued_on}::date end, ${generation_id}::uuid, ${actor.id}::uuid, ${actor.id}::uuid
      from told order by no
    ), items as (
      insert into invoice_item (id, invoice_id, position, subject_fee_id, fee_type_id, description, period_starts_on,
        period_ends_on, quantity_hundredths, price_sen, discount_sen, discount_reason, taxable, tax_sen, amount_sen, facts)
      select invoice_item_id, invoice_id, row_number() over (partition by invoice_id order by position), subject_fee_id,
        fee_type_id, description, period_starts_on, period_ends_on, quantity_hundredths, price_sen, discount_sen,
        case when discount_sen > 0 then (
          select left(string_agg(rule ->> 'name', ', '), 200) from jsonb_array_elements(facts -> 'discounts') as rule) end,
        taxable, tax_sen, amount_sen, facts
      from billed
    ), logged as (
      insert into audit_log (id, actor_type, actor_id, actor_name, action, object_type, object_id, after, ip, user_agent,
        request_id)
      select new_id(), ${actor.type}, ${actor.id}::uuid, ${actor.name}, 'invoice.issued', 'invoice', invoice_id,
        jsonb_build_object('status', status, 'number', number, 'issued_on', ${issued_on}::date,
          'due_on', due_on, 'sub_total_sen', sub_total_sen, 'discount_total_sen', discount_total_sen,
          'tax_rate_bp', tax_rate_bp, 'tax_total_sen', tax_total_sen, 'total_sen', total_sen,
          'generation_id', ${generation_id}::uuid),
        ${ip}, ${user_agent}, ${actor.request_id}
      from told order by no
    ), mailed as (
      insert into platform.outbox (id, name, payload, run_at)
      select new_id(), 'invoice.send', jsonb_build_object('invoice_id', invoice_id), ${mailsGoAt(issued_on, notify_at)}
      from told join parent on parent.id = told.payer_parent_id and parent.email is not null
    ), become as (
      -- added up rather than joined: of rows that are made here the database does not know how many there are
      select student_id, max(id)::uuid as id, bool_or(has_line) as sound, sum(bills)::int as invoices,
        sum(sen)::bigint as total_sen
      from (
        select student_id, id::text, false as has_line, 0 as bills, 0 as sen from chosen
        union all select student_id, null, true, 0, 0 from line
        union all select student_id, null, true, 1, total_sen from told
      ) as part group by student_id
    )
    update generation_student set invoices = become.invoices, total_sen = become.total_sen,
      result = case when become.invoices > 0 then 'created' when become.sound then 'skipped' else 'failed' end,
      reason = case when become.invoices > 0 then null when become.sound then 'already_billed' else 'changed' end
    from become where generation_student.id = become.id`.execute(trx)
}

/**
 * When families are told: at the hour of the setting on the day of issue; where that is over, at once in the day and else the
 * next morning.
 */
function mailsGoAt(issued_on: string, notify_at: string) {
  const at = sql`(${issued_on}::date + ${notify_at}::time) at time zone 'Asia/Kuala_Lumpur'`
  const local = sql`(now() at time zone 'Asia/Kuala_Lumpur')`
  return sql`case when now() < ${at} then ${at}
    when ${local}::time between '08:00' and '21:00' then now()
    else ((${local}::date + case when ${local}::time > '21:00' then 1 else 0 end) + ${notify_at}::time)
      at time zone 'Asia/Kuala_Lumpur' end`
}

/** The first that is left is the one at which the database objected. */
async function keepFailed(trx: Transaction<DB>, generation_id: string): Promise<void> {
  await heldGeneration(trx, generation_id)
  await sql`
    update generation_student set result = 'failed', reason = 'error'
    where generation_id = ${generation_id} and result = 'ready' and position = (
      select min(position) from generation_student where generation_id = ${generation_id} and result = 'ready')`.execute(
    trx,
  )
}
