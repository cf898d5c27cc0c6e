import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  enrolment,
  feeType,
  insert,
  parent,
  subject,
  subjectFee,
  type Trx,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { newId } from '#db/id.ts'
import { listed } from '#tests/support/database/lists.ts'
import { rolloverFamilyList } from './find-rollovers.ts'
import { runRollover } from './run-rollover.ts'
import {
  lastDay,
  newYear,
  pupil,
  type School,
  school,
  seatsOf,
  tenantChecksums,
  today,
  yearOf,
} from './test-support.ts'

beforeAll(databaseForMany)

describe('a rollover', () => {
  let tenant: Tenant
  let place: School

  beforeEach(async () => {
    tenant = await freshTenant()
    place = await school(tenant)
  })

  const seat = { status: 'active', source: 'staff', bills_from: null, bills_until: null }
  const moved = { starts_on: newYear, ends_on: null, bills_from: newYear, source: 'rollover' }

  describe('a change of year', () => {
    test('is tried out whole and changes nothing, and the run does what was seen', async () => {
      const [one, three, chess] = [
        await pupil(tenant, place.first.id),
        await pupil(tenant, place.third.id),
        await pupil(tenant, place.chess.id, { ends_on: lastDay }),
      ]
      const before = await tenantChecksums(tenant)
      const year = await yearOf(tenant, { percent_bp: 500 })
      await year.preview()
      expect(await tenantChecksums(tenant)).toEqual(before)
      expect(await year.now()).toMatchObject({ status: 'previewed', problems: [], changes: null })
      const seen = await year.counts()
      expect(seen).toMatchObject({ promote: 1, carry: 1, end: 1, prices: 4 })
      // RM100 and RM50 a month before, RM105 and RM53 (rounded to ringgit) after; who leaves pays nothing more.
      expect(seen.families).toMatchObject({
        ...{ count: 3, over: 1 },
        ...{ before_sen: 12 * 25_000, after_sen: 12 * (10_500 + 5_300) },
      })

      await year.run()
      expect(await year.now()).toMatchObject({ status: 'done', changes: null, error_code: null })
      expect(await year.counts()).toEqual(seen)
      expect(await seatsOf(tenant, one.id)).toMatchObject([
        { ...seat, name: 'Tahun 1', ends_on: lastDay },
        { ...moved, name: 'Tahun 2', status: 'active' },
      ])
      expect(await seatsOf(tenant, three.id)).toMatchObject([{ ...seat, ends_on: lastDay }])
      expect(await seatsOf(tenant, chess.id)).toMatchObject([{ ...seat, ends_on: null }])
      const log = await tenant.read((db) =>
        db.selectFrom('audit_log').select('action').where('object_id', '=', one.seat.id).execute(),
      )
      expect(log).toEqual([{ action: 'enrolment.ended' }])

      await year.undo()
      expect(await year.now()).toMatchObject({ status: 'undone', stayed: [] })
      expect(await tenantChecksums(tenant)).toEqual(before)
    })

    test('bills whole months, whatever the days of the year are', async () => {
      const child = await pupil(tenant, place.first.id)
      const days = { ends_on: addDays(newYear, 14), starts_on: addDays(newYear, 15) }
      const late = await yearOf(tenant, { ...days, bills_from: addMonths(newYear, 1).slice(0, 7) })
      await (await late.preview()).run()
      expect(await seatsOf(tenant, child.id)).toMatchObject([
        { ends_on: days.ends_on, bills_until: null },
        { starts_on: days.starts_on, bills_from: addMonths(newYear, 1) },
      ])
      await late.undo()
      const early = await yearOf(tenant, { ...days, bills_from: newYear.slice(0, 7) })
      await (await early.preview()).run()
      expect(await seatsOf(tenant, child.id)).toMatchObject([
        { ends_on: days.ends_on, bills_until: addDays(newYear, -1) },
        { starts_on: days.starts_on, bills_from: newYear },
      ])
    })

    test('takes a pause and own prices along, and leaves who waits where they wait', async () => {
      const paused = await pupil(tenant, place.first.id, {
        ...{ status: 'paused', paused_from: addDays(newYear, -40), paused_to: addDays(newYear, 20) },
      })
      const rested = await pupil(tenant, place.first.id, {
        ...{ paused_from: addDays(newYear, -40), paused_to: addDays(newYear, -20) },
      })
      const often = await pupil(tenant, place.first.id, {
        pauses: [-9, -1, 8].map((day) => ({
          ...{ paused_from: addDays(newYear, day), paused_to: addDays(newYear, day + 3) },
        })),
      })
      const waiting = await pupil(tenant, place.first.id, { status: 'waitlisted' })
      const other = await tenant.write((trx) => feeType(trx))
      await tenant.write(async (trx) => {
        const own = { enrolment_id: paused.seat.id, amount_sen: 8_000, reason: 'Anak tunggal' }
        await insert(trx, 'enrolment_fee', { ...own, fee_type_id: place.type.id })
        await insert(trx, 'enrolment_fee', { ...own, fee_type_id: other.id })
      })
      const year = await yearOf(tenant, { keeps_own_fees: true })
      await (await year.preview()).run()
      expect((await year.now()).problems).toEqual([{ code: 'waiting', count: 1 }])
      const rows = await tenant.read((db) =>
        db
          .selectFrom('enrolment')
          .leftJoin('enrolment_fee as own', 'own.enrolment_id', 'enrolment.id')
          .leftJoin('enrolment_pause as pause', 'pause.enrolment_id', 'enrolment.id')
          .select(['student_id', 'status', 'paused_from', 'paused_to', 'own.amount_sen', 'own.fee_type_id'])
          .where('source', '=', 'rollover')
          .execute(),
      )
      expect(rows).toHaveLength(4)
      expect(rows).toContainEqual({
        ...{ student_id: paused.id, status: 'active', paused_from: newYear, paused_to: addDays(newYear, 20) },
        ...{ amount_sen: 8_000, fee_type_id: place.type.id },
      })
      expect(rows).toContainEqual({
        ...{ student_id: rested.id, status: 'active', paused_from: null, paused_to: null },
        ...{ amount_sen: null, fee_type_id: null },
      })
      for (const [first, last] of [
        [0, 2],
        [8, 11],
      ] as const)
        expect(rows).toContainEqual({
          ...{ student_id: often.id, status: 'active', amount_sen: null, fee_type_id: null },
          ...{ paused_from: addDays(newYear, first), paused_to: addDays(newYear, last) },
        })
      expect(await seatsOf(tenant, waiting.id)).toMatchObject([{ status: 'waitlisted', ends_on: null }])
    })

    test('drops own prices where the plan says so', async () => {
      const child = await pupil(tenant, place.first.id)
      await tenant.write((trx) =>
        insert(trx, 'enrolment_fee', {
          ...{
            enrolment_id: child.seat.id,
            fee_type_id: place.type.id,
            amount_sen: 1,
            reason: 'Anak tunggal',
          },
        }),
      )
      const year = await yearOf(tenant)
      await year.preview()
      expect((await year.counts()).families).toMatchObject({ before_sen: 12, after_sen: 120_000, over: 1 })
    })

    test('gives nobody a second seat in a class', async () => {
      const child = await pupil(tenant, place.first.id)
      await tenant.write((trx) =>
        enrolment(trx, { student_id: child.id, subject_id: place.second.id, starts_on: '2026-01-05' }),
      )
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      expect(await year.now()).toMatchObject({ status: 'done' })
      const names = (await seatsOf(tenant, child.id)).map(({ name, ends_on }) => [name, ends_on])
      expect(names).toEqual([
        ['Tahun 1', lastDay],
        ['Tahun 2', lastDay],
        ['Tahun 3', null],
      ])
    })

    test('leads from two classes to one seat in a third', async () => {
      const child = await pupil(tenant, place.second.id)
      const twin = await tenant.write(async (trx) => {
        const { branch_id, program_id } = place.second
        const other = await subject(trx, { name: 'Tahun 2 (petang)', branch_id, program_id })
        return enrolment(trx, { student_id: child.id, subject_id: other.id, starts_on: '2026-01-05' })
      })
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      expect(await year.now()).toMatchObject({ status: 'done', error_code: null })
      expect(await seatsOf(tenant, child.id)).toMatchObject([
        { name: 'Tahun 2', ends_on: lastDay },
        { name: 'Tahun 2 (petang)', ends_on: lastDay },
        { name: 'Tahun 3', ends_on: null },
      ])
      const stuck = await tenant.read((db) =>
        db
          .selectFrom('rollover_seat')
          .select(['enrolment_id', 'reason'])
          .where('reason', 'is not', null)
          .execute(),
      )
      expect(stuck).toHaveLength(1)
      expect([child.seat.id, twin.id]).toContain(stuck[0]!.enrolment_id)
    })

    test('concerns who sits there on the last day, and nobody who leaves before or comes after', async () => {
      await pupil(tenant, place.first.id, { ends_on: addDays(lastDay, -1) })
      await pupil(tenant, place.first.id, { starts_on: newYear })
      await pupil(tenant, place.first.id, {}, { status: 'inactive' })
      const last = await pupil(tenant, place.first.id, { ends_on: lastDay })
      const year = await yearOf(tenant)
      await year.preview()
      const seats = await tenant.read((db) => db.selectFrom('rollover_seat').select('student_id').execute())
      expect(seats).toEqual([{ student_id: last.id }])
    })
  })

  describe('before it is carried out', () => {
    test('a class that would be too full, or is closed by then, has to be mended', async () => {
      await tenant.write((trx) =>
        trx.updateTable('subject').set({ capacity: 1 }).where('id', '=', place.second.id).execute(),
      )
      for (const _ of [1, 2]) await pupil(tenant, place.first.id)
      await pupil(tenant, place.second.id)
      await tenant.write((trx) =>
        trx.updateTable('subject').set({ ends_on: lastDay }).where('id', '=', place.third.id).execute(),
      )
      const year = await yearOf(tenant)
      await year.preview()
      expect((await year.now()).problems).toEqual([
        { code: 'full', name: 'Tahun 2', count: 2, capacity: 1 },
        { code: 'closed', name: 'Tahun 3' },
      ])
      await expect(year.start()).toRefuse('rollover.problems')
      await tenant.write((trx) =>
        trx.updateTable('subject').set({ capacity: 2 }).where('id', '=', place.second.id).execute(),
      )
      await year.preview()
      expect((await year.now()).problems).toEqual([{ code: 'closed', name: 'Tahun 3' }])
    })

    test('it is said when nothing would change, a class costs nothing, or nobody pays', async () => {
      const lonely = await pupil(tenant, place.chess.id)
      const year = await yearOf(tenant)
      await year.preview()
      expect((await year.now()).problems).toEqual([{ code: 'nothing' }])
      await expect(year.start()).toRefuse('rollover.problems')
      await tenant.write(async (trx) => {
        await trx.deleteFrom('student_parent').where('student_id', '=', lonely.id).execute()
        await trx
          .updateTable('subject_fee')
          .set({ ends_on: lastDay })
          .where('id', '=', place.second.fee.id)
          .execute()
      })
      await pupil(tenant, place.first.id)
      await year.preview()
      expect((await year.now()).problems).toEqual([
        { code: 'no_fee', name: 'Tahun 2' },
        { code: 'no_payer', count: 1 },
      ])
    })

    test('only one is planned at a time, about days within a year of today', async () => {
      const year = await yearOf(tenant)
      await expect(yearOf(tenant)).toRefuse('rollover.open')
      await tenant.write((trx) => trx.deleteFrom('rollover').where('id', '=', year.id).execute())
      await expect(yearOf(tenant, { ends_on: addDays(today, -367) })).toRefuse('rollover.days', 'ends_on')
      await expect(yearOf(tenant, { starts_on: addDays(lastDay, 367) })).toRefuse(
        'rollover.days',
        'starts_on',
      )
      for (const months of [-2, 3])
        await expect(
          yearOf(tenant, { bills_from: addMonths(newYear, months).slice(0, 7) }),
          String(months),
        ).toRefuse('rollover.month', 'bills_from')
      await expect(
        yearOf(tenant, {
          ...{ ends_on: addDays(today, -40), starts_on: addDays(today, -39) },
          bills_from: addMonths(today, -1).slice(0, 7),
        }),
      ).toRefuse('rollover.month', 'bills_from')
    })
  })

  test('a class or a fee that was added since the plan is part of the next preview', async () => {
    await pupil(tenant, place.first.id)
    const year = await yearOf(tenant, { percent_bp: 1_000 })
    const late = await tenant.write(async (trx) => {
      const taught = await subject(trx, { name: 'Lukisan' })
      await subjectFee(trx, { subject_id: taught.id, amount_sen: 3_000, starts_on: '2026-01-01' })
      return taught
    })
    await pupil(tenant, late.id)
    await year.preview()
    expect(await year.counts()).toMatchObject({ promote: 1, carry: 1, prices: 5 })
  })

  describe('at the turn of a year', () => {
    test('a class whose seats all end with the year goes on in the next one', async () => {
      const child = await pupil(tenant, place.first.id, { ends_on: lastDay })
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      expect(await seatsOf(tenant, child.id)).toMatchObject([
        { name: 'Tahun 1', ends_on: lastDay },
        { name: 'Tahun 2', starts_on: newYear, ends_on: null },
      ])
    })

    test('a seat that goes on keeps a last day in the new year, be it the first', async () => {
      await pupil(tenant, place.first.id)
      const [first, before] = [
        await pupil(tenant, place.chess.id, { ends_on: newYear }),
        await pupil(tenant, place.chess.id, { ends_on: lastDay }),
      ]
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      expect(await seatsOf(tenant, first.id)).toMatchObject([{ ends_on: newYear }])
      expect(await seatsOf(tenant, before.id)).toMatchObject([{ ends_on: null }])
    })
  })
})

