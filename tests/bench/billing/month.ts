import { sql, type Transaction } from 'kysely'
import { addMonths, endOfMonth } from '#app/domain/core/dates.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { feeType, subject, subjectFee } from '#tests/support/database/factories.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'

type Trx = Transaction<DB>
type Write = <R>(work: (trx: Trx) => Promise<R>) => Promise<R>

/** A month whose lines are kept and wait to be billed. */
export interface BilledMonth {
  id: string
  month: string
  students: number
}

/** So many students in three classes each, every tenth of another nationality. */
export async function fill(trx: Trx, students: number): Promise<void> {
  const type = await feeType(trx, { taxable: true })
  const classes = []
  for (const amount_sen of [12_000, 8_000, 4_550]) {
    const taught = await subject(trx)
    await subjectFee(trx, { subject_id: taught.id, fee_type_id: type.id, amount_sen })
    classes.push(taught)
  }
  await manyPupils(trx, classes[0]!.id, students)
  for (const { id } of classes.slice(1))
    await sql`insert into enrolment (id, student_id, subject_id, starts_on)
      select gen_random_uuid(), id, ${id}::uuid, '2026-01-05' from student`.execute(trx)
  await sql`update parent set email = null`.execute(trx)
}

/**
 * The lines of a month as a preview keeps them: a tenth off each, six percent of tax, and the reasons of both. Months lie
 * far behind, where no run of the product would bill them.
 */
export async function copyLines(
  trx: Trx,
  { no, students }: { no: number; students: number },
): Promise<BilledMonth> {
  const id = newId()
  const month = addMonths('2010-01-01', no)
  await trx
    .insertInto('generation')
    .values({
      ...{
        id,
        month,
        setting: JSON.stringify({ group_by: 'student', issue_zero: false }),
        status: 'running',
      },
      ...{ run_at: new Date(), checked_at: new Date(), issued_on: sql<string>`current_date` },
    })
    .execute()
  await sql`
    insert into generation_student (id, generation_id, position, student_id, payer_parent_id, branch_id, result, lines,
      invoices, digest)
    select gen_random_uuid(), ${id}::uuid, row_number() over (order by student.id), student.id, paying.parent_id,
      student.branch_id, 'ready', 3, 1, ''
    from (select * from student order by id limit ${students}) as student
    join student_parent as paying on paying.student_id = student.id and paying.is_payer`.execute(trx)
  await sql`
    insert into generation_item (generation_id, student_id, position, enrolment_id, subject_id, subject_fee_id,
      fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, description, quantity_hundredths, price_sen,
      discount_sen, taxable, tax_sen, amount_sen, due_on, facts)
    select ${id}::uuid, told.student_id, row_number() over (partition by told.student_id order by fee.id), enrolment.id,
      fee.subject_id, fee.id, fee.fee_type_id, fee.apply_to, ${month.slice(0, 7)}, ${month}::date,
      ${endOfMonth(month)}::date, subject.name || ', Yuran bulanan, ' || ${month.slice(0, 7)}, 100, fee.amount_sen,
      fee.amount_sen / 10, true, round((fee.amount_sen - fee.amount_sen / 10) * 0.06), fee.amount_sen - fee.amount_sen / 10,
      current_date + 7,
      jsonb_build_object('enrolment_id', enrolment.id, 'usual_sen', fee.amount_sen, 'own', null, 'share', null,
        'capped', false, 'tax', jsonb_build_object('rate_bp', 600, 'scope', 'all'),
        'discounts', jsonb_build_array(jsonb_build_object('code', 'ADIK', 'name', 'Adik-beradik', 'type', 'sibling',
          'percent_bp', 1000, 'sen', fee.amount_sen / 10, 'child', 2)))
    from generation_student as told
    join enrolment on enrolment.student_id = told.student_id
    join subject_fee as fee on fee.subject_id = enrolment.subject_id
    join subject on subject.id = enrolment.subject_id
    where told.generation_id = ${id}`.execute(trx)
  return { id, month, students }
}

