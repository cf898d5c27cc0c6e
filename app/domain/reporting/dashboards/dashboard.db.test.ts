import { beforeAll, expect, test } from 'vitest'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { session } from '#app/domain/classes/sessions/test-support.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { newId } from '#db/id.ts'
import {
  branch,
  enrolment,
  insert,
  type Row,
  student,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { listed } from '#tests/support/database/lists.ts'
import { invoice, payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { childCards } from './children.ts'
import { classes } from './dashboard.ts'
import { family } from './family.ts'
import { figures, till } from './figures.ts'

const today = '2026-06-15'
let tenant: Tenant
let klang: string

const scope = (name: RowScope['scope'], actor?: Actor): RowScope => ({
  scope: name,
  user_id: actor?.id ?? newId(),
  branch_ids: actor?.branch_ids ?? [],
  parent_id: actor?.parent_id ?? null,
})

beforeAll(async () => {
  tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  await tenant.write(async (trx) => {
    klang = (await branch(trx)).id
    const { id: branch_id } = tenant.branch
    for (const due_on of ['2026-06-15', '2026-06-14', '2026-05-15', '2026-04-15', '2026-03-15'])
      await invoice(trx, { branch_id, due_on })
    await invoice(trx, { branch_id, due_on: '2026-03-01', status: 'pending' })
    await invoice(trx, { branch_id: klang, due_on: '2026-06-01', paid_sen: 4_000 })
    await invoice(trx, { branch_id, status: 'draft' })
    await invoice(trx, { branch_id, status: 'cancelled' })
    const book = async (on: string, sen: number, given: object = {}, reversed_on?: string) => {
      const cancelled = reversed_on ? { status: 'cancelled', cancel_reason: 'Tersilap' } : {}
      const row = await payment(trx, { branch_id, paid_on: on, amount_sen: sen, ...given, ...cancelled })
      await line(row, on, 1, reversed_on ? 'reversed' : 'collected')
      if (reversed_on) await line(row, reversed_on, -1, 'reversed')
    }
    const line = (row: Row<'payment'>, collected_on: string, sign: 1 | -1, status: string) =>
      insert(trx, 'collection', {
        id: newId(),
        collected_on,
        source: 'invoice',
        payment_id: row.id,
        branch_id: row.branch_id,
        method: row.method,
        gross_sen: sign * row.amount_sen,
        payer_fee_sen: sign * row.payer_fee_sen,
        net_sen: sign * (row.amount_sen - row.payer_fee_sen),
        status,
      })
    await book('2026-06-01', 10_000)
    await book(today, 5_100, { method: 'fpx', payer_fee_sen: 100 })
    await book(today, 2_000, { received_by: clerk.id })
    await book(today, 700, { branch_id: klang })
    await book('2026-05-31', 3_000)
    await book('2026-04-30', 900)
    // Typed in by mistake and taken back: on the same day, and a month later.
    await book(today, 50_000, { received_by: clerk.id }, today)
    await book('2026-05-20', 400, { received_by: clerk.id }, today)
  })
})

test('what came in counts on its day without the bank’s fee, and what was taken back on the day it was', async () => {
  const { collected, received } = await tenant.read((db) => figures(db, scope('all'), today))
  expect(collected).toEqual({
    month: today,
    sen: 17_300,
    fees_sen: 100,
    last_month: '2026-05-01',
    last_sen: 3_400,
  })
  expect(received).toMatchObject({ count: 4, sen: 7_300 })
  expect(received.rows.map(({ amount_sen }) => amount_sen)).toEqual([
    -400, -50_000, 50_000, 700, 2_000, 5_000,
  ])
})

test('twelve months are told one by one, a reversal in the month in which it was made', async () => {
  const { months } = await tenant.read((db) => figures(db, scope('all'), today))
  expect(months.map(({ month }) => month)).toEqual([
    ...['2025-07-01', '2025-08-01', '2025-09-01', '2025-10-01', '2025-11-01', '2025-12-01'],
    ...['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01'],
  ])
  expect(
    months.slice(-4).map(({ received_sen, reversed_sen, sen }) => [received_sen, reversed_sen, sen]),
  ).toEqual([
    [0, 0, 0],
    [900, 0, 900],
    [3_400, 0, 3_400],
    [67_700, -50_400, 17_300],
  ])
})

test('every sen owed is in one bucket, and the buckets tie to the list', async () => {
  const { arrears } = await tenant.read((db) => figures(db, scope('all'), today))
  expect(arrears).toEqual([
    { bucket: 'not_due', invoices: 1, owed_sen: 12_000 },
    { bucket: 'days_1_30', invoices: 2, owed_sen: 20_000 },
    { bucket: 'days_31', invoices: 1, owed_sen: 12_000 },
    { bucket: 'months_2', invoices: 1, owed_sen: 12_000 },
    { bucket: 'months_3', invoices: 1, owed_sen: 12_000 },
    { bucket: 'pending', invoices: 1, owed_sen: 12_000 },
  ])
  const owedBy = async (status: string) => {
    const { totals } = await listed(tenant, invoiceList, { status }, { today })
    return totals.balance_sen
  }
  const sum = (names: string[]) =>
    arrears.filter(({ bucket }) => names.includes(bucket)).reduce((all, { owed_sen }) => all + owed_sen, 0)
  expect(sum(['days_1_30', 'days_31', 'months_2', 'months_3'])).toBe(await owedBy('overdue'))
  expect(sum(arrears.map(({ bucket }) => bucket))).toBe(await owedBy('outstanding'))
})

test('each bucket is what its list shows', async () => {
  const { arrears } = await tenant.read((db) => figures(db, scope('all'), today))
  for (const { bucket, invoices, owed_sen } of arrears) {
    const { total, totals } = await listed(tenant, invoiceList, { age: bucket }, { today })
    expect([bucket, total, totals.balance_sen]).toEqual([bucket, invoices, owed_sen])
  }
})

test('a supervisor sees the own branch only', async () => {
  const supervisor = await tenant.actor('supervisor')
  const { collected, arrears, received, recent } = await tenant.read((db) =>
    figures(db, scope('branch', supervisor), today),
  )
  expect(collected.sen).toBe(16_600)
  expect(received.count).toBe(3)
  expect(arrears.reduce((all, { invoices }) => all + invoices, 0)).toBe(6)
  expect(recent).toHaveLength(6)
  const none = await tenant.read((db) => figures(db, scope('own'), today))
  expect(none).toMatchObject({ collected: { sen: 0 }, received: { count: 0, rows: [] }, recent: [] })
})

test('the till holds the cash that this person took today, less what of theirs was taken back', async () => {
  const clerk = await tenant.actor('clerk')
  expect(await tenant.read((db) => till(db, clerk.id, today))).toEqual({ count: 2, sen: 1_600 })
  expect(await tenant.read((db) => till(db, newId(), today))).toEqual({ count: 0, sen: 0 })
})

test('a family sees its children’s open invoices; what is being paid is not asked for again', async () => {
  const actor = await tenant.actor('parent')
  await tenant.write(async (trx) => {
    for (const [name, statuses] of [
      ['Aiman', ['unpaid', 'pending', 'paid', 'draft', 'cancelled']],
      ['Balqis', ['unpaid', 'unpaid']],
    ] as const) {
      const child = await student(trx, { name }, { payer: { id: actor.parent_id! } })
      for (const status of statuses)
        await invoice(trx, { student_id: child.id, payer_parent_id: actor.parent_id!, status })
    }
    await payment(trx, { payer_parent_id: actor.parent_id!, branch_id: tenant.branch.id })
    await student(trx, { name: 'Citra' }, { payer: { id: actor.parent_id! } })
    const credit = { parent_id: actor.parent_id!, delta_sen: 500, reason: 'overpayment' }
    await insert(trx, 'credit_entry', { id: newId(), ...credit })
  })
  const own = scope('own', actor)
  const { due_sen, credit_sen, children, received } = await tenant.read((db) => family(db, own, today))
  const cards = await tenant.read((db) => childCards(db, own, new Date()))
  expect([due_sen, credit_sen]).toEqual([36_000, 500])
  expect(cards.map(({ name, owed_sen, pending_sen }) => [name, owed_sen, pending_sen]).toSorted()).toEqual([
    ['Aiman', 12_000, 12_000],
    ['Balqis', 24_000, 0],
    ['Citra', 0, 0],
  ])
  expect(children.map(({ name, open }) => [name, open.length])).toEqual([
    ['Aiman', 2],
    ['Balqis', 2],
  ])
  expect(received).toHaveLength(1)
})

test('classes are those within the scope, with their students', async () => {
  const trainer = await tenant.actor('trainer')
  await tenant.write(async (trx) => {
    const [maths, physics] = [
      await subject(trx, { name: 'Matematik' }),
      await subject(trx, { name: 'Fizik' }),
    ]
    const pupil = await student(trx)
    for (const { id } of [maths, physics]) {
      await insert(trx, 'subject_trainer', { subject_id: id, user_id: trainer.id })
      await enrolment(trx, { student_id: pupil.id, subject_id: id })
    }
    await enrolment(trx, { subject_id: maths.id })
    await enrolment(trx, { subject_id: maths.id, status: 'ended' })
    await enrolment(trx, { subject_id: (await subject(trx, { branch_id: klang })).id })
  })
  const mine = await tenant.read((db) => classes(db, scope('class', trainer)))
  expect(mine).toMatchObject([
    { name: 'Fizik', students: 1 },
    { name: 'Matematik', students: 2 },
  ])
  const branchWide = await tenant.read(async (db) =>
    classes(db, scope('branch', await tenant.actor('class-admin'))),
  )
  expect(branchWide).toHaveLength(2)
})

test('a family sees what the next month will bill for those children for whom it pays, with tax and discounts', async () => {
  const actor = await tenant.actor('parent')
  const id = await tenant.write(async (trx) => {
    const fee = await subjectFee(trx, { starts_on: '2026-01-01', amount_sen: 10_000 })
    const mine = await student(trx, { name: 'Dania' }, { payer: { id: actor.parent_id! } })
    const theirs = await student(trx, { name: 'Elman' })
    await insert(trx, 'student_parent', {
      ...{ student_id: theirs.id, parent_id: actor.parent_id!, relationship: 'father' },
    })
    for (const { id: student_id } of [mine, theirs])
      await enrolment(trx, { student_id, subject_id: fee.subject_id, starts_on: '2026-07-02' })
    return mine.id
  })
  const { next } = await tenant.read((db) => family(db, scope('own', actor), today))
  expect(next).toMatchObject({ month: '2026-07-01', total_sen: 10_000, children: [{ id, name: 'Dania' }] })
  expect(next!.children[0]!.lines).toMatchObject([{ sen: 10_000 }])
  expect((await tenant.read((db) => family(db, scope('own', actor), '2026-04-30'))).next).toBeNull()
})

test('a child’s next class is its next session that is held, and by the timetable where none is planned', async () => {
  const actor = await tenant.actor('parent')
  const at = new Date('2026-06-15T02:00:00Z')
  const name = 'Hana'
  const ids = await tenant.write(async (trx) => {
    const { id } = await student(trx, { name }, { payer: { id: actor.parent_id! } })
    const { id: subject_id } = await subject(trx, { name: 'Sains' })
    await enrolment(trx, { student_id: id, subject_id, starts_on: '2026-01-01' })
    await insert(trx, 'subject_schedule', { subject_id, weekday: 3, starts: '20:00', ends: '21:00' })
    return { subject_id }
  })
  const next = async () =>
    (await tenant.read((db) => childCards(db, scope('own', actor), at))).find((one) => one.name === name)!
      .next
  const held = (held_on: string, given: object = {}) =>
    tenant.write((trx) => session(trx, { ...ids, held_on, starts: '20:00', ends: '21:00', ...given }))
  expect(await next()).toMatchObject({ subject: 'Sains', lesson: { weekday: 3, starts: '20:00' } })
  await held('2026-06-15', { starts: '08:00', ends: '09:00' })
  await held('2026-06-17', { status: 'cancelled', cancel_reason: 'Cuti khas sekolah', cancelled_at: at })
  expect(await next()).toBeNull()
  await held('2026-06-24')
  expect(await next()).toMatchObject({ subject: 'Sains', on: '2026-06-24', lesson: { starts: '20:00' } })
})
