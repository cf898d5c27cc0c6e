import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, type Trx } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { everything, newYear, pupil, type School, school, seatsOf, today, yearOf } from './test-support.ts'
import { runRollover } from './work.ts'

let tenant: Tenant
let place: School
beforeAll(databaseForMany)

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
    const before = await everything(tenant)
    await year.run()
    expect(await everything(tenant)).toEqual(before)
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
    const before = await everything(tenant)
    await year.start()
    const dying = <R>(work: (trx: Trx) => Promise<R>) =>
      tenant.write(async (trx) => {
        await work(trx)
        throw new Error('killed')
      })
    await expect(runRollover(dying, year.id)).rejects.toThrow('killed')
    expect(await everything(tenant)).toEqual(before)
    await year.work()
    expect(await year.now()).toMatchObject({ status: 'done' })
    expect(await everything(tenant)).not.toEqual(before)
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
