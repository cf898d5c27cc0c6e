import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import '#tests/support/product/matchers.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  branch,
  discount,
  parent,
  studentDiscount,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { insertGeneration } from './change-generation.ts'
import { comparedLines, differingStudents } from './planned.ts'
import { aClass, allIsWell, billing, nextMonth, pupils, refusalOf, today } from './test-support.ts'

beforeAll(databaseForMany)

type Concerned = Awaited<ReturnType<typeof aClass>> & { child: { id: string } }

describe('what has changed since the preview', () => {
  test('stops the run before anything is billed, and is said', async () => {
    const at = await freshTenant()
    const [taught, other] = await at.write(async (trx) => [
      await aClass(trx, 10_000),
      await aClass(trx, 5_000),
    ])
    const [one, , ended] = await at.write((trx) => pupils(trx, taught!.id, 3))
    await at.write((trx) =>
      trx
        .insertInto('enrolment')
        .values({ id: one!.id, student_id: one!.id, subject_id: other!.id, starts_on: '2026-01-05' })
        .execute(),
    )
    const preview = await billing(at).preview()
    await at.write(async (trx) => {
      await trx
        .updateTable('subject_fee')
        .set({ amount_sen: 11_000 })
        .where('id', '=', taught!.fee.id)
        .execute()
      await trx
        .updateTable('subject')
        .set({ status: 'closed', closed_on: today })
        .where('id', '=', other!.id)
        .execute()
      await trx.deleteFrom('enrolment').where('id', '=', ended!.seat.id).execute()
      await pupils(trx, taught!.id, 1)
    })
    expect(await preview.run()).toMatchObject({ status: 'previewed', run_at: null })
    const { changes } = await preview.now()
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'fee', was: 10_000, is: 11_000, students: 2 }),
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'student', was: 5_000, is: 'subject_closed' }),
    )
    expect(changes).toContainEqual(expect.objectContaining({ kind: 'student', was: null, is: 11_000 }))
    expect(await preview.invoices()).toEqual([])
    expect(await refusalOf(preview.start())).toBe('generation.changed')
    await preview.again()
    expect(await preview.now()).toMatchObject({ status: 'previewed', changes: null })
    expect(await preview.run()).toMatchObject({ status: 'completed' })
    expect((await preview.invoices()).map(({ total_sen }) => total_sen)).toEqual([11_000, 11_000, 11_000])
    await allIsWell(at)
  })

  test('has a run that nobody looks at made anew, and run with what is true now', async () => {
    const at = await freshTenant()
    const taught = await at.write((trx) => aClass(trx, 10_000))
    await at.write((trx) => pupils(trx, taught.id, 2))
    const id = await at.write((trx) =>
      insertGeneration(trx, systemActor, { month: `${nextMonth}-01`, filters: {}, runs_itself: true }),
    )
    const one = billing(at).is(id)
    await one.makePreview()
    expect(await one.now()).toMatchObject({ status: 'running' })
    await at.write((trx) =>
      trx.updateTable('subject_fee').set({ amount_sen: 11_000 }).where('id', '=', taught.fee.id).execute(),
    )
    expect(await one.work()).toMatchObject({ status: 'previewing', changes: null })
    await one.makePreview()
    expect(await one.work()).toMatchObject({ status: 'completed' })
    expect((await one.invoices()).map(({ total_sen }) => total_sen)).toEqual([11_000, 11_000])
  })

  /** Each changes one thing that went in, without an amount becoming another where it need not. */
  const changes: [what: string, change: (trx: Trx, on: Concerned) => Promise<unknown>, told: object][] = [
    [
      'a due day',
      (trx, { fee }) =>
        trx.updateTable('subject_fee').set({ due_day: 17 }).where('id', '=', fee.id).execute(),
      { kind: 'due', was: `${nextMonth}-07`, is: `${nextMonth}-17` },
    ],
    [
      'who pays',
      async (trx, { child }) => {
        const other = await parent(trx)
        await trx
          .updateTable('student_parent')
          .set({ is_payer: false })
          .where('student_id', '=', child.id)
          .execute()
        await trx
          .insertInto('student_parent')
          .values({ student_id: child.id, parent_id: other.id, relationship: 'mother', is_payer: true })
          .execute()
      },
      { kind: 'payer', was: null, is: null },
    ],
    [
      'the branch of the student',
      async (trx, { child }) => {
        const { id: branch_id } = await branch(trx)
        await trx.updateTable('student').set({ branch_id }).where('id', '=', child.id).execute()
      },
      { kind: 'branch' },
    ],
    [
      'the name of the class',
      (trx, { id }) => trx.updateTable('subject').set({ name: 'Nama baharu' }).where('id', '=', id).execute(),
      { kind: 'description' },
    ],
    [
      'a discount',
      async (trx, { child, type }) => {
        const lowered = trx.updateTable('fee_category').set({ discountable: true })
        await lowered.where('id', '=', type.fee_category_id).execute()
        const { id: discount_id } = await discount(trx, { percent_bp: 1_000 })
        await studentDiscount(trx, { student_id: child.id, discount_id })
      },
      { kind: 'discount', was: null, is: 1_000 },
    ],
    [
      'the version of a fee, at the same price',
      async (trx, { id, fee, type }) => {
        await trx.updateTable('subject_fee').set({ status: 'inactive' }).where('id', '=', fee.id).execute()
        await subjectFee(trx, { subject_id: id, fee_type_id: type.id, amount_sen: fee.amount_sen })
      },
      { kind: 'other', was: null, is: null },
    ],
  ]
  test.each(changes)('is also %s, though nothing else is another', async (_what, change, told) => {
    const at = await freshTenant()
    const taught = await at.write((trx) => aClass(trx, 10_000))
    const [child] = await at.write((trx) => pupils(trx, taught.id, 1))
    const preview = await billing(at).preview()
    await at.write((trx) => change(trx, { ...taught, child: child! }))
    expect(await preview.run()).toMatchObject({ status: 'previewed', run_at: null })
    expect((await preview.now()).changes).toEqual([expect.objectContaining(told)])
    expect(await preview.invoices()).toEqual([])
  })

  test('is also how invoices are put together', async () => {
    const at = await freshTenant()
    const taught = await at.write((trx) => aClass(trx))
    await at.write((trx) => pupils(trx, taught.id, 1))
    const preview = await billing(at).preview()
    await at.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'generation', value: JSON.stringify({ group_by: 'subject' }) })
        .execute(),
    )
    await preview.run()
    expect((await preview.now()).changes).toMatchObject([{ kind: 'setting' }])
  })
})

