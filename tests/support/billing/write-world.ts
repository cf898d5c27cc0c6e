import { sql } from 'kysely'
import { newId } from '#db/id.ts'
import { branch, program, type Trx } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import type { Billed, World } from './world.ts'

/** Writes an organisation's rows as they stand, past the verbs that would refuse half of them. */
export async function writeWorld(trx: Trx, world: World): Promise<void> {
  const branch_id = (await branch(trx)).id
  const program_id = (await program(trx)).id
  const { tax, family, child_order, issue_zero, group_by } = world
  await put(trx, 'setting', [
    { key: 'tax', value: { rate_bp: tax.rate_bp, scope: tax.scope } },
    { key: 'generation', value: { family, child_order, issue_zero, group_by } },
  ])
  await put(
    trx,
    'fee_category',
    world.categories.map(({ id, discountable }, n) => ({
      id,
      code: `C${n}`,
      name: `C${n}`,
      kind: 'tuition',
      discountable,
    })),
  )
  await put(
    trx,
    'fee_type',
    world.types.map(({ id, category, taxable }, n) => ({
      id,
      code: `T${n}`,
      name: `T${n}`,
      fee_category_id: category,
      taxable,
    })),
  )
  await put(
    trx,
    'subject',
    world.subjects.map(({ id, status, per_month }, n) => ({
      ...{ id, code: `K${n}`, name: `K${n}`, program_id, branch_id, status, sessions_per_month: per_month },
      closed_on: status === 'closed' ? '2028-01-01' : null,
    })),
  )
  await put(
    trx,
    'subject_schedule',
    world.subjects.flatMap(({ id, weekdays }) =>
      weekdays.map((weekday) => ({ subject_id: id, weekday, starts: '09:00', ends: '10:00' })),
    ),
  )
  await put(
    trx,
    'subject_fee',
    world.fees.map(({ subject, type, sen, months, ...fee }) => ({
      ...{ ...fee, subject_id: subject, fee_type_id: type, amount_sen: sen, billing_months: months },
    })),
  )
  await put(
    trx,
    'discount',
    world.discounts.map(({ percent, fixed, tiers, most, categories: _, ...rule }) => ({
      ...{
        ...rule,
        name: rule.code,
        method: fixed === null ? 'percent' : 'fixed',
        percent_bp: percent,
        amount_sen: fixed,
      },
      ...{
        second_child_bp: tiers[0],
        third_child_bp: tiers[1],
        fourth_child_bp: tiers[2],
        max_amount_sen: most,
      },
      days_early: rule.type === 'early' ? 3 : null,
    })),
  )
  await put(
    trx,
    'discount_fee_category',
    world.discounts.flatMap(({ id, categories }) =>
      categories.map((fee_category_id) => ({ discount_id: id, fee_category_id })),
    ),
  )
  await writePeople(trx, world, branch_id)
}

async function writePeople(trx: Trx, world: World, branch_id: string): Promise<void> {
  await put(
    trx,
    'parent',
    world.parents.map((id, n) => ({
      ...{
        id,
        name: `P${n}`,
        phone: `+6011${String(n).padStart(8, '0')}`,
        family_code: `F${String(n).padStart(7, '0')}`,
      },
      relationship: 'mother',
      income_above_2500: world.poor.includes(id) ? false : world.rich.includes(id) ? true : null,
    })),
  )
  await put(
    trx,
    'joined_family',
    world.joined.map(({ parent, to }) => ({
      parent_id: parent,
      joined_to_id: to,
      reason: 'Tinggal serumah',
    })),
  )
  await put(
    trx,
    'student',
    world.students.map(({ no, parents: _, ...child }) => ({
      ...{ ...child, student_no: no, name: no, identity_type: 'birth_cert', gender: 'female', branch_id },
    })),
  )
  await put(
    trx,
    'student_parent',
    world.students.flatMap(({ id, parents }) =>
      parents.map((parent, n) => ({
        ...{
          student_id: id,
          parent_id: parent.id,
          relationship: 'mother',
          is_primary: n === 0,
          is_payer: parent.pays,
        },
      })),
    ),
  )
  await put(
    trx,
    'enrolment',
    world.seats.map(({ student, subject, pauses: _, ...seat }) => ({
      ...seat,
      student_id: student,
      subject_id: subject,
    })),
  )
  await put(
    trx,
    'enrolment_pause',
    world.seats.flatMap(({ id, pauses }) => pauses.map((pause) => ({ enrolment_id: id, ...pause }))),
  )
  await put(
    trx,
    'enrolment_fee',
    world.own.map(({ seat, type, sen, reason }) => ({
      enrolment_id: seat,
      fee_type_id: type,
      amount_sen: sen,
      reason,
    })),
  )
  await put(
    trx,
    'student_discount',
    world.given.map(({ student, rule, status, ...given }) => ({
      ...{ ...given, student_id: student, discount_id: rule, status, requested_by: newId() },
      decided_at: status === 'requested' ? null : '2028-01-01',
      decision_reason: status === 'rejected' ? 'Tidak layak' : null,
    })),
  )
  await writeBilled(trx, world, branch_id)
}

/** On an invoice of each student, whose lines name the fees. */
async function writeBilled(trx: Trx, world: World, branch_id: string): Promise<void> {
  const payer_parent_id = world.parents[0]!
  for (const student_id of new Set(world.billed.map(({ student }) => student))) {
    const billed = world.billed.filter(({ student }) => student === student_id)
    const { id: invoice_id, items } = await invoice(
      trx,
      { student_id, payer_parent_id, branch_id },
      billed.map((one) => ({ price_sen: 12_000, subject_fee_id: feeOf(world, one).id })),
    )
    await put(
      trx,
      'billed_fee',
      billed.map((one, index) => ({
        ...{ student_id, subject_id: one.subject, fee_type_id: one.type, apply_to: one.apply_to },
        ...{ period_key: one.key, period_starts_on: one.starts_on, period_ends_on: one.ends_on },
        ...{ invoice_id, invoice_item_id: items[index]!.id },
      })),
      'on conflict do nothing',
    )
  }
}

const feeOf = ({ fees }: World, { subject, type, apply_to }: Billed) =>
  fees.find((fee) => fee.subject === subject && fee.type === type && fee.apply_to === apply_to)!

/** Many rows in one statement, whose values are read from JSON by the types of their columns. */
async function put(trx: Trx, table: string, rows: readonly object[], end = ''): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((key) => sql.ref(key)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    ${sql.raw(end)}`.execute(trx)
}
