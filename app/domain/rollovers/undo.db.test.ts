import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#app/domain/dates.ts'
import { billing } from '#app/domain/generations/test-support.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { lastDay, newYear, priceIn, pupil, type School, school, seatsOf, yearOf } from './test-support.ts'

let tenant: Tenant
let place: School
beforeEach(async () => {
  tenant = await freshTenant()
  place = await school(tenant)
})

describe('undoing', () => {
  test('ends with the first invoice of the new year, also one that is made while it waits', async () => {
    await pupil(tenant, place.first.id)
    const year = await yearOf(tenant)
    await (await year.preview()).run()
    const month = await billing(tenant, { month: newYear.slice(0, 7) }).preview()
    const { version } = await year.now()
    await tenant.write((trx) =>
      trx
        .updateTable('rollover')
        .set({ undo_asked_at: new Date(), undone_by: year.actor.id })
        .where('id', '=', year.id)
        .execute(),
    )
    await month.start()
    await month.work()
    await expect(year.undo()).toRefuse('rollover.undo_over')
    expect(await year.now()).toMatchObject({ status: 'done', undoable: false, version })
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
})
