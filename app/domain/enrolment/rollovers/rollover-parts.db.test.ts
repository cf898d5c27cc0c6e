import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#app/domain/billing/generations/test-support.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { enoughOthers } from '#app/domain/core/four-eyes/own-family.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import {
  discount,
  type Given,
  studentDiscount,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { changePrice } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { setClass, setEndingDiscounts, setSeat } from './change-rollover.ts'
import { rolloverFamily } from './find-rollovers.ts'
import type { ClassInput, SeatInput } from './rollover.ts'
import {
  lastDay,
  newYear,
  priceIn,
  pupil,
  refused,
  type School,
  school,
  seatsOf,
  tenantChecksums,
  today,
  type Year,
  yearOf,
} from './test-support.ts'

beforeAll(databaseForMany)

describe('parts of a rollover', () => {
  let tenant: Tenant
  let place: School

  beforeEach(async () => {
    tenant = await freshTenant()
    place = await school(tenant)
  })

  const write = <T>(work: Parameters<Tenant['write']>[0]) => tenant.write(work).catch(refused) as Promise<T>

  async function classOf({ id, now, actor }: Year, subject_id: string, input: Omit<ClassInput, 'version'>) {
    const { version } = await now()
    const row = await tenant.read((db) =>
      db
        .selectFrom('rollover_class')
        .select('id')
        .where('rollover_id', '=', id)
        .where('subject_id', '=', subject_id)
        .executeTakeFirstOrThrow(),
    )
    return write((trx) => setClass(trx, actor, row.id, { ...input, version }))
  }

  async function seatOf({ id, now, actor }: Year, enrolment_id: string, input: Omit<SeatInput, 'version'>) {
    const { version } = await now()
    const row = await tenant.read((db) =>
      db
        .selectFrom('rollover_seat')
        .select('id')
        .where('rollover_id', '=', id)
        .where('enrolment_id', '=', enrolment_id)
        .executeTakeFirstOrThrow(),
    )
    return write((trx) => setSeat(trx, actor, row.id, { ...input, version }))
  }

  describe('what somebody chooses', () => {
    test('of a class and of a seat wins over the guess, and leads back to planning', async () => {
      const [stays, repeats, leaves] = [
        await pupil(tenant, place.first.id),
        await pupil(tenant, place.second.id),
        await pupil(tenant, place.second.id),
      ]
      const year = await yearOf(tenant)
      await year.preview()
      await classOf(year, place.first.id, { act: 'carry' })
      expect(await year.now()).toMatchObject({ status: 'planning' })
      await expect(year.start()).toRefuse('rollover.state')
      await seatOf(year, repeats.seat.id, { act: 'carry' })
      await seatOf(year, leaves.seat.id, { act: 'promote', to_subject_id: place.chess.id })
      await year.preview()
      expect(await year.counts()).toMatchObject({ promote: 1, carry: 2, end: 0 })
      await seatOf(year, leaves.seat.id, { act: 'end' })
      await seatOf(year, repeats.seat.id, { act: 'class' })
      await (await year.preview()).run()
      const names = async (id: string) =>
        (await seatsOf(tenant, id)).map(({ name, ends_on }) => [name, ends_on])
      expect(await names(stays.id)).toEqual([['Tahun 1', null]])
      expect(await names(repeats.id)).toEqual([
        ['Tahun 2', lastDay],
        ['Tahun 3', null],
      ])
      expect(await names(leaves.id)).toEqual([['Tahun 2', lastDay]])
    })

    test('is no price of a class in which few besides the own family are', async () => {
      const child = await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await tenant.write((trx) =>
        trx
          .updateTable('parent')
          .set({ user_id: year.actor.id })
          .where('id', 'in', (eb) =>
            eb.selectFrom('student_parent').select('parent_id').where('student_id', '=', child.id),
          )
          .execute(),
      )
      const fees = [{ subject_fee_id: place.first.fee.id, amount_sen: 1 }]
      const set = () => classOf(year, place.first.id, { act: 'carry', fees })
      await expect(set()).toRefuse('four_eyes.own_family_rule')
      await classOf(year, place.first.id, { act: 'carry' })
      await pupil(tenant, place.first.id)
      await expect(set()).toRefuse('four_eyes.own_family_rule')
      for (let others = 1; others < enoughOthers; others += 1) await pupil(tenant, place.first.id)
      await set()
    })

    test('leads an own child to another class, out of one, or to a typed price only with enough others', async () => {
      const own = await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: year.actor.id }).where('id', '=', own.payer!.id).execute(),
      )
      const starts = async () => (await year.preview()).start()
      for (const choice of [{ act: 'promote', to_subject_id: place.chess.id }, { act: 'end' }] as const) {
        await classOf(year, place.first.id, choice)
        await expect(starts()).toRefuse('four_eyes.own_family_rule')
      }
      const others = await Promise.all(
        Array.from({ length: enoughOthers }, () => pupil(tenant, place.first.id)),
      )
      const fees = [{ subject_fee_id: place.first.fee.id, amount_sen: 1 }]
      await classOf(year, place.first.id, { act: 'carry', fees })
      await year.preview()
      await seatOf(year, others[0]!.seat.id, { act: 'promote', to_subject_id: place.chess.id })
      await expect(starts()).toRefuse('four_eyes.own_family_rule')
      await seatOf(year, others[0]!.seat.id, { act: 'class' })
      await starts()
    })

    test('is refused where it leads nowhere, or was chosen on what has changed since', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await expect(classOf(year, place.first.id, { act: 'promote', to_subject_id: place.first.id })).toRefuse(
        'rollover.same_class',
        'to_subject_id',
      )
      const closed = await tenant.write((trx) => subject(trx, { status: 'inactive' }))
      await expect(classOf(year, place.first.id, { act: 'promote', to_subject_id: closed.id })).toRefuse(
        'not_found.subject',
        'to_subject_id',
      )
      const fees = [{ subject_fee_id: place.second.fee.id, amount_sen: 1 }]
      await expect(classOf(year, place.first.id, { act: 'carry', fees })).toRefuse('not_found.subject_fee')
      const stale = { ...year, now: async () => ({ ...(await year.now()), version: 9 }) }
      await expect(classOf(stale, place.first.id, { act: 'carry' })).toRefuse('version_conflict')
      await (await year.preview()).run()
      await expect(classOf(year, place.first.id, { act: 'carry' })).toRefuse('rollover.state')
    })
  })

  describe('prices', () => {
    test('are as typed, else by the percentage, from the first month on', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant, { percent_bp: 333, step_sen: 1 })
      const fees = [{ subject_fee_id: place.first.fee.id, amount_sen: 12_345 }]
      await classOf(year, place.first.id, { act: 'carry', fees })
      await (await year.preview()).run()
      expect(await priceIn(tenant, place.first.fee, newYear)).toBe(12_345)
      expect(await priceIn(tenant, place.first.fee, addDays(newYear, -1))).toBe(10_000)
      expect(await priceIn(tenant, place.second.fee, newYear)).toBe(10_333)
    })

    test('that begin in the new year, or end before it, stay', async () => {
      await pupil(tenant, place.first.id)
      const { subject_id } = place.chess.fee
      await tenant.write(async (trx) => {
        await trx
          .updateTable('subject_fee')
          .set({ ends_on: addDays(newYear, -1) })
          .where('id', '=', place.chess.fee.id)
          .execute()
        await subjectFee(trx, {
          subject_id,
          fee_type_id: place.type.id,
          amount_sen: 7_000,
          starts_on: newYear,
        })
      })
      const year = await yearOf(tenant, { percent_bp: 1_000 })
      await (await year.preview()).run()
      expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(7_000)
      expect(await year.counts()).toMatchObject({ prices: 3 })
    })
  })

  describe('discounts that students have', () => {
    const give = (student_id: string, given: Given<'student_discount'> = {}, rule: Given<'discount'> = {}) =>
      tenant.write(async (trx) => {
        const { id: discount_id } = await discount(trx, rule)
        return studentDiscount(trx, { student_id, discount_id, starts_on: addMonths(newYear, -12), ...given })
      })
    const grants = (student_id: string) =>
      tenant.read((db) =>
        db
          .selectFrom('student_discount')
          .select(['starts_on', 'ends_on', 'status'])
          .where('student_id', '=', student_id)
          .orderBy('starts_on')
          .execute(),
      )
    const yearOn = { starts_on: newYear, ends_on: addDays(addMonths(newYear, 12), -1) }

    test('go on where they have no end, are given once more where they end, and stop where somebody says so', async () => {
      const child = () => pupil(tenant, place.first.id)
      const [open, ending, stopped] = [await child(), await child(), await child()]
      await give(open.id)
      await give(ending.id, { ends_on: lastDay })
      const { discount_id } = await give(stopped.id)
      const before = await tenantChecksums(tenant)
      const year = await yearOf(tenant)
      await write((trx) =>
        setEndingDiscounts(trx, year.actor, year.id, { ending: [discount_id], version: 1 }),
      )
      await (await year.preview()).run()
      expect(await grants(open.id)).toMatchObject([{ ends_on: null, status: 'approved' }])
      expect(await grants(ending.id)).toMatchObject([{ ends_on: lastDay }, { ...yearOn, status: 'approved' }])
      expect(await grants(stopped.id)).toMatchObject([{ ends_on: lastDay, status: 'approved' }])
      expect(await year.counts()).toMatchObject({ discountsCarried: 1, discountsEnded: 1 })
      await year.undo()
      expect(await tenantChecksums(tenant)).toEqual(before)
      expect((await grants(ending.id)).map(({ status }) => status)).toEqual(['approved', 'withdrawn'])
    })

    test('are not given once more beyond their rule, to who has the next one, or to the own child', async () => {
      const child = () => pupil(tenant, place.first.id)
      const [over, cut, renewed, own] = [await child(), await child(), await child(), await child()]
      await give(over.id, { ends_on: lastDay }, { valid_to: lastDay })
      await give(cut.id, { ends_on: lastDay }, { valid_to: addDays(newYear, 30) })
      const held = await give(renewed.id, { ends_on: lastDay })
      await tenant.write((trx) =>
        studentDiscount(trx, {
          ...{
            student_id: renewed.id,
            discount_id: held.discount_id,
            starts_on: newYear,
            renews_id: held.id,
          },
          status: 'requested',
          ...{ decided_by: null, decided_at: null },
        }),
      )
      await give(own.id, { ends_on: lastDay })
      for (let others = 3; others < enoughOthers; others += 1) await child()
      const year = await yearOf(tenant)
      await tenant.write((trx) =>
        trx.updateTable('parent').set({ user_id: year.actor.id }).where('id', '=', own.payer!.id).execute(),
      )
      await (await year.preview()).run()
      expect(await grants(over.id)).toHaveLength(1)
      expect(await grants(cut.id)).toMatchObject([{}, { starts_on: newYear, ends_on: addDays(newYear, 30) }])
      expect(await grants(renewed.id)).toHaveLength(2)
      expect(await grants(own.id)).toHaveLength(1)
      expect((await year.now()).problems).toEqual([{ code: 'not_renewed', count: 2 }])
    })
  })

  test('what is seen is what is billed, to the sen', async () => {
    const child = await pupil(tenant, place.first.id)
    await pupil(tenant, place.third.id)
    await tenant.write(async (trx) => {
      const { id: discount_id } = await discount(trx, { percent_bp: 1_250 })
      await studentDiscount(trx, { student_id: child.id, discount_id, ends_on: lastDay })
      await subjectFee(trx, {
        ...{ subject_id: place.second.id, amount_sen: 30_000, frequency: 'yearly', starts_on: '2026-01-01' },
      })
    })
    const year = await yearOf(tenant, { percent_bp: 700, step_sen: 5 })
    await (await year.preview()).run()
    const seen = await tenant.read((db) =>
      db
        .selectFrom('rollover_line')
        .select(['student_id', 'sen', 'times'])
        .where('side', '=', 'after')
        .where('fee_type_id', '=', place.type.id)
        .orderBy('sen')
        .execute(),
    )
    const month = await billing(tenant, { month: newYear.slice(0, 7) }).preview()
    const planned = await tenant.read((db) =>
      db
        .selectFrom('generation_item')
        .select(['student_id', sql<number>`amount_sen + tax_sen`.as('sen')])
        .where('generation_id', '=', month.id())
        .where('fee_type_id', '=', place.type.id)
        .where('skip', 'is', null)
        .orderBy('sen')
        .execute(),
    )
    expect(seen.map(({ student_id, sen }) => ({ student_id, sen }))).toEqual(planned)
    expect(planned).toEqual([{ student_id: child.id, sen: 10_700 - 1_338 }])
    const family = await tenant.read(async (db) => {
      const { id } = await db
        .selectFrom('rollover_family')
        .select('id')
        .where('parent_id', '=', child.payer!.id)
        .executeTakeFirstOrThrow()
      return rolloverFamily(db, id)
    })
    expect(family).toMatchObject({ before_sen: 12 * 8_750, after_sen: 12 * 9_362 + 32_100 })
    expect(family.lines).toHaveLength(3)
  })
})

