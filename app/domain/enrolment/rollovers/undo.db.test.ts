import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { billing } from '#app/domain/billing/generations/test-support.ts'
import { changePrice } from '#app/domain/catalogue/subject-fees/change-subject-fee.ts'
import { addDays, addMonths } from '#app/domain/core/dates.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { discount, studentDiscount } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { setEndingDiscounts } from './classes.ts'
import {
  everything,
  lastDay,
  newYear,
  priceIn,
  pupil,
  type School,
  school,
  seatsOf,
  today,
  yearOf,
} from './test-support.ts'

let tenant: Tenant
let place: School
beforeAll(databaseForMany)

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
    const asked = { undo_asked_at: new Date(), undone_by: year.actor.id, undo_reason: 'Tarikh sesi tersilap' }
    await tenant.write((trx) => trx.updateTable('rollover').set(asked).where('id', '=', year.id).execute())
    await month.run()
    await year.workUndo()
    const stands = { status: 'done', undo_asked_at: null, error_code: 'rollover.undo_over', undoable: false }
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
      trx.updateTable('subject_fee').set({ ends_on: sooner }).where('id', '=', place.chess.fee.id).execute(),
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
    const before = await everything(tenant)
    const year = await yearOf(tenant, { percent_bp: 1_000 })
    await (await year.preview()).run()
    expect(await priceIn(tenant, place.chess.fee, newYear)).toBe(5_500)
    await year.undo()
    expect(await everything(tenant)).toEqual(before)
  })
})