describe('changes between preview and run', () => {
  let tenant: Tenant
  let place: School

  beforeEach(async () => {
    tenant = await freshTenant()
    place = await school(tenant)
  })

  describe('what changes between preview and run', () => {
    test('stops it, is named, and there is a new preview', async () => {
      const child = await pupil(tenant, place.first.id, {}, { name: 'Aisyah' })
      const year = await yearOf(tenant)
      await year.preview()
      await tenant.write((trx) =>
        trx
          .updateTable('subject_fee')
          .set({ amount_sen: 20_000 })
          .where('id', '=', place.second.fee.id)
          .execute(),
      )
      const before = await tenantChecksums(tenant)
      await year.run()
      expect(await tenantChecksums(tenant)).toEqual(before)
      const now = await year.now()
      expect(now).toMatchObject({ status: 'previewed', changes: { families: 1, seats: 0, prices: 0 } })
      expect(now.changes!.names).toHaveLength(1)
      expect((await year.counts()).families.after_sen).toBe(240_000)

      await tenant.write((trx) =>
        trx.updateTable('enrolment').set({ ends_on: today }).where('id', '=', child.seat.id).execute(),
      )
      await pupil(tenant, place.first.id, {}, { name: 'Badrul' })
      await year.run()
      expect((await year.now()).changes).toMatchObject({ families: 2, seats: 2 })
      expect((await year.now()).changes!.names).toEqual(expect.arrayContaining(['Aisyah', 'Badrul']))
      await year.run()
      expect(await year.now()).toMatchObject({ status: 'done', changes: null })
    })

    test('is no matter of who presses twice: it is carried out once', async () => {
      const child = await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await year.preview()
      const twice = await Promise.allSettled([year.start(), year.start()])
      expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await Promise.all([year.work(), year.work()])
      await year.work()
      expect(await seatsOf(tenant, child.id)).toHaveLength(2)
      expect(await year.now()).toMatchObject({ status: 'done' })
    })

    test('waits while a month is being billed', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await year.preview()
      const { id } = await tenant.write((trx) =>
        insert(trx, 'generation', {
          ...{
            id: year.id,
            month: newYear,
            setting: '{}',
            status: 'running',
            run_at: new Date(),
            issued_on: today,
          },
        }),
      )
      await year.run()
      expect(await year.now()).toMatchObject({ status: 'previewed', error_code: 'rollover.billing' })
      await tenant.write((trx) => trx.deleteFrom('generation').where('id', '=', id).execute())
      await year.run()
      expect(await year.now()).toMatchObject({ status: 'done', error_code: null })
    })

    test('is nothing, however a worker dies: it is carried out whole by the next one', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant, { percent_bp: 500 })
      await year.preview()
      const before = await tenantChecksums(tenant)
      await year.start()
      const dying = <R>(work: (trx: Trx) => Promise<R>) =>
        tenant.write(async (trx) => {
          await work(trx)
          throw new Error('killed')
        })
      await expect(runRollover(dying, year.id)).rejects.toThrow('killed')
      expect(await tenantChecksums(tenant)).toEqual(before)
      await year.work()
      expect(await year.now()).toMatchObject({ status: 'done' })
      expect(await tenantChecksums(tenant)).not.toEqual(before)
    })

    test('is too late once the first month is over', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await year.preview()
      const billsFrom = (bills_from: string) =>
        tenant.write((trx) =>
          trx.updateTable('rollover').set({ bills_from }).where('id', '=', year.id).execute(),
        )
      await billsFrom(addMonths(newYear, -3))
      await expect(year.start()).toRefuse('rollover.late')
      await billsFrom(startOfMonth(today))
      await year.start()
      expect((await year.now()).status).toBe('running')
    })
  })
})

