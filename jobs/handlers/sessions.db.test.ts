import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { createClosure, removeClosure } from '#app/domain/classes/closures/change-closure.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { planSessionsOf } from './sessions.ts'

const today = currentDay()

const plan = (tenant: Tenant) => planSessionsOf({}, jobTools(tenant, 'class_session.plan'))
const statuses = async (tenant: Tenant) => {
  const rows = await tenant.read((db) =>
    db.selectFrom('class_session').select('status').orderBy('held_on').execute(),
  )
  return rows.map(({ status }) => status)
}
/** How often planning was asked for. */
const asked = async ({ database, place }: Tenant) => {
  const rows = await withPlatform(database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('id')
      .where('name', '=', 'class_session.plan')
      .where('entity_id', '=', place.id)
      .execute(),
  )
  return rows.length
}

/** A class that is held every day. */
const daily = (tenant: Tenant) =>
  tenant.write(async (trx) => {
    const row = await subject(trx)
    await sql`insert into subject_schedule (subject_id, weekday, starts, ends)
      select ${row.id}::uuid, n, '10:00', '11:00' from generate_series(1, 7) as n`.execute(trx)
    return row
  })

test('sessions are planned for who has the feature, and for nobody else', async () => {
  const [one, other] = [await freshTenant(), await freshTenant()]
  await subscribed(other, { features: ['invoicing'] })
  for (const tenant of [one, other]) {
    await daily(tenant)
    for (const _ of ['once', 'twice']) await plan(tenant)
  }
  expect(await statuses(one)).toEqual(Array.from({ length: 15 }, () => 'planned'))
  expect(await statuses(other)).toEqual([])
})

test('a class that changes and a closure that comes or goes ask for planning', async () => {
  const tenant = await freshTenant()
  const admin = await tenant.actor('admin')
  const { id } = await daily(tenant)
  await plan(tenant)
  const days = { starts_on: addDays(today, 3), ends_on: addDays(today, 4) }
  const closed = await tenant.write((trx) =>
    createClosure(trx, admin, everywhere, { name: 'Cuti', ...days, sessions: 2 }, today),
  )
  expect(closed.cancelled).toBe(2)
  expect(await asked(tenant)).toBe(1)
  expect(await statuses(tenant)).toHaveLength(15)
  await tenant.write((trx) => removeClosure(trx, admin, everywhere, { id: closed.id, version: 1 }))
  await plan(tenant)
  expect(await statuses(tenant)).not.toContain('cancelled')
  await tenant.write((trx) => subjects.setStatus(trx, admin, { id, version: 1 }, 'inactive'))
  expect(await asked(tenant)).toBe(3)
  await plan(tenant)
  expect(await statuses(tenant)).toEqual([])
})

test('a class of which only planned sessions are there can still be removed, one with more cannot', async () => {
  const tenant = await freshTenant()
  const admin = await tenant.actor('admin')
  const [bare, held] = [await daily(tenant), await daily(tenant)]
  await plan(tenant)
  await tenant.write((trx) =>
    trx
      .updateTable('class_session')
      .set({ status: 'open', opened_at: new Date() })
      .where('subject_id', '=', held.id)
      .where('held_on', '=', today)
      .execute(),
  )
  const remove = (id: string) => tenant.write((trx) => subjects.remove(trx, admin, { id, version: 1 }))
  await remove(bare.id)
  await expect(remove(held.id)).rejects.toMatchObject({ code: 'subject.in_use' })
})