describe('undoing a rollover', () => {
  let tenant: Tenant
  let place: School

  beforeEach(async () => {
    tenant = await freshTenant()
    place = await school(tenant)
  })

  describe('undoing', () => {
    test('ends with the first invoice of the new year, also one that is made while it waits', async () => {
      const child = await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      const month = await billing(tenant, { month: newYear.slice(0, 7) }).preview()
      const asked = {
        undo_asked_at: new Date(),
        undone_by: year.actor.id,
        undo_reason: 'Tarikh sesi tersilap',
      }
      await tenant.write((trx) => trx.updateTable('rollover').set(asked).where('id', '=', year.id).execute())
      await month.run()
      await year.workUndo()
      const stands = {
        status: 'done',
        undo_asked_at: null,
        error_code: 'rollover.undo_over',
        undoable: false,
      }
      expect(await year.now()).toMatchObject(stands)
      expect(await seatsOf(tenant, child.id)).toHaveLength(2)
      await expect(year.undo()).toRefuse('rollover.undo_over')
      await month.undo()
      await year.undo()
      expect(await year.now()).toMatchObject({ status: 'undone' })
    })

    test('does not mind what was billed for the new year before', async () => {
      const child = await pupil(tenant, place.first.id)
      const month = await billing(tenant, { month: newYear.slice(0, 7) }).preview()
      await month.run()
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      expect((await year.now()).problems).toEqual([{ code: 'billed', count: 1 }])
      await year.undo()
      expect(await year.now()).toMatchObject({ status: 'undone' })
      expect(await seatsOf(tenant, child.id)).toHaveLength(1)
    })

    test('leaves a price whose end somebody has moved, beside the one that follows it', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant, { percent_bp: 1_000 })
      await (await year.preview()).run()
      const sooner = addDays(newYear, -10)
      await tenant.write((trx) =>
        trx
          .updateTable('subject_fee')
          .set({ ends_on: sooner })
          .where('id', '=', place.chess.fee.id)
          .execute(),
      )
      await year.undo()
      expect((await year.now()).stayed).toEqual([expect.stringMatching(/^Catur, /)])
      expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(5_500)
      expect(await priceIn(tenant, place.chess.fee, addDays(sooner, 1))).toBeUndefined()
    })

    test('leaves what somebody has changed since, and names it', async () => {
      const [changed, other] = [
        await pupil(tenant, place.first.id, {}, { name: 'Chong Mei' }),
        await pupil(tenant, place.first.id),
      ]
      const year = await yearOf(tenant, { percent_bp: 1_000 })
      await (await year.preview()).run()
      await tenant.write(async (trx) => {
        await trx
          .updateTable('enrolment')
          .set({ ends_on: addDays(newYear, 10) })
          .where('student_id', '=', changed.id)
          .where('source', '=', 'rollover')
          .execute()
        await trx
          .updateTable('subject_fee')
          .set({ amount_sen: 99_900, version: sql<number>`version + 1` })
          .where('subject_id', '=', place.chess.id)
          .where('starts_on', '=', newYear)
          .execute()
      })
      await year.undo()
      const { status, stayed } = await year.now()
      expect(status).toBe('undone')
      expect(stayed).toEqual(['Chong Mei', expect.stringMatching(/^Catur, /)])
      expect((await seatsOf(tenant, changed.id)).map(({ ends_on }) => ends_on)).toEqual([
        lastDay,
        addDays(newYear, 10),
      ])
      expect((await seatsOf(tenant, other.id)).map(({ ends_on }) => ends_on)).toEqual([null])
      expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(99_900)
      expect(await priceIn(tenant, place.first.fee, newYear)).toBe(10_000)
    })

    test('happens once, and makes place for another plan', async () => {
      await pupil(tenant, place.first.id)
      const year = await yearOf(tenant)
      await (await year.preview()).run()
      await year.undo()
      await expect(year.undo()).toRefuse('rollover.undo_over')
      const again = await yearOf(tenant)
      await (await again.preview()).run()
      expect(await again.now()).toMatchObject({ status: 'done' })
    })

    test('leaves a discount to which somebody has given another last day, and names it', async () => {
      const child = await pupil(tenant, place.first.id, {}, { name: 'Devi Kumar' })
      const sooner = addDays(lastDay, -5)
      const given = await tenant.write(async (trx) =>
        studentDiscount(trx, {
          ...{ student_id: child.id, discount_id: (await discount(trx)).id },
          starts_on: addMonths(newYear, -12),
        }),
      )
      const year = await yearOf(tenant)
      const ending = { ending: [given.discount_id], version: 1 }
      await tenant.write((trx) => setEndingDiscounts(trx, year.actor, year.id, ending))
      await (await year.preview()).run()
      const endsOn = () =>
        tenant.read(async (db) => {
          const row = await db.selectFrom('student_discount').select('ends_on').executeTakeFirstOrThrow()
          return row.ends_on
        })
      expect(await endsOn()).toBe(lastDay)
      await tenant.write((trx) => trx.updateTable('student_discount').set({ ends_on: sooner }).execute())
      await year.undo()
      expect((await year.now()).stayed).toEqual([expect.stringMatching(/^Devi Kumar, /)])
      expect(await endsOn()).toBe(sooner)
    })

    test('leaves a price that stands on an invoice, also on one that was cancelled', async () => {
      await pupil(tenant, place.chess.id)
      const year = await yearOf(tenant, { percent_bp: 1_000 })
      await (await year.preview()).run()
      const month = await billing(tenant, { month: newYear.slice(0, 7) }).preview()
      await month.run()
      await month.undo()
      await year.undo()
      expect((await year.now()).stayed).toEqual([expect.stringMatching(/^Catur, /)])
      expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(5_500)
      expect(await priceIn(tenant, place.first.fee, newYear)).toBe(10_000)
    })

    test('puts a price back before the one that was to come after it', async () => {
      await pupil(tenant, place.chess.id)
      const admin = await tenant.actor('admin')
      const later = { from: addMonths(newYear, 6), amount_sen: 7_000, today, version: 1 }
      await tenant.write((trx) => changePrice(trx, admin, { id: place.chess.fee.id, ...later }))
      const before = await tenantChecksums(tenant)
      const year = await yearOf(tenant, { percent_bp: 1_000 })
      await (await year.preview()).run()
      expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(5_500)
      await year.undo()
      expect(await tenantChecksums(tenant)).toEqual(before)
    })
  })
})
