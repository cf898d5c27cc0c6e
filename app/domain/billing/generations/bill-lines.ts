import { sql, type Transaction } from 'kysely'
import { overlaps } from '#app/domain/billing/plan/claim.ts'
import { firstCharged } from '#app/domain/billing/plan/period-sql.ts'
import type { DB } from '#db/types.ts'

/**
 * What the invoices of a chunk come to, one list for each column in the order of their numbers, as the database writes lists:
 * nobody here looks into them.
 */
export interface Bills {
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
  sound: string
}

interface Chunk {
  generation_id: string
  /** One invoice for each class. */
  bySubject: boolean
  students: readonly { student_id: string; payer_parent_id: string | null; branch_id: string }[]
  /** Public codes, one for each invoice that there may be; the first are used. */
  codes: readonly string[]
}

const ofLine = {
  line: sql`line`,
  enrolment_starts_on: firstCharged,
  fee_starts_on: sql`fee.starts_on`,
}

/**
 * Writes the lines of students and takes what they bill, so that what was billed meanwhile falls out at its key. Their
 * invoices must come in the same transaction: the database looks for them at its end. Each student's lines are looked up by
 * themselves and small tables by a hash, whatever the database believes to know of a month that was written a moment ago.
 */
export async function billLines(trx: Transaction<DB>, chunk: Chunk): Promise<Bills> {
  const { generation_id, students, codes } = chunk
  const part = chunk.bySubject ? sql`item.subject_id` : sql`null::uuid`
  await sql`set constraints invoice_item_invoice_id_fkey, billed_fee_invoice_id_fkey deferred`.execute(trx)
  const { rows } = await sql<Bills>`
    with chosen as materialized (
      select * from unnest(${students.map((one) => one.student_id)}::uuid[],
        ${students.map((one) => one.payer_parent_id)}::uuid[], ${students.map((one) => one.branch_id)}::uuid[])
        with ordinality as chosen (student_id, payer_parent_id, branch_id, nth)
    ), sound as materialized (
      -- who may have gone, and whose payer may be another, since all was compared
      select chosen.*
      from chosen
      join student on student.id = chosen.student_id and student.status = 'active' and student.deleted_at is null
      join parent on parent.id = chosen.payer_parent_id and parent.deleted_at is null
      where exists (
        select from student_parent where student_parent.student_id = chosen.student_id
          and student_parent.parent_id = chosen.payer_parent_id and student_parent.is_payer)
    ), line as materialized (
      select item.*, sound.payer_parent_id, sound.branch_id, dense_rank() over (order by sound.nth, ${part}) as bill,
        (array(select new_id() from generate_series(1, ${codes.length}::int)))[
          dense_rank() over (order by sound.nth, ${part})] as invoice_id,
        new_id() as invoice_item_id
      from sound
      cross join lateral (
        select * from generation_item as one
        where one.generation_id = ${generation_id} and one.student_id = sound.student_id offset 0
      ) as item
      where item.skip is null and (item.subject_id in (
        select id from subject where status = 'active' and deleted_at is null)) is true
    ), near as materialized (
      select sound.student_id from sound
      cross join lateral (
        select from billed_fee where billed_fee.student_id = sound.student_id
          and billed_fee.period_ends_on >= (select min(period_starts_on) from line) limit 1
      ) as billed
    ), claimed as (
      insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id)
      select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
        invoice_id, invoice_item_id
      from line
      -- other than in periods of another length that somebody billed since all was compared; the days from which a fee is
      -- owed are looked up for what comes near
      where not (line.student_id in (select student_id from near) and exists (
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
    ), items as (
      insert into invoice_item (id, invoice_id, position, subject_fee_id, fee_type_id, description, period_starts_on,
        period_ends_on, quantity_hundredths, price_sen, discount_sen, discount_reason, taxable, tax_sen, amount_sen, facts)
      select invoice_item_id, invoice_id, row_number() over (partition by bill order by position), subject_fee_id,
        fee_type_id, description, period_starts_on, period_ends_on, quantity_hundredths, price_sen, discount_sen,
        case when discount_sen > 0 then (
          select left(string_agg(rule ->> 'name', ', '), 200) from jsonb_array_elements(facts -> 'discounts') as rule) end,
        taxable, tax_sen, amount_sen, facts
      from line where (invoice_item_id in (select invoice_item_id from claimed)) is true
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
    ), told as (
      -- added up rather than joined: of rows that are made here the database does not know how many there are
      select min(nth) as nth, bool_or(lined) as sound
      from (select student_id, nth, false as lined from chosen union all select student_id, null, true from line) as part
      group by student_id
    )
    select count(*)::int as count, array_agg(invoice_id)::text as ids,
      array_agg(student_id)::text as students, array_agg(payer_parent_id)::text as payers,
      array_agg(branch_id)::text as branches, array_agg(sub_total_sen)::text as sub_totals,
      array_agg(discount_total_sen)::text as discounts, array_agg(tax_total_sen)::text as taxes,
      array_agg(tax_rate_bp)::text as rates, array_agg(due_on)::text as dues,
      (select array_agg(sound order by nth)::text from told) as sound
    from bill`.execute(trx)
  return rows[0]!
}