/** One statement in one transaction that writes the same rows, without looking at anything or keeping what became of whom. */
export async function bareStatement(trx: Trx, { id, month }: BilledMonth): Promise<void> {
  // The database knows nothing yet of a month that was written a moment ago, and would join it row against row.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`
    with bill as materialized (
      select told.student_id, told.payer_parent_id, told.branch_id, uuidv7() as id, told.position as nth,
        replace(gen_random_uuid()::text, '-', '') as code, sum(item.amount_sen)::bigint as sub_total_sen,
        sum(item.discount_sen)::bigint as discount_total_sen, sum(item.tax_sen)::bigint as tax_total_sen
      from generation_student as told join generation_item as item using (generation_id, student_id)
      where told.generation_id = ${id} group by told.id
    ), block as (
      insert into number_series (kind, period, last_no)
      select 'invoice', to_char(current_date, 'YYYY'), count(*) from bill
      on conflict (kind, period) do update set last_no = number_series.last_no + excluded.last_no
      returning last_no
    ), coded as (
      insert into platform.public_code (code, kind) select code, 'invoice' from bill
    ), issued as (
      insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, period_key,
        sub_total_sen, discount_total_sen, tax_rate_bp, tax_total_sen, total_sen, status, generation_id)
      select bill.id, 'INV-' || to_char(current_date, 'YY') || '-'
          || lpad((block.last_no - (select count(*) from bill) + bill.nth)::text, 6, '0'),
        bill.code, bill.student_id, bill.payer_parent_id, bill.branch_id, current_date, current_date + 7,
        ${month.slice(0, 7)}, bill.sub_total_sen, bill.discount_total_sen, 600, bill.tax_total_sen,
        bill.sub_total_sen + bill.tax_total_sen, 'unpaid', ${id}::uuid
      from bill cross join block
    ), line as materialized (
      select item.*, bill.id as invoice_id, uuidv7() as line_id
      from bill join generation_item as item on item.generation_id = ${id} and item.student_id = bill.student_id
    ), items as (
      insert into invoice_item (id, invoice_id, position, subject_fee_id, fee_type_id, description, period_starts_on,
        period_ends_on, quantity_hundredths, price_sen, discount_sen, discount_reason, taxable, tax_sen, amount_sen, facts)
      select line_id, invoice_id, position, subject_fee_id, fee_type_id, description, period_starts_on, period_ends_on,
        quantity_hundredths, price_sen, discount_sen, 'Adik-beradik', taxable, tax_sen, amount_sen, facts
      from line
    ), logged as (
      insert into audit_log (id, actor_type, actor_name, action, object_type, object_id, after)
      select uuidv7(), 'system', 'Lunas', 'invoice.issued', 'invoice', id,
        jsonb_build_object('status', 'unpaid', 'sub_total_sen', sub_total_sen, 'discount_total_sen', discount_total_sen,
          'tax_rate_bp', 600, 'tax_total_sen', tax_total_sen, 'total_sen', sub_total_sen + tax_total_sen)
      from bill
    )
    insert into billed_fee (student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on,
      invoice_id, invoice_item_id)
    select student_id, subject_id, fee_type_id, apply_to, period_key, period_starts_on, period_ends_on, invoice_id, line_id
    from line`.execute(trx)
}

/** As one writes it first: an invoice after the other, each in a transaction of its own, row by row. */
export async function rowByRow(write: Write, { id, month }: BilledMonth): Promise<void> {
  const students = await write((trx) =>
    trx
      .selectFrom('generation_student')
      .select(['student_id', 'payer_parent_id', 'branch_id'])
      .where('generation_id', '=', id)
      .execute(),
  )
  for (const student of students) await write((trx) => oneInvoice(trx, { id, month }, student))
}

async function oneInvoice(
  trx: Trx,
  { id: generation_id, month }: Pick<BilledMonth, 'id' | 'month'>,
  student: { student_id: string; payer_parent_id: string | null; branch_id: string },
): Promise<void> {
  const lines = await trx
    .selectFrom('generation_item')
    .selectAll()
    .where('generation_id', '=', generation_id)
    .where('student_id', '=', student.student_id)
    .execute()
  const sum = (key: 'amount_sen' | 'discount_sen' | 'tax_sen') =>
    lines.reduce((total, line) => total + line[key], 0)
  const { last_no } = await trx
    .insertInto('number_series')
    .values({ kind: 'invoice', period: sql<string>`to_char(current_date, 'YYYY')`, last_no: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'period']).doUpdateSet({ last_no: sql`number_series.last_no + 1` }),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow()
  const [id, public_code] = [newId(), newPublicCode()]
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'invoice' }).execute()
  const sums = {
    ...{ sub_total_sen: sum('amount_sen'), discount_total_sen: sum('discount_sen'), tax_rate_bp: 600 },
    ...{ tax_total_sen: sum('tax_sen'), total_sen: sum('amount_sen') + sum('tax_sen') },
  }
  await trx
    .insertInto('invoice')
    .values({
      ...{
        id,
        public_code,
        number: sql<string>`'INV-' || to_char(current_date, 'YY') || '-' || lpad(${last_no}::text, 6, '0')`,
      },
      ...{
        ...student,
        payer_parent_id: student.payer_parent_id!,
        period_key: month.slice(0, 7),
        status: 'unpaid',
        generation_id,
      },
      ...{ issued_on: sql<string>`current_date`, due_on: sql<string>`current_date + 7`, ...sums },
    })
    .execute()
  for (const [index, line] of lines.entries()) {
    const item = newId()
    const { enrolment_id: _, generation_id: __, student_id, subject_id, apply_to, period_key, ...kept } = line
    const {
      skip: _skip,
      difference: _difference,
      before_sen: _before,
      due_on: _due,
      facts,
      ...written
    } = kept
    await trx
      .insertInto('invoice_item')
      .values({ ...written, id: item, invoice_id: id, position: index + 1, facts: JSON.stringify(facts) })
      .execute()
    await trx
      .insertInto('billed_fee')
      .values({
        ...{ student_id, subject_id, fee_type_id: line.fee_type_id, apply_to, period_key },
        ...{ period_starts_on: line.period_starts_on, period_ends_on: line.period_ends_on },
        ...{ invoice_id: id, invoice_item_id: item },
      })
      .execute()
  }
  await trx
    .insertInto('audit_log')
    .values({
      ...{ id: newId(), actor_type: 'system', actor_name: 'Lunas', action: 'invoice.issued' },
      ...{ object_type: 'invoice', object_id: id, after: JSON.stringify({ status: 'unpaid', ...sums }) },
    })
    .execute()
}