describe('the order of families', () => {
  test('families whose bill changes by the share or more come first, of these the ones that pay more', async () => {
    const tenant = await freshTenant()
    await school(tenant)
    const { id: rollover_id } = await yearOf(tenant, { share_bp: 1_000 })
    const bills = [
      ['a little more', 10_000, 10_900],
      ['much more', 10_000, 15_000],
      ['gone', 10_000, 0],
      ['a tenth less', 10_000, 9_000],
      ['the same', 10_000, 10_000],
      ['a tenth more', 10_000, 11_000],
      ['new', 0, 5_000],
      ['a little less', 10_000, 9_500],
    ] as const
    await tenant.write(async (trx) => {
      for (const [name, before_sen, after_sen] of bills) {
        const { id: parent_id } = await parent(trx, { name })
        const about = { id: newId(), rollover_id, parent_id, students: 1 }
        await insert(trx, 'rollover_family', { ...about, before_sen, after_sen })
      }
    })
    const order = async (query: Record<string, string>) =>
      (await listed(tenant, rolloverFamilyList, { rollover: rollover_id, ...query })).rows.map(
        ({ family }) => family,
      )
    const over = ['new', 'much more', 'a tenth more', 'gone', 'a tenth less']
    expect(await order({})).toEqual([...over, 'a little more', 'a little less', 'the same'])
    expect(await order({ over: 'yes' })).toEqual(over)
  })
})
