import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import {
  branch,
  feeCategory,
  feeType,
  program,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'

type Write = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/** The months of the years: so many invoices each, the first of them long closed, the last one running. */
const months = 36

/**
 * Three years of one organisation up to a day, in three branches, four programs and three kinds of fees: an invoice of two
 * lines for each student and month, some with a discount; of ten invoices eight are paid, one in part, one not at all; of
 * a hundred payments one is cancelled and one refunded in part, and of fifty one is a gift.
 */
export async function threeYears(
  write: Write,
  { invoices, today }: { invoices: number; today: string },
): Promise<void> {
  const students = Math.ceil(invoices / months)
  await write((trx) => people(trx, students))
  for (let month = 0; month < months; month++)
    await write((trx) =>
      aMonth(trx, { today, month, students: Math.min(students, invoices - month * students) }),
    )
}

async function people(trx: Transaction<DB>, students: number): Promise<void> {
  await branch(trx)
  await branch(trx)
  const types = []
  for (let index = 0; index < 3; index++)
    types.push(await feeType(trx, { fee_category_id: (await feeCategory(trx)).id }))
  const classes = []
  for (let index = 0; index < 4; index++) {
    const { id } = await subject(trx, { program_id: (await program(trx)).id })
    classes.push(id)
    for (const type of types)
      await subjectFee(trx, { subject_id: id, fee_type_id: type.id, amount_sen: 9_000 })
  }
  await manyPupils(trx, classes[0]!, students)
  await sql`update student set branch_id = (array(select id from branch order by id))[1 + hashtext(student_no) % 2 + 1]`.execute(
    trx,
  )
}

async function aMonth(
  trx: Transaction<DB>,
  { today, month, students }: { today: string; month: number; students: number },
): Promise<void> {
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`
    create temporary table made on commit drop as
    select uuidv7() as id, uuidv7() as payment_id, uuidv7() as collection_id, student.id as student_id, paying.parent_id,
      student.branch_id, n, day, 9000 + 100 * (n % 50) as first_sen, 3000 + n % 7 as second_sen,
      case when n % 5 = 0 then 900 else 0 end as discount_sen, n % 10 as fate
    from (
      select *, row_number() over (order by id)::int as n from student order by id limit ${students}) as student
      join student_parent as paying on paying.student_id = student.id and paying.is_payer
      cross join lateral (select (date_trunc('month', ${today}::date) - make_interval(months => ${months - 1 - month}))::date as day) as dated
    order by n`.execute(trx)
  await sql`
    insert into invoice (id, number, public_code, student_id, payer_parent_id, branch_id, issued_on, due_on, sub_total_sen,
      discount_total_sen, total_sen, paid_sen, paid_on, status)
    select id, 'BENCH-' || lpad(${month}::text, 2, '0') || '-' || lpad(n::text, 6, '0'), replace(gen_random_uuid()::text, '-', ''),
      student_id, parent_id, branch_id, day, day + 7, first_sen + second_sen - discount_sen, discount_sen,
      first_sen + second_sen - discount_sen,
      case when fate < 8 then first_sen + second_sen - discount_sen when fate = 8 then 5000 else 0 end,
      case when fate < 8 then day end, case when fate < 8 then 'paid' else 'unpaid' end
    from made order by n`.execute(trx)
  await sql`
    with fee as (select id, fee_type_id, (row_number() over (order by id) - 1)::int as nth from subject_fee)
    insert into invoice_item (id, invoice_id, position, subject_fee_id, fee_type_id, description, price_sen, discount_sen,
      amount_sen)
    select uuidv7(), made.id, position, fee.id, fee.fee_type_id, 'Yuran bulanan', price_sen, off_sen, price_sen - off_sen
    from made cross join lateral (
        values (1, first_sen, discount_sen, n % 12), (2, second_sen, 0, (n + 5) % 12)) as line (position, price_sen, off_sen, nth)
      join fee on fee.nth = line.nth`.execute(trx)
  await sql`
    insert into payment (id, number, public_code, method, paid_on, amount_sen, payer_parent_id, branch_id, status,
      cancel_reason, cancelled_at)
    select payment_id, 'BENCH-P' || lpad(${month}::text, 2, '0') || '-' || lpad(n::text, 6, '0'),
      replace(gen_random_uuid()::text, '-', ''), (array['cash', 'bank_transfer', 'fpx', 'cheque', 'chip'])[1 + n % 5],
      least(day + n % 27, ${today}::date), case when fate = 8 then 5000 else first_sen + second_sen - discount_sen end,
      parent_id, branch_id, 'paid', null, null
    from made where fate < 9 order by n`.execute(trx)
  await sql`
    insert into payment_allocation (payment_id, invoice_id, amount_sen)
    select payment.id, made.id, payment.amount_sen from made join payment on payment.id = made.payment_id`.execute(
    trx,
  )
  await sql`
    insert into collection (id, collected_on, source, payment_id, branch_id, method, gross_sen, payer_fee_sen, net_sen,
      status)
    select collection_id, paid_on, case when n % 50 = 0 then 'infaq' else 'invoice' end, payment.id, payment.branch_id,
      payment.method, amount_sen, case payment.method when 'fpx' then 100 else 0 end,
      amount_sen - case payment.method when 'fpx' then 100 else 0 end, 'collected'
    from made join payment on payment.id = made.payment_id order by n`.execute(trx)
  await sql`
    insert into collection (id, collected_on, source, payment_id, branch_id, method, gross_sen, payer_fee_sen, net_sen,
      status)
    select uuidv7(), least(collected_on + 3, ${today}::date), source, collection.payment_id, collection.branch_id, method,
      case when n % 100 = 1 then -1000 else -gross_sen end, case when n % 100 = 1 then 0 else -payer_fee_sen end,
      case when n % 100 = 1 then -1000 else -net_sen end, case when n % 100 = 1 then 'refunded' else 'reversed' end
    from made join collection on collection.id = made.collection_id where n % 100 in (1, 3)`.execute(trx)
}
