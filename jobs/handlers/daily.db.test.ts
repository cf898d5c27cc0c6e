import { expect, onTestFinished, test, vi } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { aClass, billMonth, child } from '#tests/support/billing/cases.ts'
import { enrolment, studentDiscount, subject } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { turnDayOf } from './daily.ts'

const turnDayOfAll = handlerOf('day.turn_all')

test('each active organisation is asked by itself, and ends what had its last day', async () => {
  const [one, resting] = [await freshTenant(), await freshTenant({ status: 'inactive' })]
  const ids = await one.write(async (trx) => {
    const over = await subject(trx, { ends_on: '2026-02-28' })
    const stays = await enrolment(trx, { subject_id: over.id })
    const left = await enrolment(trx, { ends_on: '2026-02-27' })
    const given = await studentDiscount(trx, { ends_on: '2026-02-28' })
    return { enrolment: left.id, subject: over.id, student_discount: given.id, stays: stays.id }
  })
  const tools = jobTools(one, 'day.turn_all')
  await turnDayOfAll({}, { ...tools, withTenant: tools.withPlatform } as never)
  const asked = await withPlatform(one.database.pool, (trx) =>
    trx.selectFrom('platform.outbox').select('entity_id').where('name', '=', 'day.turn').execute(),
  )
  expect(asked.map(({ entity_id }) => entity_id)).toEqual([one.place.id])
  expect(asked.map(({ entity_id }) => entity_id)).not.toContain(resting.place.id)
  for (const _ of ['once', 'twice']) await turnDayOf({}, jobTools(one, 'day.turn'))
  const rowOf = (table: 'enrolment' | 'subject' | 'student_discount', id: string) =>
    one.read((db) =>
      db.selectFrom(table).select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  expect(await rowOf('enrolment', ids.enrolment)).toEqual({ status: 'ended', version: 2 })
  expect(await rowOf('student_discount', ids.student_discount)).toEqual({ status: 'ended', version: 2 })
  expect(await rowOf('subject', ids.subject)).toEqual({ status: 'closed', version: 2 })
  expect(await rowOf('enrolment', ids.stays)).toEqual({ status: 'ended', version: 2 })
})

test('a class that ends within a billed month owes its students the days after, in nobody’s name', async () => {
  const tenant = await freshTenant()
  const clerk = await tenant.actor('clerk')
  const invoice_id = await tenant.write(async (trx) => {
    const { subject_id } = await aClass(trx, { proration: 'by_day', amount_sen: 6_000 })
    const { id: student_id } = await child(trx, 'A', null, subject_id)
    const id = (await billMonth(trx, clerk, student_id, '2026-03-01'))!
    await trx.updateTable('subject').set({ ends_on: '2026-03-20' }).where('id', '=', subject_id).execute()
    return id
  })
  for (const _ of ['once', 'twice']) await turnDayOf({}, jobTools(tenant, 'day.turn'))
  const notes = await tenant.read((db) =>
    db
      .selectFrom('credit_note')
      .select(['status', 'total_sen', 'requested_by', 'is_proposed'])
      .where('invoice_id', '=', invoice_id)
      .execute(),
  )
  expect(notes).toEqual([
    { status: 'requested', total_sen: 6_000 - 3_871, requested_by: null, is_proposed: true },
  ])
})

test('a worker whose clock is years ahead ends nothing before its last day', async () => {
  const one = await freshTenant()
  const seat = await one.write((trx) => enrolment(trx, { ends_on: addDays(currentDay(), 30) }))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 365 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  await turnDayOf({}, jobTools(one, 'day.turn'))
  const { status } = await one.read((db) =>
    db.selectFrom('enrolment').select('status').where('id', '=', seat.id).executeTakeFirstOrThrow(),
  )
  expect(status).toBe('active')
})
