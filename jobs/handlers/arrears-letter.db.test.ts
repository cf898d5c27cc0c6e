import { beforeAll, beforeEach, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { arrearsToTell, askArrearsMail } from '#app/domain/payments/reminders/bucket-mail.ts'
import { at, family, onMonday } from '#app/domain/payments/reminders/test-support.ts'
import { figures } from '#app/domain/reporting/dashboards/figures.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { insert, user } from '#tests/support/database/factories.ts'
import { handlerOf } from '#tests/support/jobs/job-tools.ts'
import { reminding } from '#tests/support/jobs/reminded-school.ts'

const mailArrears = handlerOf('arrears.mail')

const { tenant, tools, mails, address, itIs } = reminding()
let reader: { id: string }
beforeAll(databaseForMany)

beforeEach(async () => {
  reader = await tenant().write((trx) =>
    user(trx, { roles: ['admin'], email: address(), locale: 'my', name: 'Puan Rohani' }),
  )
})

const ask = (now: Date) => tenant().write((trx) => askArrearsMail(trx, now))
const jobs = () =>
  inPlatform(tenant().database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'arrears.mail')
      .where('entity_id', '=', tenant().entity.id)
      .execute(),
  )

test.each([
  ['2026-03-02', '10:00', 0],
  ['2026-03-03', '08:59', 0],
  ['2026-03-03', '09:00', 1],
  ['2026-03-10', '23:00', 1],
  ['2026-03-11', '09:00', 0],
])('on %s at %s it is asked for %i times', async (on, time, times) => {
  const others = await ask(at(on, time))
  expect(others > 0).toBe(times === 1)
  expect((await jobs()).some(({ payload }) => (payload as { user_id: string }).user_id === reader.id)).toBe(
    times === 1,
  )
})

test('once a month, however many look at one moment, and a third that was missed is made up for', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(at('2026-03-05'))))
  expect(all.filter((count) => count > 0)).toHaveLength(1)
  expect(await ask(at('2026-03-06'))).toBe(0)
  expect(await ask(at('2026-04-03'))).toBeGreaterThan(0)
})

test('nobody but who answers for the whole organisation hears of it', async () => {
  const clerk = await tenant().write((trx) => user(trx, { roles: ['clerk', 'supervisor'] }))
  await ask(at('2026-03-03'))
  expect((await jobs()).map(({ payload }) => (payload as { user_id: string }).user_id)).not.toContain(
    clerk.id,
  )
})

test('it says by how long what is owed, with the figures of the dashboard, and leads to the list', async () => {
  const late = (days: number) => addDays(onMonday, -days)
  await tenant().write(async (trx) => {
    const spoken = await family(trx, [late(5), late(40)])
    const silent = await family(trx, [late(80)], { invoice: { issued_on: late(90) } })
    for (const [{ payer }, days] of [
      [spoken, 14],
      [silent, 15],
    ] as const)
      await insert(trx, 'family_contact', {
        ...{ id: newId(), parent_id: payer.id, contacted_on: late(days), created_by: reader.id },
        ...{ channel: 'phone', said: 'Akan bayar' },
      })
    await family(trx, [late(5), late(70), addDays(onMonday, 3)], {
      invoice: { issued_on: late(90) },
    })
    await family(trx, [late(200)], { invoice: { status: 'pending', issued_on: late(220) } })
  })
  const told = await tenant().read((db) => arrearsToTell(db, onMonday))
  const { arrears } = await tenant().read((db) => figures(db, everywhere, onMonday))
  expect(told.buckets.map(({ bucket, owed_sen }) => [bucket, owed_sen])).toEqual(
    arrears.map(({ bucket, owed_sen }) => [bucket, owed_sen]),
  )
  expect(told.late).toEqual({ families: 3, owed_sen: 60_000, oldest_due_on: late(80), silent: 2 })
  await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail!.subject).toContain('RM600.00')
  for (const part of ['3 keluarga', 'RM240.00', '19 Dis 2025', 'Belum dihubungi dalam 14 hari', '/arrears'])
    expect(mail!.text).toContain(part)
})

test('nothing is sent where nothing is late, nor to who has left', async () => {
  await tenant().write((trx) => family(trx, [addDays(onMonday, 3)]))
  await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
  itIs(at(addDays(onMonday, 9)))
  await tenant().write((trx) =>
    trx.updateTable('user_account').set({ status: 'inactive' }).where('id', '=', reader.id).execute(),
  )
  await mailArrears({ user_id: reader.id, month: '2026-03-01' }, tools())
  expect(await mails()).toEqual([])
})