test('what a run compares is worked out by sets, as its preview was: row by row thousands of students take minutes', async () => {
  const at = await freshTenant()
  const taught = await at.write((trx) => aClass(trx))
  const [one] = await at.write((trx) => pupils(trx, taught.id, 1))
  const preview = await billing(at).preview()
  const { month, filters, setting } = await preview.now()
  const planning = { month, filters, setting, issued_on: today }
  for (const look of [differingStudents, comparedLines])
    await at.read(async (db) => {
      await look(db, preview.id(), planning, [one!.id])
      const { rows } = await sql<{ enable_nestloop: string }>`show enable_nestloop`.execute(db)
      expect(rows).toEqual([{ enable_nestloop: 'off' }])
    })
})

test('the month before is what each fee is compared with', async () => {
  const at = await freshTenant()
  const [taught, other] = await at.write(async (trx) => [await aClass(trx, 10_000), await aClass(trx, 5_000)])
  const [dearer, leaver, joiner] = await at.write((trx) => pupils(trx, taught!.id, 3))
  const month = today.slice(0, 7)
  await (await billing(at, { month }).preview()).run()
  await at.write(async (trx) => {
    await trx.deleteFrom('enrolment').where('id', '=', leaver!.seat.id).execute()
    const seat = { student_id: joiner!.id, subject_id: other!.id, starts_on: '2026-01-05' }
    await trx
      .insertInto('enrolment')
      .values({ id: joiner!.id, ...seat })
      .execute()
    await pupils(trx, other!.id, 1)
    await trx
      .updateTable('subject_fee')
      .set({ amount_sen: 12_000 })
      .where('id', '=', taught!.fee.id)
      .execute()
  })
  const one = await billing(at, { month: nextMonth }).preview()
  const { differences, before_sen, total_sen } = await one.counts()
  expect([before_sen, total_sen]).toEqual([30_000, 34_000])
  const told = Object.fromEntries(differences.map(({ difference, students }) => [difference, students]))
  expect(told).toEqual({ new: 2, gone: 1, fee: 2 })
  const rows = await one.students()
  expect(rows.find(({ student_id }) => student_id === dearer!.id)).toMatchObject({
    differences: ['fee'],
    before_sen: 10_000,
    total_sen: 12_000,
  })
  await one.run()
  const again = await (await billing(at, { month: nextMonth }).preview()).counts()
  expect([again.before_sen, again.total_sen]).toEqual([10_000, 0])
  expect(again.differences.map(({ difference }) => difference)).toEqual(['gone'])
})
