import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#app/domain/core/dates.ts'
import { inPlatform } from '#db/in-place.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { turnSubscriptions } from './turn.ts'

let tenant: Tenant
beforeEach(async () => {
  tenant = await freshTenant()
})

const last = '2026-06-30'
const turn = (today: string) => inPlatform(tenant.database.pool, (trx) => turnSubscriptions(trx, today))
const now = () =>
  inPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.subscription')
      .select(['id', 'status', 'expires_on', 'credit'])
      .where('entity_id', '=', tenant.place.id)
      .executeTakeFirstOrThrow(),
  )
const year = { starts_on: '2025-07-01', expires_on: last }

test('a year has its grace, then is limited, then ended, each on its day and once', async () => {
  await subscribed(tenant, {}, year)
  for (const [days, status] of [
    [-1, 'active'],
    [0, 'active'],
    [1, 'grace'],
    [14, 'grace'],
    [15, 'limited'],
    [44, 'limited'],
    [45, 'ended'],
    [365, 'ended'],
  ] as const) {
    await turn(addDays(last, days))
    expect([days, (await now()).status]).toEqual([days, status])
    expect(await turn(addDays(last, days))).toBe(0)
  }
  const { id } = await now()
  const entries = await inPlatform(tenant.database.pool, (trx) =>
    trx.selectFrom('platform.audit_log').select('after').where('object_id', '=', id).orderBy('id').execute(),
  )
  expect(entries.map(({ after }) => (after as { status: string }).status)).toEqual([
    'grace',
    'limited',
    'ended',
  ])
})

test('a night that was missed is made up for', async () => {
  await subscribed(tenant, {}, year)
  await turn(addDays(last, 100))
  expect((await now()).status).toBe('ended')
})

test('a trial ends with its last day, and has no grace', async () => {
  await subscribed(tenant, {}, { ...year, status: 'trial' })
  await turn(last)
  expect((await now()).status).toBe('trial')
  await turn(addDays(last, 1))
  expect((await now()).status).toBe('ended')
})

test('a package that costs nothing goes on, with the credits of another year', async () => {
  await subscribed(tenant, { yearly_fee_sen: 0, included_credit: 20 }, { ...year, credit: 5 })
  await turn('2026-07-01')
  expect(await now()).toMatchObject({ status: 'active', expires_on: '2027-07-01', credit: 25 })
  expect(await turn('2026-07-01')).toBe(0)
})

test('two workers at once turn each once', async () => {
  await subscribed(tenant, { yearly_fee_sen: 0, included_credit: 20 }, year)
  await Promise.all([turn('2026-07-01'), turn('2026-07-01')])
  expect((await now()).credit).toBe(20)
})
