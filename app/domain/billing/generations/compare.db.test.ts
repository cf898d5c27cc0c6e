import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { everywhere, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import '#tests/support/product/matchers.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { essentialFeatures } from '#app/domain/core/features/feature.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { previewGeneration, runGeneration } from '#jobs/handlers/generations.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  branch,
  discount,
  parent,
  studentDiscount,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { removeOldPreviews, resumeStuckGenerations, startDueRun } from './auto-run.ts'
import { insertGeneration } from './change-generation.ts'
import { comparedLines, differingStudents } from './compare.ts'
import { trend } from './find-generations.ts'
import { saveGenerationSetting } from './generation-setting.ts'
import { aClass, allIsWell, billing, nextMonth, pupils, refusalOf, today } from './test-support.ts'

beforeAll(databaseForMany)

describe('comparing', () => {
  type Concerned = Awaited<ReturnType<typeof aClass>> & { child: { id: string } }

  describe('what has changed since the preview', () => {
    test('stops the run before anything is billed, and is listed', async () => {
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

    test('has an automatic run previewed again, and run with the current data', async () => {
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
        (trx, { id }) =>
          trx.updateTable('subject').set({ name: 'Nama baharu' }).where('id', '=', id).execute(),
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
    test.each(changes)('is also %s, when nothing else has changed', async (_what, change, told) => {
      const at = await freshTenant()
      const taught = await at.write((trx) => aClass(trx, 10_000))
      const [child] = await at.write((trx) => pupils(trx, taught.id, 1))
      const preview = await billing(at).preview()
      await at.write((trx) => change(trx, { ...taught, child: child! }))
      expect(await preview.run()).toMatchObject({ status: 'previewed', run_at: null })
      expect((await preview.now()).changes).toEqual([expect.objectContaining(told)])
      expect(await preview.invoices()).toEqual([])
    })

    test('is also the way in which lines become invoices', async () => {
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

  test('the comparison of a run joins by sets, as the preview does: loops over thousands of students take minutes', async () => {
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

  test('each fee is compared with the period before', async () => {
    const at = await freshTenant()
    const [taught, other] = await at.write(async (trx) => [
      await aClass(trx, 10_000),
      await aClass(trx, 5_000),
    ])
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
})

describe('automatic runs', () => {
  let tenant: Tenant
  beforeEach(async () => {
    tenant = await freshTenant()
  })

  const form = { day: 1, for: 'same_month', group_by: 'student', notify_at: '09:00' } as const
  const rest = { family: 'payer', child_order: 'oldest_first' } as const

  async function switchOn(version = 0, on = today) {
    const admin = await tenant.actor('admin')
    await tenant.write((trx) =>
      saveGenerationSetting(trx, admin, { ...form, ...rest, auto_run: true, version }, on),
    )
  }

  /** Two months by hand, as the product asks for. */
  async function twoByHand() {
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => pupils(trx, taught.id, 2))
    for (const months of [-2, -1]) {
      const month = addMonths(startOfMonth(today), months).slice(0, 7)
      await (await billing(tenant, { month }).preview()).run()
    }
  }

  const begin = (on: string) => tenant.write((trx) => startDueRun(trx, on))
  const coming = addMonths(startOfMonth(today), 1)

  test('nothing starts before two manual runs have succeeded', async () => {
    await expect(switchOn().catch((error) => Promise.reject(asRefusal(error) ?? error))).toRefuse(
      'generation.two_first',
      'auto_run',
    )
    await tenant.write((trx) =>
      trx
        .insertInto('setting')
        .values({ key: 'generation', value: JSON.stringify({ ...form, auto_run: true, auto_since: today }) })
        .execute(),
    )
    expect(await begin(coming)).toBeUndefined()
  })

  test('one manual run is not enough, nor a preview that was not run, nor a retry for failed students', async () => {
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => pupils(trx, taught.id, 2))
    const month = (months: number) => addMonths(startOfMonth(today), months).slice(0, 7)
    const first = await billing(tenant, { month: month(-2) }).preview()
    await first.run()
    const second = await billing(tenant, { month: month(-1) }).preview()
    const refused = () =>
      expect(switchOn().catch((error) => Promise.reject(asRefusal(error) ?? error))).toRefuse(
        'generation.two_first',
        'auto_run',
      )
    await refused()
    await second.run()
    const mends = (retry_of_id: string | null) =>
      tenant.write((trx) =>
        trx.updateTable('generation').set({ retry_of_id }).where('id', '=', second.id()).execute(),
      )
    await mends(first.id())
    await refused()
    await mends(null)
    await switchOn()
    expect(await begin(coming)).toBeDefined()
  })

  test('nothing starts where the package does not include it any more', async () => {
    await twoByHand()
    await switchOn()
    await subscribed(tenant, { features: essentialFeatures })
    expect(await begin(coming)).toBeUndefined()
  })

  test('a run starts on its day, once for a month, and bills it', async () => {
    await twoByHand()
    await switchOn()
    const id = await begin(coming)
    expect(id).toBeDefined()
    expect(await begin(coming)).toBeUndefined()
    await previewGeneration({ generation_id: id! }, jobTools(tenant, 'generation.preview'))
    await runGeneration({ generation_id: id! }, jobTools(tenant, 'generation.run'))
    const one = billing(tenant).is(id!)
    expect(await one.now()).toMatchObject({
      status: 'completed',
      trigger: 'schedule',
      month: coming,
      by: null,
    })
    expect(await one.invoices()).toHaveLength(2)
  })

  test('many simultaneous jobs start it once', async () => {
    await twoByHand()
    await switchOn()
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(coming)))
    expect(begun.filter(Boolean)).toHaveLength(1)
  })

  test('a missed night, or one that the clock has jumped over, is caught up in the next', async () => {
    await twoByHand()
    await switchOn()
    const id = await begin(addDays(coming, 9))
    expect(await billing(tenant).is(id!).now()).toMatchObject({ month: coming })
  })

  test('a day before it was enabled is not caught up', async () => {
    await twoByHand()
    await switchOn(0, addDays(startOfMonth(today), 1))
    expect(await begin(addDays(startOfMonth(today), 2))).toBeUndefined()
    expect(await begin(coming)).toBeDefined()
  })

  test('the day on which it is enabled counts', async () => {
    await twoByHand()
    await switchOn(0, startOfMonth(today))
    expect(await begin(startOfMonth(today))).toBeDefined()
  })

  test('a preview that nobody ran for a week is removed; runs and automatic previews are not', async () => {
    await twoByHand()
    await switchOn()
    const scheduled = await begin(coming)
    const one = await billing(tenant).preview()
    expect(await tenant.write(removeOldPreviews)).toBe(0)
    await tenant.write((trx) =>
      trx
        .updateTable('generation')
        .set({ created_at: new Date(Date.now() - 8 * 86_400_000) })
        .execute(),
    )
    expect(await tenant.write(removeOldPreviews)).toBe(1)
    const left = await tenant.read((db) => db.selectFrom('generation').select('id').execute())
    expect(left.map(({ id }) => id)).not.toContain(one.id())
    expect(left.map(({ id }) => id)).toContain(scheduled)
    expect(left).toHaveLength(3)
  })

  test('a run whose job was given up is resumed after an hour without progress', async () => {
    const taught = await tenant.write((trx) => aClass(trx))
    await tenant.write((trx) => pupils(trx, taught.id, 2))
    const one = await (await billing(tenant).preview()).start()
    const jobs = () =>
      withPlatform(tenant.database.pool, (trx) =>
        trx
          .selectFrom('platform.outbox')
          .select('id')
          .where('name', '=', 'generation.run')
          .where('entity_id', '=', tenant.entity.id)
          .execute(),
      )
    expect(await jobs()).toHaveLength(1)
    const silent = () =>
      tenant.write((trx) =>
        trx
          .updateTable('generation')
          .set({ updated_at: new Date(Date.now() - 2 * 3_600_000) })
          .execute(),
      )
    expect(await tenant.write(resumeStuckGenerations)).toBe(0)
    await silent()
    expect(await tenant.write(resumeStuckGenerations)).toBe(1)
    expect(await jobs()).toHaveLength(2)
    expect(await one.work()).toMatchObject({ status: 'completed' })
    expect(await tenant.write(resumeStuckGenerations)).toBe(0)
    await one.undo()
    await silent()
    expect(await tenant.write(resumeStuckGenerations)).toBe(0)
  })
})

describe('the trend', () => {
  let tenant: Tenant
  let here: string
  let there: string
  const today = '2026-03-20'

  beforeAll(async () => {
    tenant = await freshTenant()
    await tenant.write(async (trx) => {
      here = (await branch(trx)).id
      there = (await branch(trx)).id
    })
    // Of two hours of one Malaysian day, which are two days of UTC; then one elsewhere alone.
    await ran('2026-03-09T23:30:00+08:00', 40, { [here]: [30, 2, 1, 450_000], [there]: [5, 0, 0, 75_000] })
    await ran('2026-03-09T01:00:00+08:00', 10, { [here]: [1, 0, 0, 15_000] })
    await ran('2026-03-12T00:30:00+08:00', 20, { [there]: [7, 0, 3, 105_000] })
    await ran('2026-02-19T00:30:00+08:00', 20, { [here]: [1, 0, 0, 10_000] })
    await ran('2026-02-18T23:59:00+08:00', 20, { [here]: [9, 0, 0, 90_000] })
  })

  /** A run that took so many seconds, with what it made at each branch: created, skipped, failed, sen. */
  async function ran(
    at: string,
    seconds: number,
    made: Record<string, [created: number, skipped: number, failed: number, sen: number]>,
  ): Promise<void> {
    const { id: user_id } = await tenant.actor('admin')
    const run_at = new Date(at)
    const id = newId()
    await tenant.write(async (trx) => {
      await trx
        .insertInto('generation')
        .values({
          ...{ id, month: '2026-04-01', filters: '{}', setting: '{}', status: 'completed' },
          ...{ created_by: user_id, updated_by: user_id, run_by: user_id, issued_on: '2026-03-09' },
          ...{ run_at, finished_at: new Date(run_at.getTime() + seconds * 1_000) },
        })
        .execute()
      for (const [branch_id, [created, skipped, failed, total_sen]] of Object.entries(made))
        await trx
          .insertInto('generation_branch')
          .values({
            ...{ generation_id: id, branch_id, considered: created + skipped + failed },
            ...{ created, skipped, failed, invoices: created, total_sen },
          })
          .execute()
    })
  }

  const days = async (scope: RowScope) =>
    (await tenant.read((db) => trend(db, scope, today)))
      .filter(({ runs }) => runs > 0)
      .map(({ on, runs, created, skipped, failed, sen, seconds }) => [
        ...[on, runs, created, skipped, failed, sen, seconds],
      ])

  test('has thirty days of Malaysian time, with the totals of their runs and the median duration', async () => {
    expect(await days(everywhere)).toEqual([
      ['2026-02-19', 1, 1, 0, 0, 10_000, 20],
      ['2026-03-09', 2, 36, 2, 1, 540_000, 10],
      ['2026-03-12', 1, 7, 0, 3, 105_000, 20],
    ])
    const all = await tenant.read((db) => trend(db, everywhere, today))
    expect([all.length, all[0]!.on, all.at(-1)!.on]).toEqual([30, '2026-02-19', today])
  })

  test('shows a reader of one branch what was billed there, and no run that billed only elsewhere', async () => {
    expect(await days({ ...everywhere, scope: 'branch', branch_ids: [here] })).toEqual([
      ['2026-02-19', 1, 1, 0, 0, 10_000, 20],
      ['2026-03-09', 2, 31, 2, 1, 465_000, 10],
    ])
  })
})
