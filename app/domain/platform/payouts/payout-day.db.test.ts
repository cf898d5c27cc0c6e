import { beforeAll, expect, test } from 'vitest'
import { type Actor, systemActor } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import { codeOf } from '#tests/support/database/as-role.ts'
import { insert } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { platform as at } from '#tests/support/product/renewals.ts'
import '#tests/support/product/matchers.ts'
import type { PayoutSchedule } from './payout.ts'
import {
  acceptPayoutDay,
  dayRequestsWaiting,
  latestDayRequest,
  refusePayoutDay,
  requestPayoutDay,
  scheduleOfEntity,
  setSchedule,
  withdrawPayoutDay,
} from './payout-day.ts'

let tenant: Tenant
let chief: Actor
const operator = (name: string): Actor => ({
  ...systemActor,
  ...{ type: 'operator', id: newId(), name, operator_role: 'finance', request_id: newId() },
})
const [farah, lim] = [operator('Farah'), operator('Lim')]
const reason = 'Bank kami tidak bekerja pada hari itu'

beforeAll(async () => {
  tenant = await freshTenant()
  chief = await tenant.actor('superadmin')
})

const platform = <R>(work: Parameters<typeof at<R>>[1]) => at(tenant, work)
const ask = (payout_frequency: PayoutSchedule['payout_frequency'], payout_day: number) =>
  tenant
    .write((trx) => requestPayoutDay(trx, chief, tenant.place.id, { payout_frequency, payout_day }))
    .catch((error) => Promise.reject(asRefusal(error) ?? error))
const takeBack = (id: string) => tenant.write((trx) => withdrawPayoutDay(trx, chief, tenant.place.id, id))
const accept = (id: string, by = farah) => platform((trx) => acceptPayoutDay(trx, by, id))
const refuse = (id: string, by = farah) => platform((trx) => refusePayoutDay(trx, by, id, reason))
const now = async () => {
  const { payout_frequency, payout_day } = await platform((trx) => scheduleOfEntity(trx, tenant.place.id))
  return [payout_frequency, payout_day]
}
const latest = () => tenant.read((db) => latestDayRequest(db, tenant.place.id))

test('a day is asked for one at a time, taken back while it waits, and not the day of now', async () => {
  await expect(ask('weekly', 3)).toRefuse('payout_day.same')
  const first = await ask('monthly', 12)
  await expect(ask('weekly', 1)).toRefuse('duplicate.payout_day')
  expect(await platform((trx) => dayRequestsWaiting(trx))).toMatchObject([{ entity: tenant.entity.name }])
  await takeBack(first)
  await expect(takeBack(first)).toRefuse('payout_day.decided')
  await expect(accept(first)).toRefuse('payout_day.decided')
  expect(await now()).toEqual(['weekly', 3])
  const told = await tenant.read((db) =>
    db.selectFrom('audit_log').select(['action', 'actor_name']).where('object_type', '=', 'entity').execute(),
  )
  expect(told.map(({ action }) => action)).toEqual(['entity.payout_day_asked', 'entity.payout_day_withdrawn'])
})

test('accepted by one of two operators it is the day of the next payout; one that is prepared keeps its own', async () => {
  const prepared = await platform((trx) =>
    insert(trx, 'platform.payout', {
      ...{ id: newId(), entity_id: tenant.place.id, number: 'PO-26-000001', payout_on: '2026-02-04' },
      ...{ period_start: '2026-01-28', period_end: '2026-02-03', net_sen: 5_000, gross_sen: 5_000 },
    }),
  )
  const id = await ask('monthly', 12)
  const both = await Promise.allSettled([accept(id), accept(id, lim)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await now()).toEqual(['monthly', 12])
  const kept = await platform((trx) =>
    trx
      .selectFrom('platform.payout')
      .select('payout_on')
      .where('id', '=', prepared.id)
      .executeTakeFirstOrThrow(),
  )
  expect(kept).toEqual({ payout_on: '2026-02-04' })
  const logs = await platform(async (trx) => [
    await trx
      .selectFrom('platform.audit_log')
      .select(['before', 'after'])
      .where('action', '=', 'entity.payout_day_confirmed')
      .execute(),
    await trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'entity.log').execute(),
  ])
  expect(logs[0]).toMatchObject([
    {
      before: { payout_frequency: 'weekly', payout_day: 3 },
      after: { payout_frequency: 'monthly', payout_day: 12 },
    },
  ])
  expect(logs[1]).toMatchObject([{ payload: { action: 'entity.payout_day_confirmed' } }])
})

test('refused, the reason is told, the day of now stays, and another may be asked for', async () => {
  const id = await ask('weekly', 5)
  await refuse(id)
  await expect(refuse(id, lim)).toRefuse('payout_day.decided')
  expect(await now()).toEqual(['monthly', 12])
  expect(await latest()).toMatchObject({ status: 'refused', decision_reason: reason })
  await takeBack(await ask('weekly', 4))
  await expect(accept(newId())).toRefuse('not_found.payout_day')
})

test('what was refused is the latest word until the day is set by hand', async () => {
  const setByHand = async (payout_day: number) =>
    platform(async (trx) => {
      const at = await scheduleOfEntity(trx, tenant.place.id)
      await setSchedule(trx, farah, at, { payout_frequency: 'weekly', payout_day })
    })
  await refuse(await ask('weekly', 5))
  expect(await latest()).toMatchObject({ status: 'refused' })
  const stale = { id: tenant.place.id, version: 0 }
  const other = { payout_frequency: 'weekly', payout_day: 2 } as const
  await expect(platform((trx) => setSchedule(trx, farah, stale, other))).toRefuse('version_conflict')
  expect(await latest()).toMatchObject({ status: 'refused' })
  await setByHand(1)
  expect(await latest()).toBeUndefined()
  const waits = await ask('weekly', 4)
  await setByHand(3)
  expect(await latest()).toMatchObject({ id: waits, status: 'pending' })
  await refuse(waits)
  expect(await latest()).toMatchObject({ id: waits, status: 'refused' })
})

test('an organisation accepts nothing itself, and sees no other’s', async () => {
  const other = await freshTenant()
  const id = await ask('weekly', 2)
  const role = tenant.place.role
  for (const text of [
    `update platform.payout_day_request set status = 'confirmed', decided_at = now() where id = '${id}'`,
    `update platform.payout_day_request set payout_day = 1 where id = '${id}'`,
    `delete from platform.payout_day_request where id = '${id}'`,
    'update platform.entity set payout_day = 1',
  ])
    expect(await codeOf(role, text), text).toBe('42501')
  expect(await codeOf(role, `update platform.payout_day_request set status = 'confirmed'`)).toBe('42501')
  expect(
    await codeOf(other.place.role, `select id from platform.payout_day_request where id = '${id}'`),
  ).toBe('0 rows')
  await expect(other.write((trx) => withdrawPayoutDay(trx, chief, other.place.id, id))).toRefuse(
    'not_found.payout_day',
  )
})
